import type { Cell, ColumnType, Dialect } from './statement.ts'

export const fieldRoles = ['measure', 'dimension', 'time', 'identifier', 'name', 'flag'] as const
export type FieldRole = (typeof fieldRoles)[number]

/** How a column that is no date by type holds a moment. */
export type TimeFormat =
  | 'iso-date'
  | 'iso-timestamp'
  | 'year'
  | 'epoch-seconds'
  | 'epoch-milliseconds'
  | 'other-text'

export interface Field {
  /** Unique in its dataset; the column's name unless renamed. */
  readonly name: string
  readonly column: string
  readonly type: ColumnType
  readonly nativeType: string
  readonly isInteger: boolean
  readonly role: FieldRole
  /** In words: `order date`. */
  readonly label: string
  readonly description: string | null
  /** `USD`, `kg`, `percent`; null when not known. */
  readonly unit: string | null
  readonly synonyms: readonly string[]
  /** Up to 5 values of up to 25 characters. */
  readonly sample: readonly string[]
  readonly isPrimaryKey: boolean
  readonly isUnique: boolean
  readonly isNullable: boolean
  readonly timeFormat: TimeFormat | null
  /** Hidden fields are never read, shown or used. */
  readonly isHidden: boolean
  /** Its values are in the value index. */
  readonly isIndexed: boolean
  readonly statistics: FieldStatistics
}

export interface FieldStatistics {
  readonly distinct: number
  readonly nulls: number
  readonly min: Cell
  readonly max: Cell
  /** For numbers: the values below which 25, 50, 75 and 90 % lie. */
  readonly quantiles: readonly [number, number, number, number] | null
}

export interface Dataset {
  /** Unique in its ontology. */
  readonly name: string
  readonly source: string
  readonly path: readonly string[]
  readonly label: string
  readonly description: string | null
  readonly synonyms: readonly string[]
  readonly rows: number
  readonly primaryKey: readonly string[]
  readonly fields: readonly Field[]
  readonly isHidden: boolean
  /** Connects two others and says little itself. */
  readonly isJunction: boolean
}

export interface Relationship {
  readonly name: string
  /** The side that refers: many rows of `from` to one of `to`. */
  readonly from: string
  readonly to: string
  readonly fromFields: readonly string[]
  readonly toFields: readonly string[]
  readonly cardinality: 'many-to-one' | 'one-to-one' | 'many-to-many'
  readonly origin: 'declared' | 'inferred' | 'person'
  /** 1 for declared ones and those of people. */
  readonly confidence: number
  /** Words for this road: `ship to`, `shipping address`. */
  readonly synonyms: readonly string[]
}

export interface Metric {
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly synonyms: readonly string[]
  /** Over fields as `dataset.field`: `sum(order_items.quantity * order_items.unit_price)`. */
  readonly expression: string
  readonly unit: string | null
}

export interface GlossaryEntry {
  readonly term: string
  readonly meaning: string
  readonly synonyms: readonly string[]
}

/** A question whose answer a person has checked. */
export interface VerifiedQuestion {
  readonly question: string
  readonly sql: string
  /** The name of that person. Absent where it is not known. */
  readonly verifiedBy?: string | undefined
  /** ISO. Absent where it is not known. */
  readonly verifiedAt?: string | undefined
}

export interface Calendar {
  /** Month 1 to 12 in which a fiscal year begins; null when people have not said. */
  readonly fiscalYearStart: number | null
  readonly weekStart: 'monday' | 'sunday'
}

/** What one database is about, as questions see it. */
export interface Ontology {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly dialect: Dialect
  readonly datasets: readonly Dataset[]
  readonly relationships: readonly Relationship[]
  readonly metrics: readonly Metric[]
  readonly glossary: readonly GlossaryEntry[]
  readonly verified: readonly VerifiedQuestion[]
  readonly calendar: Calendar
  readonly values: ValueIndex
}

export interface IndexedValue {
  readonly dataset: string
  readonly field: string
  /** As the database has it. */
  readonly value: string
}

export interface ValueMatch extends IndexedValue {
  /** 1 for the same text but for case, accents and punctuation; less for typos and parts. */
  readonly closeness: number
}

/** All distinct values of the indexed text fields. */
export interface ValueIndex {
  readonly size: number
  /** Values equal to the phrase after folding, from every field. */
  exact(phrase: string): readonly IndexedValue[]
  /** Values near the phrase: typos, a word of it, its beginning; closest first. */
  near(phrase: string, most: number): readonly ValueMatch[]
  /** Whether some value begins with these folded words, so that a longer phrase may still match. */
  begins(phrase: string): boolean
  /** Fields with more distinct values than are indexed: a value there must be looked up on the database. */
  readonly partial: readonly { readonly dataset: string; readonly field: string }[]
}
