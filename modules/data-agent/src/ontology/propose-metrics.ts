import type { Metric, Ontology } from '@quipu/query'
import { deriveMetrics } from '@quipu/reading'
import { FoldedValues } from './value-index.ts'

/** The ontology with proposed metrics, and with codes that are found by their meaning. A person's metric replaces the proposal of the same name. */
export function proposeMetrics<
  Model extends Pick<Ontology, 'datasets' | 'relationships' | 'values' | 'metrics'>,
>(plain: Model): Model {
  const model =
    plain.values instanceof FoldedValues
      ? { ...plain, values: plain.values.explained(plain.datasets) }
      : plain
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
