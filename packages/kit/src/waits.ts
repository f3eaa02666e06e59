import type { Call } from './call.ts'

/** What waits for a person in a module: the home page lists it. */
export interface Waits<Service> {
  readonly needs: string
  /** The most urgent first, at most so many. It is asked often: a few short statements at most. */
  list(service: Service, call: Call, most: number): Promise<readonly Waiting[]>
}

export interface Waiting {
  /** What it is, in a word or two: “Task overdue”. */
  readonly kind: string
  /** What people wrote, such as the title of a task. */
  readonly title: string
  /** Where the person deals with it. */
  readonly path: `/app/${string}`
  /** Since when, or the moment that is named. */
  readonly at: Date | undefined
}
