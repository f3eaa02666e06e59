import type { Metric, Ontology } from '@quipu/query'
import { deriveMetrics } from '@quipu/reading'

/** The ontology with proposed metrics. A person's metric replaces the proposal of the same name. */
export function proposeMetrics<
  Model extends Pick<Ontology, 'datasets' | 'relationships' | 'values' | 'metrics'>,
>(model: Model): Model {
  const own = new Set(model.metrics.map(({ name }) => name))
  const proposed = deriveMetrics(model).filter(({ name }) => !own.has(name))
  return proposed.length === 0 ? model : { ...model, metrics: [...proposed, ...model.metrics] }
}

/** Whether two metrics have the same meaning, ignoring their origin. */
export function isSameMetric(one: Metric, other: Metric): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ name, label, description, synonyms, expression, unit }: Metric): string {
  return JSON.stringify([name, label, description, synonyms, expression, unit])
}
