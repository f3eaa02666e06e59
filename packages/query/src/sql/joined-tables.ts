import { allOf, binary, call, select, type Relation, type SqlExpression, type SqlJoin } from './ast.ts'
import { fieldNamed, type Level, type Road } from './level.ts'
import type { Scope } from './scope.ts'

interface JoinedTables {
  readonly from: Relation | null
  readonly joins: readonly SqlJoin[]
  /** What ties them to rows of the query around. */
  readonly ties: readonly SqlExpression[]
  /** Columns of these tables that are tied. */
  readonly tied: readonly SqlExpression[]
}

export interface JoinWishes {
  /** Where the FROM begins, or the rows of the query around from which the roads start. */
  readonly start: readonly string[]
  readonly isCorrelated: boolean
  /** Nodes that may lack a partner, with further conditions on the partner. */
  readonly optional?: ReadonlyMap<string, readonly SqlExpression[]>
  /** Tables without a key whose rows get a number, so that they can be told apart. */
  readonly numbered?: ReadonlySet<string>
}

export const rowNumber = 'row_number'

/** The nodes' tables joined along the level's tree. Places are added to the scope. */
export function joinTables(
  level: Level,
  nodes: ReadonlySet<string>,
  scope: Scope,
  wishes: JoinWishes,
): JoinedTables {
  const joins: SqlJoin[] = []
  const ties: SqlExpression[] = []
  const tied: SqlExpression[] = []
  let from: Relation | null = null
  const reached = new Set(wishes.start)
  const open = [...wishes.start]
  if (!wishes.isCorrelated) from = relation(level, open[0] ?? level.root, scope, wishes)
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    for (const road of level.roads(node)) {
      if (!nodes.has(road.to) || reached.has(road.to)) continue
      reached.add(road.to)
      open.push(road.to)
      const table = relation(level, road.to, scope, wishes)
      const on = matching(level, node, road, scope)
      if (wishes.isCorrelated && wishes.start.includes(node)) {
        ties.push(...on)
        tied.push(...on.flatMap((one) => (one.kind === 'binary' ? [one.left] : [])))
        if (from === null) from = table
        else joins.push({ how: 'cross', relation: table, on: null })
        continue
      }
      const extra = wishes.optional?.get(road.to)
      joins.push({
        how: extra === undefined ? 'inner' : 'left',
        relation: table,
        on: allOf([...on, ...(extra ?? [])]),
      })
    }
  }
  return { from, joins, ties, tied }
}

function relation(level: Level, node: string, scope: Scope, wishes: JoinWishes): Relation {
  const dataset = level.dataset(node)
  const place = scope.has(node) ? scope.place(node) : scope.add(node, dataset)
  if (wishes.numbered?.has(node) !== true) return { kind: 'table', path: dataset.path, place }
  const inner = { name: dataset.path.at(-1) ?? dataset.name, dataset: dataset.name }
  const numbers: SqlExpression = { ...call('row_number'), over: { partition: [], order: [] } }
  const rows = select({
    headings: [
      { of: { kind: 'star' }, as: null },
      { of: numbers, as: rowNumber },
    ],
    from: { kind: 'table', path: dataset.path, place: inner },
  })
  return { kind: 'derived', select: rows, place }
}

function matching(level: Level, node: string, road: Road, scope: Scope): readonly SqlExpression[] {
  return road.on.map(({ own, other }) =>
    binary(nodeColumn(level, road.to, other, scope), '=', nodeColumn(level, node, own, scope)),
  )
}

export function nodeColumn(level: Level, node: string, fieldName: string, scope: Scope): SqlExpression {
  const field = fieldNamed(level.dataset(node), fieldName)
  return { kind: 'column', place: scope.place(node), name: field.column, field: field.name }
}
