import type { Join } from './join-plan.ts'
import type { Statement } from './statement.ts'

export interface BuiltQuery {
  readonly statement: Statement
  /** The same statement with literals inlined, for people and for measurements. */
  readonly inlined: string
  readonly lineage: Lineage
  /** Every join, so that the verifier can check it. */
  readonly joins: readonly Join[]
}

/** In the shape of the published contract, computed from the SQL itself. */
export interface Lineage {
  readonly datasets: readonly { readonly name: string; readonly source: string }[]
  readonly joins: readonly { readonly left: string; readonly right: string; readonly on: readonly string[] }[]
  readonly filters: readonly { readonly field: string; readonly operator: string; readonly value: unknown }[]
  readonly timeWindow?: { readonly start: string; readonly end: string }
  readonly grain: string
}
