import type { AggregateFunction, Comparison } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { Adjective } from '../words/adjectives.ts'

/** A noun at its position in the question. Its dataset or field is resolved later. */
export interface Mention {
  readonly chunk: Chunk
  /** The noun it belongs to: `name` to `students` in "the names of students". */
  of: Mention | null
  readonly role: 'output' | 'entity' | 'condition' | 'group' | 'order' | 'quantity'
}

/** An amount that is shown, ranked or compared. Without a noun: rows of the subject. */
export interface Amount {
  readonly aggregate: AggregateFunction | null
  readonly distinct: boolean
  readonly noun: Mention | null
  readonly adjective: Adjective | null
  /** The word that the adjective stands for, when it is not part of a noun. */
  readonly word?: Chunk
}

export interface OutputDraft extends Amount {
  /** Also ranked by how often it occurs. */
  readonly frequency: 'desc' | 'asc' | null
  /** Every field of the noun. */
  readonly isWhole?: boolean
  /** "how many times": counts what the question names afterwards. */
  readonly isTimes?: boolean
}

export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly chunk: Chunk }
  | { readonly kind: 'time'; readonly time: TimeMention; readonly chunk: Chunk }
  /** The mean (or highest, lowest) value of the same field over all rows, or the value of all or some of them. */
  | {
      readonly kind: 'overall'
      readonly function: AggregateFunction | 'every' | 'some'
      readonly noun: Mention | null
      /** The rows it is computed over. Conditions marked as theirs narrow them. */
      readonly among: Mention | null
    }
  /** The field's value in the row that the chunk names: "older than Ann". */
  | { readonly kind: 'row'; readonly chunk: Chunk }

export interface ConditionDraft {
  readonly kind:
    | 'value'
    | 'compare'
    | 'quantity'
    | 'exists'
    | 'superlative'
    | 'like'
    | 'null'
    | 'between'
    | 'frequent'
    | 'time'
  readonly joiner: 'and' | 'or'
  readonly negated: boolean
  /** The negation that governs it, by number: "not A, B or C" is one. Null outside of any. */
  readonly scope: number | null
  /** Follows "both", or is in a list that "both" started. */
  readonly both: boolean
  /** The noun that the condition is about. */
  readonly governor: Mention | null
  readonly amount: Amount | null
  readonly operator: Comparison | 'contains' | 'begins' | 'ends'
  readonly operand: Operand | null
  readonly upper: Operand | null
  readonly direction: 'asc' | 'desc'
  readonly limit: number | null
  readonly chunk: Chunk
  /** The number of the relative clause it is in. */
  readonly clause: number
  /** "the same city as Ann": the value names a row that shares the property. */
  readonly sharesRow?: boolean
  /** Narrows the rows that another condition compares with: "cheaper than all plants from Peru". */
  readonly among: Mention | null
}

export interface OrderDraft {
  readonly amount: Amount
  readonly direction: 'asc' | 'desc'
}

export interface Draft {
  readonly mentions: Mention[]
  readonly outputs: OutputDraft[]
  subject: Mention | null
  readonly conditions: ConditionDraft[]
  readonly groups: { readonly noun: Mention | null; readonly time: TimeMention | null }[]
  readonly orders: OrderDraft[]
  limit: number | null
  limitPerGroup: boolean
  /** The question says "top 5" or "bottom 5". */
  saysTop: boolean
  /** The amounts only rank the groups. */
  showsGroupsOnly: boolean
  distinct: boolean
  /** "open and closed repairs per workshop": each value is counted by itself. */
  countsApart: boolean
  /** "all" comes before the first output. */
  saysAll: boolean
  asks: 'what' | 'which' | 'who' | 'when' | 'where' | 'count' | 'list' | 'whether'
  /** Share of the total, in percent or as a fraction. */
  share: 'percent' | 'fraction' | null
  calculation: 'ratio' | 'difference' | 'growth' | 'running' | null
  readonly ignored: Chunk[]
}

export function emptyDraft(): Draft {
  return {
    mentions: [],
    outputs: [],
    subject: null,
    conditions: [],
    groups: [],
    orders: [],
    limit: null,
    limitPerGroup: false,
    saysTop: false,
    showsGroupsOnly: false,
    distinct: false,
    countsApart: false,
    saysAll: false,
    asks: 'list',
    share: null,
    calculation: null,
    ignored: [],
  }
}
