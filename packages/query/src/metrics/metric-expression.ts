import type { Ontology } from '../model/ontology.ts'
import type { Expression } from '../model/logical-form.ts'
import { MetricError } from './metric-error.ts'
import { MetricParser } from './metric-parser.ts'

const parsed = new WeakMap<Ontology, Map<string, Expression>>()

/** The expression of a metric. Throws `MetricError` when its text cannot be parsed. */
export function metricExpression(name: string, ontology: Ontology): Expression {
  let known = parsed.get(ontology)
  if (known === undefined) parsed.set(ontology, (known = new Map()))
  const before = known.get(name)
  if (before !== undefined) return before
  const metric = ontology.metrics.find((one) => one.name === name)
  if (metric === undefined) throw new MetricError(`There is no metric named ${name}.`)
  const expression = parseMetric(metric.expression, ontology)
  known.set(name, expression)
  return expression
}

/** Parses `sum(order_items.quantity * order_items.unit_price)` into an expression over the ontology's fields. */
export function parseMetric(text: string, { datasets }: Pick<Ontology, 'datasets'>): Expression {
  return new MetricParser(text, datasets).parse()
}

export function isMetric(text: string, ontology: Pick<Ontology, 'datasets'>): boolean {
  try {
    parseMetric(text, ontology)
    return true
  } catch (error) {
    if (error instanceof MetricError) return false
    throw error
  }
}
