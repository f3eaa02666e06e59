import { allOf, binary, call, select, type Relation, type SqlExpression, type SqlJoin } from './ast.ts'
import { fieldNamed, type Level, type TreeEdge } from './level.ts'
import type { Scope } from './scope.ts'

interface JoinedTables {
  readonly from: Relation | null
  readonly joins: readonly SqlJoin[]
  /** The conditions that link the tables to rows of the outer query. */
  readonly links: readonly SqlExpression[]
  /** The columns of these tables that are linked. */
  readonly linkedColumns: readonly SqlExpression[]
}

export interface JoinOptions {
  /** Where FROM starts, or the rows of the outer query where the join paths start. */
  readonly start: readonly string[]
  readonly isCorrelated: boolean
  /** Outer-joined nodes, with further join conditions on the partner. */
  readonly optional?: ReadonlyMap<string, readonly SqlExpression[]>
  /** Tables without a key, whose rows are numbered to identify them. */
  readonly numbered?: ReadonlySet<string>
}

export const rowNumber = 'row_number'

/** Joins the tables of the nodes along the level's join tree. Adds their places to the scope. */
export function joinTables(
  level: Level,
  nodes: ReadonlySet<string>,
  scope: Scope,
  options: JoinOptions,
): JoinedTables {
  const joins: SqlJoin[] = []
  const links: SqlExpression[] = []
  const linkedColumns: SqlExpression[] = []
  let from: Relation | null = null
  const reached = new Set(options.start)
  const open = [...options.start]
  if (!options.isCorrelated) from = relation(level, open[0] ?? level.root, scope, options)
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    for (const edge of level.edges(node)) {
      if (!nodes.has(edge.to) || reached.has(edge.to)) continue
      reached.add(edge.to)
      open.push(edge.to)
      const table = relation(level, edge.to, scope, options)
      const on = matching(level, node, edge, scope)
      if (options.isCorrelated && options.start.includes(node)) {
        links.push(...on)
        linkedColumns.push(...on.flatMap((one) => (one.kind === 'binary' ? [one.left] : [])))
        if (from === null) from = table
        else joins.push({ how: 'cross', relation: table, on: null })
        continue
      }
      const extra = options.optional?.get(edge.to)
      joins.push({
        how: extra === undefined ? 'inner' : 'left',
        relation: table,
        on: allOf([...on, ...(extra ?? [])]),
      })
    }
  }
  return { from, joins, links, linkedColumns }
}

function relation(level: Level, node: string, scope: Scope, options: JoinOptions): Relation {
  const dataset = level.dataset(node)
  const place = scope.has(node) ? scope.place(node) : scope.add(node, dataset)
  if (options.numbered?.has(node) !== true) return { kind: 'table', path: dataset.path, place }
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

function matching(level: Level, node: string, edge: TreeEdge, scope: Scope): readonly SqlExpression[] {
  return edge.on.map(({ own, other }) =>
    binary(nodeColumn(level, edge.to, other, scope), '=', nodeColumn(level, node, own, scope)),
  )
}

export function nodeColumn(level: Level, node: string, fieldName: string, scope: Scope): SqlExpression {
  const field = fieldNamed(level.dataset(node), fieldName)
  return { kind: 'column', place: scope.place(node), name: field.column, field: field.name }
}
