import { planLevels, type Appearance, type Ontology, type Query } from '@quipu/query'
import { looseFields } from './check-grain.ts'
import { withUsedSubject } from './unused-subject.ts'

/**
 * The same query with every silent choice made explicit: joins that had an equally good alternative, and fields that only
 * order the groups. Its SQL is the same, and it can be sent back.
 */
export function completeQuery(given: Query, ontology: Ontology): Query {
  const query = withUsedSubject(given, ontology)
  const planned = planLevels(query, ontology)
  if ('reason' in planned) return query
  const { plan, ties } = planned
  return mapLevels(query, (level, original) => {
    const tie = ties.find((one) => one.level === original)
    const pinned: readonly Appearance[] = (tie?.paths[0] ?? []).map(({ dataset, via }) => ({ as: dataset, dataset, via, from: null, isPathOnly: true })) // prettier-ignore
    const named = level.appearances.map((one): Appearance => {
      const join = plan.trees.get(original)?.joins.find(({ right }) => right === one.as)
      if (one.via !== null || one.as === one.dataset || join === undefined) return one
      return { ...one, via: join.relationship }
    })
    const kept = named.filter((one) => one.via !== null || !pinned.some(({ as }) => as === one.as))
    const loose = looseFields(level)
    if (
      pinned.length === 0 &&
      loose.length === 0 &&
      JSON.stringify(kept) === JSON.stringify(level.appearances)
    )
      return level
    return { ...level, appearances: [...kept, ...pinned], groupBy: [...level.groupBy, ...loose] }
  })
}

/** Changes each level, innermost first. */
function mapLevels(query: Query, change: (level: Query, original: Query) => Query): Query {
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const list = value.map(mapped)
      return list.some((one, index) => one !== value[index]) ? list : value
    }
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, one]) => [key, one, mapped(one)] as const)
    const isSame = entries.every(([, before, after]) => before === after)
    const next: unknown = isSame ? value : Object.fromEntries(entries.map(([key, , one]) => [key, one]))
    // Safe: of all parts of a query, levels alone have a subject, and a changed level keeps its keys.
    return 'subject' in value ? change(next as Query, value as Query) : next
  }
  // Safe: as above.
  return mapped(query) as Query
}
