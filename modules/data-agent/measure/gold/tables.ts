import type { Dataset, Ontology, Relationship } from '@quipu/query'
import {
  bare,
  conjuncts,
  kindOf,
  nameIn,
  needed,
  textIn,
  treeAt,
  treesAt,
  Unsayable,
  type Tree,
} from './tree.ts'

/** One table of FROM, under the name that the query language gives it. */
export interface Table {
  readonly alias: string
  readonly dataset: Dataset
  /** The dataset's name for its first appearance. */
  readonly as: string
}

export interface Tables {
  readonly subject: Table
  readonly all: readonly Table[]
  readonly join: readonly Readonly<Record<string, unknown>>[]
  /** Join conditions that are not a relationship, and the conditions of WHERE. */
  readonly conditions: readonly Tree[]
  readonly isOuter: boolean
  /** No table determines all others, so that rows are multiplied in two directions. */
  readonly isChasm: boolean
  readonly outer: Tables | null
  /** For EXISTS: whether a relationship links it to the outer query. */
  readonly link: string | null
}

interface Edge {
  readonly left: Omit<Table, 'as'>
  readonly right: Omit<Table, 'as'>
  /** Null for a join over fields without a relationship. */
  readonly relationship: Relationship | null
  readonly isForward: boolean
  readonly on: readonly (readonly [string, string])[]
}

/** The tables of a SELECT and their joins, as far as these are relationships. */
export function tablesOf(select: Tree, ontology: Ontology, outer: Tables | null): Tables {
  const joins = treesAt(select, 'joins')
  const sources = [
    ...treesAt(treeAt(select, 'from'), 'expressions'),
    ...joins.map((join) => needed(join, 'this')),
  ]
  const tables = sources.map((one) => tableOf(one, ontology))
  const [first] = tables
  if (first === undefined) throw new Unsayable('no table')
  const kinds = joins.map((join) => textIn(join, 'kind'))
  if (kinds.some((kind) => /right|full|natural/i.test(kind)))
    throw new Unsayable('right, full or natural join')
  const isOuter = kinds.some((kind) => /left/i.test(kind))
  const given = [
    ...joins.flatMap((join) => [...conjuncts(treeAt(join, 'on')), ...usingOf(join, tables)]),
    ...conjuncts(treeAt(treeAt(select, 'where_clause') ?? {}, 'this')),
  ]
  const { edges, rest, between } = edgesOf(given, tables, ontology)
  tables.push(...between)
  const start = isOuter ? first : (tables.find((one) => determines(one, edges, tables)) ?? null)
  return placed(start ?? first, tables, edges, {
    conditions: rest,
    isOuter,
    isChasm: start === null,
    outer,
    link: null,
  })
}

function tableOf(node: Tree, ontology: Ontology): Omit<Table, 'as'> {
  const [kind, body] = kindOf(node)
  if (kind !== 'table') throw new Unsayable('a query in FROM')
  const name = nameIn(body, 'name') ?? ''
  const dataset = ontology.datasets.find(
    (one) => (one.path.at(-1) ?? '').toLowerCase() === name.toLowerCase(),
  )
  if (dataset === undefined) throw new Unsayable('a table that the ontology does not have')
  return { alias: nameIn(body, 'alias') ?? name, dataset }
}

function usingOf(join: Tree, tables: readonly Omit<Table, 'as'>[]): readonly Tree[] {
  const right =
    nameIn(kindOf(needed(join, 'this'))[1], 'alias') ?? nameIn(kindOf(needed(join, 'this'))[1], 'name')
  return treesAt(join, 'using').flatMap((one) => {
    const name = typeof one['name'] === 'string' ? one['name'] : ''
    const left = tables.find((table) => table.alias !== right && columnIn(table.dataset, name) !== null)
    const column = (table: string | null | undefined) => ({
      column: { name: { name }, table: { name: table } },
    })
    return [{ eq: { left: column(left?.alias), right: column(right) } }]
  })
}

