import type { Query } from './logical-form.ts'

/** Joins of one level of a query. */
export interface JoinTree {
  readonly root: string
  readonly joins: readonly Join[]
}
export interface Join {
  /** Appearances, not datasets: see `Appearance`. */
  readonly left: string
  readonly leftDataset?: string
  readonly right: string
  readonly rightDataset: string
  readonly relationship: string
  readonly on: readonly { readonly leftField: string; readonly rightField: string }[]
  /** How many rows of the right side one row of the left may meet. */
  readonly meets: 'one' | 'many'
}

export interface JoinPlan {
  /** For each level of the query (itself, its nested and combined queries), its joins. */
  readonly trees: ReadonlyMap<Query, JoinTree>
  /** 0 when another tree is as good as the chosen one, 1 when there is no other. */
  readonly margin: number
  /** When there is a second tree that is nearly as good: both in words. */
  readonly alternatives: readonly string[]
}

export interface CannotAnswer {
  readonly status: 'cannot_answer'
  /** A sentence for people. */
  readonly reason: string
  /** What was asked for and is not there, in the question's words. */
  readonly missing: readonly string[]
  readonly available: readonly string[]
}
