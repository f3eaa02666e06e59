import { leadsToOne, otherEnd, type Edge, type RelationshipGraph } from './relationship-graph.ts'

export interface FoundTree {
  readonly edges: readonly Edge[]
  readonly cost: number
}

export interface TreeOptions {
  /** Ids of edges that must not be used. */
  readonly without: ReadonlySet<number>
  /** Ids of edges that the question names. They cost nearly nothing. */
  readonly preferred: ReadonlySet<number>
  /** The root. Among trees of equal cost, the one whose tables are nearest to the root wins. */
  readonly root?: number
}

/** The two cheapest trees that connect the terminals, best first. Empty when they cannot be connected. */
export function cheapestTrees(
  graph: RelationshipGraph,
  terminals: readonly number[],
  options: TreeOptions,
): readonly FoundTree[] {
  const sorted = [...new Set(terminals)].toSorted(byNumber)
  const key = JSON.stringify([
    sorted,
    [...options.without].toSorted(byNumber),
    [...options.preferred].toSorted(byNumber),
    options.root ?? null,
  ])
  // Safe: only this function writes to `found`, and only lists of trees.
  const known = graph.found.get(key) as readonly FoundTree[] | undefined
  if (known !== undefined) return known
  const trees = sorted.length < 2 ? [{ edges: [], cost: 0 }] : search(graph, sorted, options)
  if (graph.found.size > 5_000) graph.found.clear()
  graph.found.set(key, trees)
  return trees
}

/** Every other tree lacks at least one edge of the best one, so excluding each edge in turn finds the second best. */
function search(
  graph: RelationshipGraph,
  terminals: readonly number[],
  options: TreeOptions,
): readonly FoundTree[] {
  const found = new Map<string, FoundTree>()
  const consider = (without: ReadonlySet<number>): FoundTree | null => {
    const edges = dreyfusWagner(graph, terminals, { ...options, without })
    if (edges === null) return null
    const tree = { edges, cost: costOf(edges, graph, terminals, options) }
    found.set(edges.map((edge) => edge.id).join(), tree)
    return tree
  }
  const first = consider(options.without)
  if (first === null) return []
  let round: readonly FoundTree[] = [first]
  for (let depth = 0; depth < 2; depth += 1) {
    for (const tree of round) for (const edge of tree.edges) consider(new Set([...options.without, edge.id]))
    const best = ranked(found.values(), options.root)[0]
    if (best === undefined || best === first) break
    round = [best]
  }
  return ranked(found.values(), options.root).slice(0, 2)
}

