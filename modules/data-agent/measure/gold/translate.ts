import type { Ontology } from '@quipu/query'
import { conditionOf } from './conditions.ts'
import { expressionOf, type Context, type Json } from './expressions.ts'
import { tablesOf, type Tables } from './tables.ts'
import {
  bare,
  conjuncts,
  kindOf,
  nameIn,
  needed,
  parseSelect,
  treeAt,
  treesAt,
  Unsayable,
  type Tree,
} from './tree.ts'

/** Translates a SELECT into the query language, by its parsed tree. Throws `Unsayable` with the reason. */
export function translate(sql: string, ontology: Ontology): Json {
  const dialect = ontology.dialect === 'postgres' ? 'postgres' : 'sqlite'
  return queryOf(parseSelect(sql, dialect), ontology, null)
}

function queryOf(node: Tree, ontology: Ontology, outer: Tables | null): Json {
  const [kind, body] = kindOf(bare(node))
  if (kind === 'subquery') return queryOf(needed(body, 'this'), ontology, outer)
  if (kind === 'select') return selectOf(body, ontology, outer)
  if (kind !== 'union' && kind !== 'intersect' && kind !== 'except')
    throw new Unsayable(`a statement: ${kind}`)
  if (body['all'] === true) throw new Unsayable('UNION ALL')
  const left = queryOf(needed(body, 'left'), ontology, outer)
  const right = queryOf(needed(body, 'right'), ontology, outer)
  if ('order' in left || 'limit' in left) throw new Unsayable('a limit inside a set operation')
  if ('union' in left || 'intersect' in left || 'except' in left) throw new Unsayable('three sets')
  const context = { headings: new Map<string, unknown>(), query: () => ({}), condition: () => null }
  const select = kindOf(needed(body, 'left'))[1]
  const tables = kindOf(needed(body, 'left'))[0] === 'select' ? tablesOf(select, ontology, outer) : null
  const order = tables === null ? {} : orderOf(body, { ...context, tables })
  return { ...left, [kind]: right, ...order }
}

function selectOf(select: Tree, ontology: Ontology, outer: Tables | null): Json {
  if (treeAt(select, 'with') !== null) throw new Unsayable('WITH')
  const tables = tablesOf(select, ontology, outer)
  const plain: Context = {
    tables,
    headings: new Map(),
    query: (node) => queryOf(node, ontology, tables),
    condition: (node, own) => conditionOf(node, own, ontology),
  }
  const columns = treesAt(select, 'expressions').flatMap((one) => columnsOf(one, plain))
  const headings = new Map(columns.flatMap(({ heading, of }) => (heading === null ? [] : [[heading.toLowerCase(), of] as const]))) // prettier-ignore
  const context: Context = { ...plain, headings }
  const where = tables.conditions.map((one) => conditionOf(one, plain, ontology))
  const group = treesAt(treeAt(select, 'group_by'), 'expressions').map((one) => keyOf(one, context, columns))
  const having = conjuncts(treeAt(treeAt(select, 'having') ?? {}, 'this')).map((one) => conditionOf(one, context, ontology)) // prettier-ignore
  const order = orderOf(select, context, columns)
  const shown = columns.map(({ of }) => of)
  return {
    from: tables.subject.as,
    select: shown,
    ...(where.length > 0 ? { where } : {}),
    ...groupOf(group, shown, having, order),
    ...(having.length > 0 ? { having } : {}),
    ...order,
    ...(select['distinct'] === true ? { distinct: true } : {}),
    ...(tables.isOuter ? { outer: true } : {}),
    ...(tables.join.length > 0 ? { join: tables.join } : {}),
  }
}

interface Column {
  readonly of: unknown
  readonly heading: string | null
}

function columnsOf(node: Tree, context: Context): readonly Column[] {
  const [kind, body] = kindOf(node)
  if (kind === 'alias')
    return [{ of: expressionOf(needed(body, 'this'), context), heading: nameIn(body, 'alias') }]
  if (kind !== 'star' && !(kind === 'column' && nameIn(body, 'name') === '*'))
    return [{ of: expressionOf(node, context), heading: null }]
  const alias = nameIn(body, 'table')?.toLowerCase()
  const tables = context.tables.all.filter((one) => alias === undefined || one.alias.toLowerCase() === alias)
  return tables.flatMap(({ as, dataset }) =>
    dataset.fields.map((field) => ({ of: `${as}.${field.name}`, heading: null })),
  )
}

/** A column, or the position of one. */
function keyOf(node: Tree, context: Context, columns: readonly Column[]): unknown {
  const [kind, body] = kindOf(bare(node))
  const at = kind === 'literal' && body['literal_type'] === 'number' ? Number(body['value']) : null
  return at === null ? expressionOf(node, context) : columns[at - 1]?.of
}

/** Columns beside the groups have one value in each group, so they can be keys as well. */
function groupOf(
  group: readonly unknown[],
  shown: readonly unknown[],
  having: readonly unknown[],
  order: Json,
): Json {
  const orders = Array.isArray(order['order']) ? (order['order'] as readonly Json[]).flatMap((one) => Object.values(one)) : [] // prettier-ignore
  const isGrouped = group.length > 0 || having.length > 0 || shown.some(isMeasure)
  if (!isGrouped) return {}
  const keys = [...group, ...[...shown, ...orders].filter((one) => !isMeasure(one) && !isConstant(one))]
  const different = [...new Map(keys.map((one) => [JSON.stringify(one), one])).values()]
  return different.length > 0 ? { group: different } : {}
}

function isMeasure(of: unknown): boolean {
  return /"(?:count|sum|avg|min|max)":/.test(JSON.stringify(of)) && !JSON.stringify(of).startsWith('{"query"')
}

function isConstant(of: unknown): boolean {
  return typeof of === 'number' || (typeof of === 'object' && of !== null && ('value' in of || 'query' in of))
}

function orderOf(select: Tree, context: Context, columns: readonly Column[] = []): Json {
  const orders = treesAt(treeAt(select, 'order_by'), 'expressions').map((one) => {
    const of = keyOf(needed(one, 'this'), context, columns)
    return { [one['desc'] === true ? 'desc' : 'asc']: of }
  })
  const limit = treeAt(treeAt(select, 'limit') ?? {}, 'this')
  const offset = treeAt(treeAt(select, 'offset') ?? {}, 'this')
  if (offset !== null) throw new Unsayable('OFFSET')
  return {
    ...(orders.length > 0 ? { order: orders } : {}),
    ...(limit === null ? {} : { limit: Number(kindOf(limit)[1]['value']) }),
  }
}
