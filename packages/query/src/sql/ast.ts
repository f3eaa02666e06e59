import type { Cell } from '../model/statement.ts'

/** One occurrence of a table or subquery. Columns refer to it, so that its alias can be chosen at the end. */
export interface Place {
  readonly name: string
  /** Null for subqueries and WITH parts. */
  readonly dataset: string | null
}

/** The type of a literal, for cases where the database cannot infer it. */
export type LiteralType = 'plain' | 'factor' | 'date' | 'timestamp' | 'moment' | 'number' | 'text'

export interface Literal {
  readonly kind: 'literal'
  readonly value: Cell
  readonly type: LiteralType
  /** The column that the literal is compared with. Equal values compared with different columns stay separate parameters. */
  readonly against: string
  /** Written into the text and never sent as a parameter: formats, factors and other constants of ours. */
  readonly isFixed: boolean
}

export interface Column {
  readonly kind: 'column'
  readonly place: Place
  readonly name: string
  /** Name of the ontology's field; null for columns of subqueries. */
  readonly field: string | null
}

export interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly of: readonly SqlExpression[]
  readonly distinct?: boolean
  readonly filter?: SqlExpression | null
  /** WITHIN GROUP (ORDER BY …) */
  readonly within?: SqlExpression
  readonly over?: Window
}

export interface Window {
  readonly partition: readonly SqlExpression[]
  readonly order: readonly SqlOrder[]
  readonly frame?: string
}

export type SqlExpression =
  | Literal
  | Column
  | Call
  | { readonly kind: 'star' }
  /** A column of the same SELECT, referred to by its heading in ORDER BY. */
  | { readonly kind: 'heading'; readonly name: string }
  | { readonly kind: 'row'; readonly of: readonly SqlExpression[] }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: SqlExpression
      readonly right: SqlExpression
    }
  | { readonly kind: 'and' | 'or'; readonly of: readonly SqlExpression[] }
  | { readonly kind: 'not'; readonly of: SqlExpression }
  | { readonly kind: 'is-null'; readonly of: SqlExpression; readonly negated: boolean }
  | {
      readonly kind: 'in'
      readonly of: SqlExpression
      readonly values: readonly SqlExpression[] | Select
      readonly negated: boolean
    }
  | { readonly kind: 'exists'; readonly select: Select; readonly negated: boolean }
  | {
      readonly kind: 'between'
      readonly of: SqlExpression
      readonly low: SqlExpression
      readonly high: SqlExpression
    }
  | {
      readonly kind: 'like'
      readonly of: SqlExpression
      readonly pattern: Literal
      readonly negated: boolean
    }
  | { readonly kind: 'case'; readonly when: SqlExpression; readonly gives: SqlExpression }
  | { readonly kind: 'cast'; readonly of: SqlExpression; readonly to: string }
  | { readonly kind: 'extract'; readonly part: string; readonly of: SqlExpression }
  | { readonly kind: 'at-zone'; readonly of: SqlExpression; readonly zone: string }
  | { readonly kind: 'interval'; readonly count: number; readonly unit: string }
  | { readonly kind: 'select'; readonly select: Select }

export interface SqlOrder {
  readonly of: SqlExpression
  readonly direction: 'asc' | 'desc'
  /** Whether it can be null, so that NULLS LAST must be written. */
  readonly canBeNull: boolean
}

export type Relation =
  | { readonly kind: 'table'; readonly path: readonly string[]; readonly place: Place }
  | { readonly kind: 'derived'; readonly select: Select; readonly place: Place }
  /** A common table expression (one part of WITH). */
  | { readonly kind: 'part'; readonly place: Place; readonly part: string }

export interface SqlJoin {
  readonly how: 'inner' | 'left' | 'cross'
  readonly relation: Relation
  readonly on: SqlExpression | null
}

export interface Heading {
  readonly of: SqlExpression
  /** Null keeps the column's own name. */
  readonly as: string | null
}

export interface Select {
  readonly kind: 'query'
  readonly with: readonly { readonly name: string; readonly select: Select }[]
  readonly distinct: boolean
  readonly headings: readonly Heading[]
  readonly from: Relation | null
  readonly joins: readonly SqlJoin[]
  readonly where: SqlExpression | null
  readonly groupBy: readonly SqlExpression[]
  readonly having: SqlExpression | null
  readonly combine: { readonly how: 'union' | 'intersect' | 'except'; readonly right: Select } | null
  readonly orderBy: readonly SqlOrder[]
  readonly limit: number | null
}

export function select(parts: Partial<Omit<Select, 'kind'>> & Pick<Select, 'headings'>): Select {
  return {
    kind: 'query',
    with: [],
    distinct: false,
    from: null,
    joins: [],
    where: null,
    groupBy: [],
    having: null,
    combine: null,
    orderBy: [],
    limit: null,
    ...parts,
  }
}

export function call(name: string, ...of: SqlExpression[]): Call {
  return { kind: 'call', name, of }
}

export function binary(left: SqlExpression, operator: string, right: SqlExpression): SqlExpression {
  return { kind: 'binary', operator, left, right }
}

/** A constant of ours, written into the text as it is. */
export function fixed(value: Cell, type: LiteralType = 'plain'): Literal {
  return { kind: 'literal', value, type, against: '', isFixed: true }
}

export function cast(of: SqlExpression, to: string): SqlExpression {
  return { kind: 'cast', of, to }
}

/** Joins the conditions with AND, flattened. Null when there are none. */
export function allOf(conditions: readonly (SqlExpression | null)[]): SqlExpression | null {
  const flat = conditions.flatMap((one) => (one === null ? [] : one.kind === 'and' ? one.of : [one]))
  if (flat.length < 2) return flat[0] ?? null
  return { kind: 'and', of: flat }
}
