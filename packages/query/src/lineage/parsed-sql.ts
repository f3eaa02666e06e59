import type { Cell } from '../model/statement.ts'

/** The parts of a parsed SELECT that lineage needs. */
export type ParsedExpression =
  | { readonly kind: 'column'; readonly table: string | null; readonly name: string }
  | { readonly kind: 'value'; readonly value: Cell }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly of: readonly ParsedExpression[]
      readonly filter: ParsedExpression | null
    }
  | {
      readonly kind: 'case'
      /** What is compared, in `case of when …`. */
      readonly of: ParsedExpression | null
      readonly when: readonly ParsedExpression[]
      readonly gives: readonly ParsedExpression[]
      /** After ELSE. */
      readonly otherwise: ParsedExpression | null
    }
  | { readonly kind: 'query'; readonly select: ParsedSelect }
  | { readonly kind: 'both'; readonly of: readonly ParsedExpression[] }
  | { readonly kind: 'not'; readonly of: ParsedExpression }
  | { readonly kind: 'exists'; readonly select: ParsedSelect }
  | {
      readonly kind: 'test'
      readonly operator: string
      readonly of: ParsedExpression
      readonly with: ParsedExpression | readonly ParsedExpression[] | null
    }

export interface ParsedTable {
  /** `schema.table` in parts, or the name of a common table expression. Null for a subquery. */
  readonly path: readonly string[] | null
  readonly alias: string | null
  readonly select: ParsedSelect | null
}

export interface ParsedSelect {
  readonly with: readonly { readonly name: string; readonly select: ParsedSelect }[]
  readonly headings: readonly { readonly of: ParsedExpression; readonly as: string | null }[]
  readonly tables: readonly ParsedTable[]
  /** The conditions of WHERE, HAVING and every ON. */
  readonly conditions: readonly ParsedExpression[]
  readonly groupBy: readonly ParsedExpression[]
  /** The other SELECT of a UNION, INTERSECT or EXCEPT. */
  readonly others: readonly ParsedSelect[]
}
