import type { Metric, Ontology } from '@quipu/query'
import { deriveMetrics } from '@quipu/reading'

/** The ontology with the metrics that its schema suggests. One that a person made replaces a proposal of the same name. */
export function proposeMetrics<
  Model extends Pick<Ontology, 'datasets' | 'relationships' | 'values' | 'metrics'>,
>(model: Model): Model {
  const own = new Set(model.metrics.map(({ name }) => name))
  const proposed = deriveMetrics(model).filter(({ name }) => !own.has(name))
  return proposed.length === 0 ? model : { ...model, metrics: [...proposed, ...model.metrics] }
}

/** Whether two metrics say the same, whoever made them. */
export function isSameMetric(one: Metric, other: Metric): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ name, label, description, synonyms, expression, unit }: Metric): string {
  return JSON.stringify([name, label, description, synonyms, expression, unit])
}
