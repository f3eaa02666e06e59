/** What a word such as "overdue" says of rows, whatever the data calls it. */
export type State =
  | 'unpaid'
  | 'paid'
  | 'late'
  | 'active'
  | 'paying'
  | 'ended'
  | 'new'
  | 'repeat'
  | 'unanswered'
  | 'to send'
  | 'unassigned'
  | 'out of stock'
  | 'to reorder'
  | 'employed'
  /** All places are taken. */
  | 'full'
  | 'now'
  /** Done by the day on which it was due. */
  | 'on time'
  /** Nothing was sold, let or moved with it. */
  | 'idle'
  /** Nobody has it now. */
  | 'free'
  /** A day that is set in advance comes, or has passed. */
  | 'due'
  | 'lapsed'
  /** The day and month of birth come round. */
  | 'birthday'
  /** With somebody until it comes back, or here until it goes. */
  | 'out'
  | 'in'
