import type { Query } from './logical-form.ts'

/** The joins of one level of a query. */
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
  /** How many rows of the right side one row of the left side may be joined to. */
  readonly meets: 'one' | 'many'
}

export interface JoinPlan {
  /** The join tree of each level of the query: the query itself, its nested queries and its set operations. */
  readonly trees: ReadonlyMap<Query, JoinTree>
  /** 0 when another tree is as good as the chosen one; 1 when there is no other. */
  readonly margin: number
  /** Both trees in words, when a second tree is nearly as good. */
  readonly alternatives: readonly string[]
}

/** A level of a query that can be joined in two ways that are as good. */
export interface JoinTie {
  readonly level: Query
  /** Each way as its joins: the relationship that leads to each dataset. */
  readonly paths: readonly (readonly { readonly dataset: string; readonly via: string }[])[]
}

export interface CannotAnswer {
  readonly status: 'cannot_answer'
  /** A sentence for people. */
  readonly reason: string
  /** What was asked for and does not exist, in the question's words. */
  readonly missing: readonly string[]
  readonly available: readonly string[]
}
