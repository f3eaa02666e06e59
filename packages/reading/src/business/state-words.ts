import { deadStates } from '../metrics/not-sold.ts'

export const unpaidStates = 'unpaid open outstanding overdue due pending partial part-paid'
  .split(' ')
  .concat('past due', 'past_due', 'awaiting payment', 'partially paid', 'not paid', 'part paid')

/** Nobody pays for what was given back, and nobody expects money any more for what was written off. */
export const goneStates = [
  ...deadStates,
  'returned',
  'refunded',
  'sent back',
  'written off',
  'lost',
  'uncollectible',
  'bad debt',
  'waived',
]