/** The field of this column, ignoring case. */
export function columnIn(dataset: Dataset, column: string): string | null {
  const found = dataset.fields.find((one) => one.column.toLowerCase() === column.toLowerCase())
  return found === undefined || found.isHidden ? null : found.name
}

interface Pair {
  readonly node: Tree
  readonly left: Omit<Table, 'as'>
  readonly leftField: string
  readonly right: Omit<Table, 'as'>
  readonly rightField: string
}

/** Equalities that together are a relationship become edges; the others stay conditions. */
function edgesOf(given: readonly Tree[], tables: readonly Omit<Table, 'as'>[], ontology: Ontology) {
  const { relationships } = ontology
  const pairs = given.flatMap((node) => pairOf(node, tables))
  const used = new Set<Tree>()
  const edges: Edge[] = []
  for (const pair of pairs) {
    if (used.has(pair.node) || isJoined(pair.left, pair.right, edges)) continue
    const beside = pairs.filter((one) => isBetween(one, pair.left, pair.right))
    for (const relationship of relationships) {
      const found = [true, false].flatMap((isForward) => {
        const members = membersOf(relationship, isForward, pair, beside)
        return members === null ? [] : [{ isForward, members }]
      })[0]
      if (found === undefined || !found.members.includes(pair)) continue
      for (const one of found.members) used.add(one.node)
      edges.push({ left: pair.left, right: pair.right, relationship, isForward: found.isForward, on: [] })
      break
    }
  }
  const between: Omit<Table, 'as'>[] = []
  for (const pair of pairs) {
    if (used.has(pair.node) || isJoined(pair.left, pair.right, edges)) continue
    used.add(pair.node)
    const ends = commonKey(pair, ontology)
    if (ends === null) {
      const beside = pairs.filter(
        (one) => one === pair || (!used.has(one.node) && isBetween(one, pair.left, pair.right)),
      )
      for (const one of beside) used.add(one.node)
      const on = beside.map((one): [string, string] =>
        one.left === pair.left ? [one.leftField, one.rightField] : [one.rightField, one.leftField],
      )
      edges.push({ left: pair.left, right: pair.right, relationship: null, isForward: true, on })
      continue
    }
    const middle = { alias: `between ${between.length + 1}`, dataset: ends.dataset }
    between.push(middle)
    edges.push({ left: pair.left, right: middle, relationship: ends.left, isForward: true, on: [] })
    edges.push({ left: pair.right, right: middle, relationship: ends.right, isForward: true, on: [] })
  }
  return { edges, between, rest: given.filter((node) => !used.has(node)) }
}

/** Both fields refer to the same key, so the join goes through the dataset of that key. */
function commonKey({ left, leftField, right, rightField }: Pair, { relationships, datasets }: Ontology) {
  const from = (dataset: Dataset, field: string): readonly Relationship[] =>
    relationships.filter(
      (one) => one.from === dataset.name && one.fromFields.length === 1 && one.fromFields[0] === field,
    )
  for (const one of from(left.dataset, leftField))
    for (const other of from(right.dataset, rightField)) {
      const dataset = datasets.find(({ name }) => name === one.to)
      if (one.to === other.to && one.toFields[0] === other.toFields[0] && dataset !== undefined)
        return { left: one, right: other, dataset }
    }
  return null
}

function pairOf(node: Tree, tables: readonly Omit<Table, 'as'>[]): readonly Pair[] {
  const [kind, body] = kindOf(node)
  if (kind !== 'eq') return []
  const [left, right] = [endOf(needed(body, 'left'), tables), endOf(needed(body, 'right'), tables)]
  if (left === null || right === null || left.table === right.table) return []
  return [{ node, left: left.table, leftField: left.field, right: right.table, rightField: right.field }]
}

function endOf(node: Tree, tables: readonly Omit<Table, 'as'>[]) {
  const [kind, body] = kindOf(bare(node))
  if (kind !== 'column') return null
  const [name, alias] = [nameIn(body, 'name') ?? '', nameIn(body, 'table')?.toLowerCase()]
  const table = tables.find(
    (one) =>
      (alias === undefined || one.alias.toLowerCase() === alias) && columnIn(one.dataset, name) !== null,
  )
  const field = table === undefined ? null : columnIn(table.dataset, name)
  return table === undefined || field === null ? null : { table, field }
}

