import type { Condition, Ontology, Query } from '@quipu/query'
import { momentOf } from '../business/moments.ts'
import { joinPathsOf } from '../interpret/join-paths.ts'
import { emptyQuery } from '../interpret/builder.ts'

interface Share {
  /** The rows of which a part is asked for. */
  readonly rows: string
  /** What the part meets. */
  readonly where: Condition
  /** What all of them meet: periods. */
  readonly whole: readonly Condition[]
}

/**
 * "what percentage of orders had a complaint this year": orders without one are a part of all, and the year is that of the orders. What the
 * part has in other rows is asked as whether there are any, and does not narrow all of them.
 */
export function shareOfAll({ rows, where, whole }: Share, ontology: Ontology): Share {
  const others = new Set(datasetsIn(where).filter((name) => name !== rows))
  if (others.size === 0) return { rows, where, whole }
  const moment = momentOf(rows, ontology)
  const own = whole.map((one): Condition => {
    if (one.kind !== 'during' || moment === null || one.of.kind !== 'field') return one
    return others.has(one.of.dataset) ? { ...one, of: moment } : one
  })
  return { rows, where: asOwn(where, rows, ontology), whole: own }
}

function asOwn(one: Condition, rows: string, ontology: Ontology): Condition {
  if (one.kind === 'and' || one.kind === 'or')
    return { ...one, of: one.of.map((each) => asOwn(each, rows, ontology)) }
  const [name, ...more] = [...new Set(datasetsIn(one))]
  if (name === undefined || name === rows || more.length > 0) return one
  const path = joinPathsOf(ontology).between(rows, name)
  const dataset = ontology.datasets.find((each) => each.name === name)
  if (path === null || dataset === undefined) return one
  const isPresent = one.kind === 'not' && one.of.kind === 'null'
  if (path.toOne) {
    const link = ontology.relationships.find(({ from, to }) => from === rows && to === name)
    const [field] = link?.fromFields ?? []
    return isPresent && field !== undefined
      ? { kind: 'not', of: { kind: 'null', of: { kind: 'field', dataset: rows, field } } }
      : one
  }
  const query: Query = { ...emptyQuery(dataset), where: isPresent ? null : one }
  return { kind: 'related', of: rows, query }
}

function datasetsIn(one: Condition): readonly string[] {
  if (one.kind === 'related' || one.kind === 'member') return []
  return [...JSON.stringify(one).matchAll(/"kind":"(?:field|rows)","dataset":"([^"]+)"/g)].map(
    ([, name = '']) => name,
  )
}
