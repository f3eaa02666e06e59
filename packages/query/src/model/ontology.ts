import type { Cell, ColumnType, Dialect } from './statement.ts'

export const fieldRoles = ['measure', 'dimension', 'time', 'identifier', 'name', 'flag'] as const
export type FieldRole = (typeof fieldRoles)[number]

/** How a column that is not a date by type stores a moment. */
export type TimeFormat =
  | 'iso-date'
  | 'iso-timestamp'
  | 'year'
  | 'epoch-seconds'
  | 'epoch-milliseconds'
  /** 31/12/2026 or 31.12.2026 as text. */
  | 'day-first'
  /** 12/31/2026 as text. */
  | 'month-first'
  /** 20261231 as a number or text. */
  | 'digits'
  /** 2026-12 as text. */
  | 'year-month'
  | 'other-text'

/** What was understood of data that does not say of itself what it holds, such as a CSV file. */
export interface Understood {
  /** One or two sentences. */
  readonly understood: string
  /** What a person should know before trusting it. Each a sentence without its full stop. */
  readonly doubts: readonly string[]
  /** What the rows of a dataset come to, where amounts elsewhere in the data confirm it. */
  readonly sums?: readonly AgreedSum[]
  /** What the codes of a field mean, by code. */
  readonly codes?: Readonly<Record<string, string>>
}

/** A product of columns, perhaps reduced or raised by another one, whose sum is an amount that the data holds. */
export interface AgreedSum {
  /** Columns that are multiplied, of the dataset or of one that it refers to. */
  readonly factors: readonly FieldPlace[]
  readonly change: SumChange | null
  /** The amount that confirms it: of the row itself, of the row that it belongs to, or of others that belong to that. */
  readonly agreesWith: FieldPlace
  /** A column of the same row that has to be taken off that amount first, such as the shipping. */
  readonly less: string | null
  /** The dataset for whose rows the amounts are added up. The dataset itself: each row has its own amount. */
  readonly per: string
  /** How many rows of `per` were compared, and how many of them agree. */
  readonly compared: number
  readonly agreed: number
}

export interface FieldPlace {
  readonly dataset: string
  readonly field: string
}

export interface SumChange {
  /** A column of the dataset. */
  readonly field: string
  /** Taken off as a share of 1, as percent, as an amount, as an amount for each piece; or added; or one more factor. */
  readonly by: 'share' | 'percent' | 'amount' | 'each' | 'added' | 'times'
}

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
  /** Absent where the database itself says what the field holds. */
  readonly reading?: Understood
}

export interface FieldStatistics {
  readonly distinct: number
  readonly nulls: number
  readonly min: Cell
  readonly max: Cell
  /** For numbers: the 25th, 50th, 75th and 90th percentiles. */
  readonly quantiles: readonly [number, number, number, number] | null
  /** The column holds cents or pence. The figures here, and all that is computed with the field, are in whole units. */
  readonly isHundredths?: boolean
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
  /** Connects two other datasets and holds little data of its own. */
  readonly isJunction: boolean
  /** A person says that its rows are the sales, or that they are none. Absent: nobody said. */
  readonly isSales?: boolean
  readonly reading?: Understood
}

export interface Relationship {
  readonly name: string
  /** The referring side: many rows of `from` refer to one row of `to`. */
  readonly from: string
  readonly to: string
  readonly fromFields: readonly string[]
  readonly toFields: readonly string[]
  readonly cardinality: 'many-to-one' | 'one-to-one' | 'many-to-many'
  readonly origin: 'declared' | 'inferred' | 'person'
  /** 1 for relationships that are declared or made by people. */
  readonly confidence: number
  /** Words that name this relationship: `ship to`, `shipping address`. */
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
  /** `derived`: proposed from the schema. Absent: made by a person. */
  readonly origin?: 'derived'
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
  /** Month (1 to 12) in which the fiscal year begins; null when nobody has set it. */
  readonly fiscalYearStart: number | null
  readonly weekStart: 'monday' | 'sunday'
}

/** What one database is about, from the point of view of questions. */
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
  /** As stored in the database. */
  readonly value: string
}

export interface ValueMatch extends IndexedValue {
  /** 1 when the texts differ only in case, accents and punctuation; less for typos and partial matches. */
  readonly closeness: number
}

/** All distinct values of the indexed text fields. */
export interface ValueIndex {
  readonly size: number
  /** Values of any field that equal the phrase after folding. */
  exact(phrase: string): readonly IndexedValue[]
  /** Values close to the phrase (typos, one of its words, its beginning), closest first. */
  near(phrase: string, most: number): readonly ValueMatch[]
  /** Whether some value begins with these folded words, so that a longer phrase may still match. */
  begins(phrase: string): boolean
  /** Fields with more distinct values than the index holds. A value of these must be looked up in the database. */
  readonly partial: readonly { readonly dataset: string; readonly field: string }[]
}