function isBetween(pair: Pair, a: Omit<Table, 'as'>, b: Omit<Table, 'as'>): boolean {
  return (pair.left === a && pair.right === b) || (pair.left === b && pair.right === a)
}

/** The equalities that make up the relationship, seen from the left table of `pair`. */
function membersOf(
  { from, to, fromFields, toFields }: Relationship,
  isForward: boolean,
  { left, right }: Pair,
  beside: readonly Pair[],
): readonly Pair[] | null {
  const [here, there] = isForward ? [from, to] : [to, from]
  if (left.dataset.name !== here || right.dataset.name !== there) return null
  const members = fromFields.map((fromField, index) => {
    const [own, other] = isForward ? [fromField, toFields[index]] : [toFields[index], fromField]
    return beside.find((one) =>
      one.left === left
        ? one.leftField === own && one.rightField === other
        : one.rightField === own && one.leftField === other,
    )
  })
  return members.every((one) => one !== undefined) ? members : null
}

/** A second edge between tables that are connected already is a condition. */
function isJoined(a: Omit<Table, 'as'>, b: Omit<Table, 'as'>, edges: readonly Edge[]): boolean {
  const reached = new Set([a])
  for (let grew = true; grew;) {
    grew = false
    for (const { left, right } of edges)
      if (reached.has(left) !== reached.has(right)) {
        reached.add(left).add(right)
        grew = true
      }
  }
  return reached.has(b)
}

function determines(
  start: Omit<Table, 'as'>,
  edges: readonly Edge[],
  tables: readonly Omit<Table, 'as'>[],
): boolean {
  const reached = new Set([start])
  for (let grew = true; grew;) {
    grew = false
    for (const { left, right, relationship, isForward } of edges) {
      const isOne = relationship?.cardinality === 'one-to-one'
      const isMany = relationship === null || relationship.cardinality === 'many-to-many'
      if (reached.has(left) && !reached.has(right) && !isMany && (isForward || isOne))
        grew = reached.add(right).has(right)
      if (reached.has(right) && !reached.has(left) && !isMany && (!isForward || isOne))
        grew = reached.add(left).has(left)
    }
  }
  return tables.every((one) => reached.has(one))
}

/** Names the tables outwards from the subject, and writes each join. */
function placed(
  start: Omit<Table, 'as'>,
  tables: readonly Omit<Table, 'as'>[],
  edges: readonly Edge[],
  rest: Pick<Tables, 'conditions' | 'isOuter' | 'isChasm' | 'outer' | 'link'>,
): Tables {
  const subject: Table = { ...start, as: start.dataset.name }
  const named = new Map<Omit<Table, 'as'>, Table>([[start, subject]])
  const join: Record<string, unknown>[] = []
  for (let grew = true; grew;) {
    grew = false
    for (const { left, right, relationship, isForward, on } of edges) {
      const [from, to, isOut] = named.has(left) ? [left, right, isForward] : [right, left, !isForward]
      const near = named.get(from)
      if (near === undefined || named.has(to)) continue
      const isFirst =
        near.as === near.dataset.name && ![...named.values()].some((one) => one.as === to.dataset.name)
      const as = isFirst ? to.dataset.name : to.alias
      if (!isFirst && tables.some((one) => one.dataset.name === as))
        throw new Unsayable('an alias that is a dataset')
      named.set(to, { ...to, as })
      const isSelf = relationship !== null && relationship.from === relationship.to
      join.push({
        dataset: to.dataset.name,
        ...(relationship === null
          ? { on: on.map(([a, b]) => (from === left ? [a, b] : [b, a])), from: near.as }
          : { via: relationship.name }),
        ...(isFirst ? {} : { as, from: near.as }),
        ...(isSelf && !isOut ? { end: 'from' } : {}),
      })
      grew = true
    }
  }
  if (named.size < tables.length) throw new Unsayable('a join over columns that are no relationship')
  return { subject, all: [...named.values()], join, ...rest }
}
