import type { Join } from './join-plan.ts'
import type { Statement } from './statement.ts'

export interface BuiltQuery {
  readonly statement: Statement
  /** The same with literals in place, for people and for measuring. */
  readonly inlined: string
  readonly lineage: Lineage
  /** Every join, for the verifier to measure. */
  readonly joins: readonly Join[]
}

/** As the seed has it, from the SQL itself. */
export interface Lineage {
  readonly datasets: readonly { readonly name: string; readonly source: string }[]
  readonly joins: readonly { readonly left: string; readonly right: string; readonly on: readonly string[] }[]
  readonly filters: readonly { readonly field: string; readonly operator: string; readonly value: unknown }[]
  readonly timeWindow?: { readonly start: string; readonly end: string }
  readonly grain: string
}
