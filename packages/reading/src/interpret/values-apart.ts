import type { Condition, Query } from '@quipu/query'
import type { Draft } from '../grammar/draft.ts'
import { compare, literal } from './builder.ts'

/** "open and closed repairs per workshop": a count for each state, beside one another. */
export function withValuesApart(query: Query, draft: Draft): Query {
  const list = conjunctsOf(query.where).find((each) => each.kind === 'in')
  const at = query.outputs.findIndex(
    ({ expression }) => expression.kind === 'aggregate' && expression.function === 'count',
  )
  const counted = query.outputs[at]
  if (!draft.countsApart || list?.kind !== 'in' || counted?.expression.kind !== 'aggregate') return query
  const { expression, label } = counted
  const each = list.values.map((value) => ({
    expression: { ...expression, where: compare(list.of, '=', literal(value)) },
    label: `${label} (${String(value)})`,
  }))
  return { ...query, outputs: query.outputs.toSpliced(at, 1, ...each) }
}

function conjunctsOf(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of : [where]
}
