import type { Condition, Ontology, Query } from '@quipu/query'
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

/** "the average age of male and female guests": an average for each of them, since one of both would not name them. */
export function withValueGroups(query: Query, draft: Draft, { datasets }: Ontology): Query {
  const list = conjunctsOf(query.where).find((each) => each.kind === 'in')
  const isPlain = query.groupBy.length === 0 && query.orderBy.length === 0 && query.combine === null
  const isMean = ({ expression }: Query['outputs'][number]): boolean =>
    expression.kind === 'aggregate' && (means.has(expression.function) || countsTwice(draft))
  if (list?.kind !== 'in' || list.of.kind !== 'field' || !isPlain || !query.outputs.every(isMean))
    return query
  if (
    !(areNamedTogether(draft) || countsTwice(draft)) ||
    draft.groups.length > 0 ||
    query.outputs.length === 0
  )
    return query
  const { dataset, field } = list.of
  const fields = datasets.find(({ name }) => name === dataset)?.fields ?? []
  const label = fields.find(({ name }) => name === field)?.label ?? field
  return { ...query, outputs: [{ expression: list.of, label }, ...query.outputs], groupBy: [list.of] }
}

const means: ReadonlySet<string> = new Set(['avg', 'median', 'min', 'max'])

/** "how many guests are adults and how many are children": the same things are counted twice, each time with a value. */
function countsTwice({ outputs, conditions, asks }: Draft): boolean {
  const [one, other, ...more] = outputs
  const values = conditions.filter(({ kind }) => kind === 'value')
  return (
    asks === 'count' &&
    more.length === 0 &&
    one?.aggregate === 'count' &&
    other?.aggregate === 'count' &&
    one.noun?.chunk === (other.noun ?? one.noun)?.chunk &&
    values.length === 2 &&
    values[0]?.clause !== values[1]?.clause
  )
}

/** Two values with "and" between them. */
function areNamedTogether({ conditions }: Draft): boolean {
  const values = conditions.filter(({ kind }) => kind === 'value')
  const [one, other] = values
  return (
    values.length === 2 &&
    one !== undefined &&
    other !== undefined &&
    other.joiner === 'and' &&
    !one.negated &&
    other.chunk.from === one.chunk.to + 1
  )
}

function conjunctsOf(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of : [where]
}