function ranked(trees: Iterable<FoundTree>, root: number | undefined): readonly FoundTree[] {
  const keyOf = (tree: FoundTree): string => tree.edges.map((edge) => edge.relationship.name).join('\n')
  return [...trees].toSorted(
    (a, b) =>
      a.cost - b.cost ||
      a.edges.length - b.edges.length ||
      stepsFrom(root, a) - stepsFrom(root, b) ||
      spreadFrom(root, a) - spreadFrom(root, b) ||
      optionalIn(a) - optionalIn(b) ||
      (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}

/** How many references some rows do not have: every booking has a room with its house, and not every one has a member. */
function optionalIn({ edges }: FoundTree): number {
  return edges.filter(({ isOptional }) => isOptional).length
}

/** How many joins lead from one row to several: an instalment belongs to one student by its enrolment, not by its payments. */
function spreadFrom(root: number | undefined, tree: FoundTree): number {
  const steps = stepsOf(root, tree)
  return tree.edges.filter((edge) => {
    const isForward = (steps.get(edge.a) ?? 0) < (steps.get(edge.b) ?? 0)
    return !leadsToOne(edge, isForward ? edge.a : edge.b)
  }).length
}

/** The sum of the distances from the root to every table of the tree. */
function stepsFrom(root: number | undefined, tree: FoundTree): number {
  return [...stepsOf(root, tree).values()].reduce((sum, each) => sum + each, 0)
}

function stepsOf(root: number | undefined, { edges }: FoundTree): ReadonlyMap<number, number> {
  if (root === undefined) return new Map()
  const steps = new Map([[root, 0]])
  const open = [root]
  for (let node = open.shift(); node !== undefined; node = open.shift())
    for (const edge of edges) {
      if (edge.a !== node && edge.b !== node) continue
      const next = otherEnd(edge, node)
      if (steps.has(next)) continue
      steps.set(next, (steps.get(node) ?? 0) + 1)
      open.push(next)
    }
  return steps
}

/** The sum of the weights, plus 1 for each table that only connects two to-many edges, or rows that refer to one another. */
function costOf(
  edges: readonly Edge[],
  graph: RelationshipGraph,
  terminals: readonly number[],
  options: TreeOptions,
): number {
  const meeting = new Map<number, number[]>()
  let cost = 0
  for (const edge of edges) {
    cost += options.preferred.has(edge.id) ? 0.01 : edge.weight
    for (const node of [edge.a, edge.b]) {
      if (!leadsToOne(edge, node)) meeting.set(node, [...(meeting.get(node) ?? []), otherEnd(edge, node)])
    }
  }
  for (const [node, ends] of meeting)
    if (!terminals.includes(node) || areJoined(ends, graph, options)) cost += ends.length - 1
  return Math.round(cost * 1000) / 1000
}

/** Lines and the bill that they are on are not joined over the customer of both. */
function areJoined(
  ends: readonly number[],
  graph: RelationshipGraph,
  { without, preferred }: TreeOptions,
): boolean {
  if (preferred.size > 0) return false
  return ends.some((end) =>
    (graph.around[end] ?? []).some(
      (edge) => !without.has(edge.id) && leadsToOne(edge, end) && ends.includes(otherEnd(edge, end)),
    ),
  )
}

/** The running time triples with each further terminal. */
const exactUpTo = 6

interface Step {
  readonly cost: number
  readonly edge: Edge | null
  /** The subset of terminals that is merged here. */
  readonly split: number
}

function dreyfusWagner(
  graph: RelationshipGraph,
  terminals: readonly number[],
  options: TreeOptions,
): readonly Edge[] | null {
  const tooMany = terminals.length > exactUpTo
  const kept = tooMany ? terminals.slice(0, exactUpTo) : terminals
  const rows = solve(graph, kept, options)
  const full = (1 << kept.length) - 1
  const root = kept[0] ?? 0
  if (rows[full]?.[root] === undefined) return null
  const edges = new Set<Edge>()
  trace(rows, full, root, edges)
  if (tooMany && !attachRest(graph, terminals.slice(exactUpTo), edges, options)) return null
  return [...edges].toSorted((x, y) => x.id - y.id)
}

type Table = (Step | undefined)[][]

function solve(graph: RelationshipGraph, terminals: readonly number[], options: TreeOptions): Table {
  const full = (1 << terminals.length) - 1
  const rows: Table = Array.from({ length: full + 1 }, () => [])
  terminals.forEach((node, index) => {
    const row = rows[1 << index]
    if (row !== undefined) row[node] = { cost: 0, edge: null, split: 0 }
  })
  for (let subset = 1; subset <= full; subset += 1) {
    const row = rows[subset] ?? []
    for (let part = (subset - 1) & subset; part > subset - part; part = (part - 1) & subset)
      merge(rows, row, part, subset)
    relax(graph, row, options)
  }
  return rows
}

function merge(rows: Table, row: (Step | undefined)[], part: number, subset: number): void {
  const [left, right] = [rows[part] ?? [], rows[subset - part] ?? []]
  for (let node = 0; node < left.length; node += 1) {
    const [l, r] = [left[node], right[node]]
    if (l === undefined || r === undefined) continue
    const cost = l.cost + r.cost
    if (cost < (row[node]?.cost ?? Infinity)) row[node] = { cost, edge: null, split: part }
  }
}

/** Runs Dijkstra's algorithm from every node that the subset has reached. */
function relax(graph: RelationshipGraph, row: (Step | undefined)[], options: TreeOptions): void {
  const open: [number, number][] = []
  row.forEach((step, node) => {
    if (step !== undefined) open.push([step.cost, node])
  })
  while (open.length > 0) {
    let least = 0
    for (let i = 1; i < open.length; i += 1) if ((open[i]?.[0] ?? 0) < (open[least]?.[0] ?? 0)) least = i
    const [cost, node] = open.splice(least, 1)[0] ?? [0, 0]
    if (cost > (row[node]?.cost ?? Infinity)) continue
    for (const edge of graph.around[node] ?? []) {
      if (options.without.has(edge.id)) continue
      const next = otherEnd(edge, node)
      const total = cost + (options.preferred.has(edge.id) ? 0.01 : edge.weight) - ownOf(edge, options)
      if (total >= (row[next]?.cost ?? Infinity) - 1e-9) continue
      row[next] = { cost: total, edge, split: 0 }
      open.push([total, next])
    }
  }
}

/** Of trees of equal cost, the one over what the rows of the root refer to themselves: too little to outweigh a real difference. */
function ownOf(edge: Edge, { root }: TreeOptions): number {
  return root !== undefined && (edge.a === root || edge.b === root) && leadsToOne(edge, root) ? 1e-5 : 0
}

function trace(rows: Table, subset: number, node: number, edges: Set<Edge>): void {
  const step = rows[subset]?.[node]
  if (step === undefined) return
  if (step.edge !== null) {
    edges.add(step.edge)
    trace(rows, subset, otherEnd(step.edge, node), edges)
    return
  }
  if (step.split === 0) return
  trace(rows, step.split, node, edges)
  trace(rows, subset - step.split, node, edges)
}

/** Attaches the terminals beyond the exact limit one by one, each by its shortest join path. */
function attachRest(
  graph: RelationshipGraph,
  rest: readonly number[],
  edges: Set<Edge>,
  options: TreeOptions,
): boolean {
  for (const terminal of rest) {
    const inTree = new Set([...edges].flatMap((edge) => [edge.a, edge.b]))
    if (inTree.has(terminal)) continue
    const row: (Step | undefined)[] = []
    row[terminal] = { cost: 0, edge: null, split: 0 }
    relax(graph, row, options)
    const reached = [...inTree].filter((node) => row[node] !== undefined)
    const nearest = reached.toSorted((a, b) => (row[a]?.cost ?? 0) - (row[b]?.cost ?? 0) || a - b)[0]
    if (nearest === undefined) return false
    trace([[], row], 1, nearest, edges)
  }
  return true
}

function byNumber(a: number, b: number): number {
  return a - b
}
