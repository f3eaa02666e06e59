import type { Condition, Expression, FieldRef, Query } from './logical-form.ts'

export interface Nested {
  readonly query: Query
  /** For `related`: the appearance of the outer query where the join path starts. */
  readonly related: { readonly dataset: string; readonly as: string } | null
}

export interface Visitor {
  readonly field?: (ref: FieldRef) => void
  readonly rows?: (dataset: string, as: string) => void
  readonly metric?: (name: string) => void
  readonly aggregate?: (of: Expression) => void
  readonly nested?: (nested: Nested) => void
}

/** The appearance that a reference means. */
export function appearanceOf(ref: { readonly dataset: string; readonly as?: string }): string {
  return ref.as ?? ref.dataset
}

/** Visits everything on one level of a query. Nested queries are reported to the visitor but not entered. */
export function walkQuery(query: Query, visitor: Visitor): void {
  for (const output of query.outputs) walkExpression(output.expression, visitor)
  if (query.where !== null) walkCondition(query.where, visitor)
  for (const key of query.groupBy) walkExpression(key, visitor)
  if (query.having !== null) walkCondition(query.having, visitor)
  for (const order of query.orderBy) walkExpression(order.expression, visitor)
  for (const key of query.limitPer ?? []) walkExpression(key, visitor)
  if (query.combine !== null) visitor.nested?.({ query: query.combine.with, related: null })
}

export function walkExpression(of: Expression, visitor: Visitor): void {
  switch (of.kind) {
    case 'field':
      visitor.field?.(of)
      return
    case 'rows':
      visitor.rows?.(of.dataset, appearanceOf(of))
      return
    case 'metric':
      visitor.metric?.(of.name)
      return
    case 'scalar':
      visitor.nested?.({ query: of.query, related: null })
      return
    case 'aggregate':
      visitor.aggregate?.(of)
      walkExpression(of.of, visitor)
      if (of.where !== undefined) walkCondition(of.where, visitor)
      if (of.each !== undefined) visitor.rows?.(of.each.dataset, appearanceOf(of.each))
      return
    case 'arithmetic':
    case 'join-text':
    case 'length':
    case 'literal':
    case 'now':
    case 'part':
    case 'period':
    case 'running':
    case 'share':
    case 'span':
      for (const inner of partsOfExpression(of)) walkExpression(inner, visitor)
  }
}

export function walkCondition(of: Condition, visitor: Visitor): void {
  switch (of.kind) {
    case 'and':
    case 'or':
      for (const inner of of.of) walkCondition(inner, visitor)
      return
    case 'not':
      walkCondition(of.of, visitor)
      return
    case 'compare':
      walkExpression(of.left, visitor)
      walkExpression(of.right, visitor)
      return
    case 'between':
      for (const inner of [of.of, of.low, of.high]) walkExpression(inner, visitor)
      return
    case 'related': {
      const as = of.ofAs ?? of.of
      visitor.rows?.(of.of, as)
      visitor.nested?.({ query: of.query, related: { dataset: of.of, as } })
      return
    }
    case 'member':
      walkExpression(of.of, visitor)
      visitor.nested?.({ query: of.query, related: null })
      return
    case 'during':
    case 'in':
    case 'like':
    case 'null':
      walkExpression(of.of, visitor)
  }
}

/** The direct subexpressions of an expression that is not an aggregate. */
export function partsOfExpression(of: Expression): readonly Expression[] {
  switch (of.kind) {
    case 'arithmetic':
      return [of.left, of.right]
    case 'period':
    case 'part':
    case 'length':
      return [of.of]
    case 'span':
      return [of.from, of.to]
    case 'join-text':
      return of.of
    case 'share':
      return [of.of, ...of.within]
    case 'running':
      return [of.of, of.along, ...of.within]
    case 'aggregate':
    case 'field':
    case 'literal':
    case 'metric':
    case 'now':
    case 'rows':
    case 'scalar':
      return []
  }
}

/** The expressions that the conditions compare, outermost first. */
export function operandsOf(condition: Condition | null): readonly Expression[] {
  if (condition === null) return []
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap(operandsOf)
    case 'not':
      return operandsOf(condition.of)
    case 'compare':
      return [condition.left, condition.right]
    case 'between':
      return [condition.of, condition.low, condition.high]
    case 'related':
      return []
    case 'during':
    case 'in':
    case 'like':
    case 'member':
    case 'null':
      return [condition.of]
  }
}
