import type { Condition, Expression, Ontology } from '@quipu/query'

/** The most used code is a code: rows that have none are no group of a ranking by one text. */
export function namedTop(
  keys: readonly Expression[],
  limit: number | null,
  { datasets }: Ontology,
): readonly Condition[] {
  const [only, ...more] = keys
  if (limit === null || only?.kind !== 'field' || more.length > 0) return []
  const field = datasets
    .find(({ name }) => name === only.dataset)
    ?.fields.find(({ name }) => name === only.field)
  return field?.type === 'text' && field.statistics.nulls > 0
    ? [{ kind: 'not', of: { kind: 'null', of: only } }]
    : []
}
