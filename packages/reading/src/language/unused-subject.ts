import { buildSql, planJoins, type Ontology, type Query } from '@quipu/query'
import { isGrouped } from './check-grain.ts'

/** The datasets that the expressions of a level name, without nested queries. */
function namedDatasets(query: Query): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    if ('dataset' in value && typeof value.dataset === 'string') found.add(value.dataset)
    if ('of' in value && typeof value.of === 'string') found.add(value.of)
    for (const [key, inner] of Object.entries(value)) if (key !== 'query' && key !== 'with') look(inner)
  }
  look([query.outputs, query.where, query.groupBy, query.having, query.orderBy, query.limitPer])
  return found
}

/** Figures of other datasets are asked for, and nothing of the level's own. */
function isSubjectUnused(query: Query): boolean {
  const named = namedDatasets(query)
  if (named.size === 0 || named.has(query.subject) || !isGrouped(query)) return false
  return (
    !query.appearances.some(({ as }) => as === query.subject) && !JSON.stringify(query).includes('"metric"')
  )
}

/** `from` says whose rows are asked about: what has no partner there does not count. */
export function withSubject(query: Query): Query {
  if (!isSubjectUnused(query)) return query
  const subject = { as: query.subject, dataset: query.subject, via: null, from: null }
  return { ...query, appearances: [...query.appearances, subject] }
}

/** The same query of a dataset that it uses, with the same SQL if there is one. */
export function withUsedSubject(query: Query, ontology: Ontology): Query {
  if (!isSubjectUnused(query)) return query
  const others = [...namedDatasets(query)].map((subject) => ({ ...query, subject }))
  const wanted = sqlOf(query, ontology)
  return others.find((one) => sqlOf(one, ontology) === wanted) ?? others[0] ?? query
}

function sqlOf(query: Query, ontology: Ontology): string | null {
  const plan = planJoins(query, ontology)
  if ('status' in plan) return null
  return buildSql(query, plan, ontology, { now: new Date(0), timeZone: 'UTC' }).inlined
}
