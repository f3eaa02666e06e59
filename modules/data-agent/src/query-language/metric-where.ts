import { metricExpression } from '@quipu/query'
import { emptyQuery, writeQuery } from '@quipu/reading'
import { aggregates, isObject, type Forms } from './forms.ts'

/** A metric over some of the rows: its expression, with the conditions added to each aggregate in it. */
export function metricWhere(name: unknown, where: readonly unknown[], { names, subject }: Forms): unknown {
  const metric = names.metric(name)
  const dataset = names.dataset(subject)
  if (metric === undefined || dataset === undefined) return undefined
  const expression = metricExpression(metric.name, names.ontology)
  const alone = { ...emptyQuery(dataset), outputs: [{ expression, label: '' }] }
  const { select } = writeQuery(alone, names.ontology)
  return conditioned(Array.isArray(select) ? select[0] : undefined, where)
}

function conditioned(of: unknown, where: readonly unknown[]): unknown {
  if (Array.isArray(of)) return of.map((one) => conditioned(one, where))
  if (!isObject(of)) return of
  if (!aggregates.some((name) => of[name] !== undefined))
    return Object.fromEntries(Object.entries(of).map(([key, one]) => [key, conditioned(one, where)]))
  return { ...of, where: [...(of['where'] === undefined ? [] : [of['where']]), ...where] }
}
