import {
  isExpression,
  type Condition,
  type Dataset,
  type Expression,
  type Field,
  type FieldRef,
  type Ontology,
  type Query,
} from '@quipu/query'
import { aggregateWords } from './expression-words.ts'

export function datasetOf(ontology: Ontology, name: string): Dataset | null {
  return ontology.datasets.find((dataset) => dataset.name === name) ?? null
}

export function fieldOf(ontology: Ontology, ref: Pick<FieldRef, 'dataset' | 'field'>): Field | null {
  return datasetOf(ontology, ref.dataset)?.fields.find((field) => field.name === ref.field) ?? null
}

export function refTo(dataset: Dataset, field: Field): FieldRef {
  return { kind: 'field', dataset: dataset.name, field: field.name }
}

/** The time fields of the datasets that a query is about, those of its subject first. */
export function timeFields(
  query: Pick<Query, 'subject'>,
  used: readonly string[],
  ontology: Ontology,
): readonly FieldRef[] {
  const names = [query.subject, ...used.filter((name) => name !== query.subject)]
  return names.flatMap((name) => {
    const dataset = datasetOf(ontology, name)
    return dataset ? dataset.fields.filter(isTime).map((field) => refTo(dataset, field)) : []
  })
}

function isTime(field: Field): boolean {
  return !field.isHidden && (field.role === 'time' || field.type === 'date' || field.type === 'timestamp')
}

/** Every dataset that a query reads, without nested queries. */
export function datasetsOf(query: Query): readonly string[] {
  const found = new Set([query.subject])
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) look(item)
    else if (typeof value === 'object' && value !== null) {
      if ('dataset' in value && typeof value.dataset === 'string') found.add(value.dataset)
      for (const [key, inner] of Object.entries(value)) if (key !== 'query' && key !== 'with') look(inner)
    }
  }
  look([query.outputs, query.where, query.groupBy, query.having, query.orderBy])
  return [...found]
}

/** Flattens conditions that are joined with AND. */
export function conjuncts(condition: Condition | null): readonly Condition[] {
  if (condition === null) return []
  return condition.kind === 'and' ? condition.of.flatMap(conjuncts) : [condition]
}

export function allOf(conditions: readonly Condition[]): Condition | null {
  const [only, ...rest] = conditions
  if (only === undefined) return null
  return rest.length === 0 ? only : { kind: 'and', of: conditions }
}

/** The expression that a simple condition tests. */
export function lookedAt(condition: Condition): Expression | null {
  if (condition.kind === 'compare') return condition.left
  if (condition.kind === 'not') return lookedAt(condition.of)
  return 'of' in condition &&
    typeof condition.of === 'object' &&
    'kind' in condition.of &&
    isExpression(condition.of)
    ? condition.of
    : null
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** For people: the field's label, the metric's name, "number of orders". */
export function labelOf(expression: Expression, ontology: Ontology): string {
  switch (expression.kind) {
    case 'field':
      return fieldOf(ontology, expression)?.label ?? expression.field
    case 'metric':
      return ontology.metrics.find(({ name }) => name === expression.name)?.label ?? expression.name
    case 'rows':
      return datasetOf(ontology, expression.dataset)?.label ?? expression.dataset
    case 'aggregate':
      return `${aggregateWords[expression.function]} ${labelOf(expression.of, ontology)}`
    case 'period':
      return expression.unit
    case 'part':
      return expression.part
    case 'share':
      return `share of ${labelOf(expression.of, ontology)}`
    case 'running':
      return `${expression.function} of ${labelOf(expression.of, ontology)}`
    case 'arithmetic':
      return `${labelOf(expression.left, ontology)} ${expression.operator} ${labelOf(expression.right, ontology)}`
    case 'length':
      return `length of ${labelOf(expression.of, ontology)}`
    case 'join-text':
      return expression.of.map((part) => labelOf(part, ontology)).join(' ')
    case 'span':
      return `${expression.unit}s from ${labelOf(expression.from, ontology)} to ${labelOf(expression.to, ontology)}`
    case 'literal':
      return String(expression.value)
    case 'now':
      return 'now'
    case 'scalar':
      return 'value'
  }
}
