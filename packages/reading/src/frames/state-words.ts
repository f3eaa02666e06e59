import type { Condition, Dataset, Field } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { deadStates } from '../metrics/not-sold.ts'

export const unpaidStates = 'unpaid open outstanding overdue due pending partial part-paid'
  .split(' ')
  .concat('past due', 'past_due', 'awaiting payment', 'partially paid', 'not paid', 'part paid')

/** Nobody pays for what was given back. */
export const goneStates = [...deadStates, 'returned', 'refunded', 'sent back', 'written off', 'lost']

/** The time field that one of the verbs names. */
export function momentNamed(dataset: Dataset, verbs: string): Field | null {
  const moments = visible(dataset).filter(isMoment)
  for (const verb of verbs.split(' ')) {
    const stems = stemsOf(verb)
    const found = moments.find(({ label }) =>
      label
        .toLowerCase()
        .split(' ')
        .some((word) => word === verb || [...stemsOf(word)].some((stem) => stems.has(stem))),
    )
    if (found !== undefined) return found
  }
  return null
}

export function emptyMoment(dataset: Dataset, verbs: string): Condition | null {
  // `ready_by` is when it is due.
  const fields = dataset.fields.filter(({ label }) => !/ by$/i.test(label))
  const found = momentNamed({ ...dataset, fields }, verbs)
  return found === null || found.statistics.nulls === 0 ? null : { kind: 'null', of: fieldOf(dataset, found) }
}
