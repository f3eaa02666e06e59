import type { CannotAnswer, Join, JoinTie, JoinTree } from '../model/join-plan.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Appearance, Query } from '../model/logical-form.ts'
import { attachAppearance } from './attach-appearance.ts'
import {
  graphOf,
  leadsToOne,
  otherEnd,
  pairsOf,
  type Edge,
  type RelationshipGraph,
} from './relationship-graph.ts'
import { cheapestTrees, type FoundTree, type TreeOptions } from './steiner-tree.ts'
import type { Nested } from '../model/walk.ts'

export interface LevelPlan {
  readonly tree: JoinTree
  readonly margin: number
  readonly alternatives: readonly string[]
  /** Empty unless another tree is as good. */
  readonly paths: JoinTie['paths']
}

/** The root of a related query is a row of the outer query. This prefix keeps it apart from a first appearance inside. */
const outerMark = 'outer '

/** `named` gives the dataset of each appearance that the level mentions. */
export function planLevel(
  { query, related }: Nested,
  named: ReadonlyMap<string, string>,
  ontology: Ontology,
): LevelPlan | CannotAnswer {
  const unknown = unknownDatasets(query, named, ontology)
  if (unknown.length > 0)
    return cannotAnswer(`There is no data about ${unknown.join(', ')}.`, unknown, ontology)
  const graph = graphOf(ontology)
  const isSelf = related !== null && related.dataset === query.subject
  const options = optionsOf(query, graph)
  const terminals = terminalsOf(query, named, ontology)
  const rootName = related === null ? query.subject : `${outerMark}${related.as}`
  const rootDataset = related === null || isSelf ? query.subject : related.dataset
  terminals.add(rootDataset)
  const indexes = [...terminals].map((name) => graph.indexOf.get(name) ?? -1)
  const found = cheapestTrees(graph, indexes, { ...options, root: graph.indexOf.get(rootDataset) ?? -1 })
  const best = found[0]
  if (best === undefined) return unconnected([...terminals], graph, ontology)
  const joins = related !== null && isSelf
    ? [selfJoin(rootName, query, ontology), ...direct(best, graph, query.subject, query.subject)]
    : direct(best, graph, rootDataset, rootName) // prettier-ignore
  if (joins.includes(null)) {
    return cannotAnswer(`Rows of ${query.subject} do not refer to one another.`, [query.subject], ontology)
  }
  let tree: JoinTree = { root: rootName, joins: joins.filter((join) => join !== null) }
  for (const appearance of further(query)) {
    const next = attachAppearance(tree, appearance, rootDataset, ontology)
    if (next === null) {
      return cannotAnswer(
        `No relationship leads to ${appearance.dataset} as ${appearance.as}.`,
        [appearance.dataset],
        ontology,
      )
    }
    tree = next
  }
  return { tree, ...marginOf(found, graph), paths: tiedPaths(found, graph, rootDataset) }
}

/** The appearances beyond the first ones, and those that no relationship joins. */
function further(query: Query): readonly Appearance[] {
  return query.appearances.filter((one) => one.as !== one.dataset || one.on !== undefined)
}

function terminalsOf(query: Query, named: ReadonlyMap<string, string>, ontology: Ontology): Set<string> {
  const others = new Set(further(query).map((one) => one.as))
  const terminals = new Set([query.subject])
  for (const [as, dataset] of named) if (!others.has(as)) terminals.add(dataset)
  for (const appearance of query.appearances) {
    if (appearance.on !== undefined) {
      if (!others.has(appearance.from ?? '')) terminals.add(appearance.from ?? query.subject)
      continue
    }
    if (appearance.as === appearance.dataset) terminals.add(appearance.dataset)
    if (appearance.via === null || others.has(appearance.from ?? '')) continue
    const relationship = ontology.relationships.find((one) => one.name === appearance.via)
    if (relationship === undefined || relationship.from === relationship.to) continue
    terminals.add(relationship.from === appearance.dataset ? relationship.to : relationship.from)
  }
  return terminals
}

/** A relationship that the question names for a first appearance is free; others between the same two datasets are excluded. */
function optionsOf(query: Query, graph: RelationshipGraph): TreeOptions {
  const without = new Set<number>()
  const preferred = new Set<number>()
  for (const appearance of query.appearances) {
    if (appearance.via === null || appearance.as !== appearance.dataset) continue
    const chosen = graph.edges.find((edge) => edge.relationship.name === appearance.via)
    if (chosen === undefined) continue
    preferred.add(chosen.id)
    for (const edge of graph.edges) {
      const isParallel =
        (edge.a === chosen.a && edge.b === chosen.b) || (edge.a === chosen.b && edge.b === chosen.a)
      if (isParallel && edge !== chosen) without.add(edge.id)
    }
  }
  return { without, preferred }
}

/** Directs the edges of the tree away from the root. */
function direct(tree: FoundTree, graph: RelationshipGraph, rootDataset: string, rootName: string): Join[] {
  const joins: Join[] = []
  const names = new Map([[graph.indexOf.get(rootDataset) ?? -1, rootName]])
  const open = [...names.keys()]
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    for (const edge of tree.edges) {
      if (edge.a !== node && edge.b !== node) continue
      const next = otherEnd(edge, node)
      if (names.has(next)) continue
      const right = ontologyName(graph, next)
      names.set(next, right)
      open.push(next)
      joins.push(joinOver(edge, node, names.get(node) ?? '', right, graph))
    }
  }
  return joins
}

function joinOver(edge: Edge, node: number, left: string, right: string, graph: RelationshipGraph): Join {
  return {
    left,
    leftDataset: ontologyName(graph, node),
    right,
    rightDataset: ontologyName(graph, otherEnd(edge, node)),
    relationship: edge.relationship.name,
    on: pairsOf(edge.relationship, edge.a === node),
    meets: leadsToOne(edge, node) ? 'one' : 'many',
  }
}

/** Leads from a row of the outer query to rows of the same dataset. Default: to the rows that refer to it. */
function selfJoin(root: string, query: Query, ontology: Ontology): Join | null {
  const chosen = query.appearances.find((one) => one.as === query.subject && one.via !== null)
  const relationship = ontology.relationships.find(
    (one) =>
      one.from === query.subject &&
      one.to === query.subject &&
      (chosen === undefined || one.name === chosen.via),
  )
  if (relationship === undefined) return null
  const isForward = chosen?.end === 'to'
  return {
    left: root,
    leftDataset: query.subject,
    right: query.subject,
    rightDataset: query.subject,
    relationship: relationship.name,
    on: pairsOf(relationship, isForward),
    meets: isForward || relationship.cardinality === 'one-to-one' ? 'one' : 'many',
  }
}

function marginOf(found: readonly FoundTree[], graph: RelationshipGraph): Omit<LevelPlan, 'tree' | 'paths'> {
  const [best, second] = found
  if (best === undefined || second === undefined) return { margin: 1, alternatives: [] }
  const margin = Math.max(0, Math.min(1, (second.cost - best.cost) / second.cost))
  const alternatives = margin < 0.35 ? [best, second].map((tree) => inWords(tree, graph)) : []
  return { margin, alternatives }
}

const tieMargin = 0.1

/** The joins of the two best trees, when neither is clearly better. */
function tiedPaths(
  [best, second]: readonly FoundTree[],
  graph: RelationshipGraph,
  root: string,
): JoinTie['paths'] {
  if (best === undefined || second === undefined || second.cost - best.cost > tieMargin * second.cost)
    return []
  return [best, second].map((tree) =>
    direct(tree, graph, root, root).map(({ right, relationship }) => ({ dataset: right, via: relationship })),
  )
}

function inWords(tree: FoundTree, graph: RelationshipGraph): string {
  return tree.edges
    .map(({ a, b, relationship }) => {
      const by = relationship.synonyms[0] ?? relationship.fromFields.join(' and ')
      return `${ontologyName(graph, a)} to ${ontologyName(graph, b)} by ${by}`
    })
    .join(', ')
}

function ontologyName(graph: RelationshipGraph, node: number): string {
  return graph.names[node] ?? ''
}

function unknownDatasets(
  query: Query,
  named: ReadonlyMap<string, string>,
  ontology: Ontology,
): readonly string[] {
  const wanted = new Set([query.subject, ...named.values(), ...query.appearances.map((one) => one.dataset)])
  const { indexOf } = graphOf(ontology)
  return [...wanted].filter((name) => !indexOf.has(name))
}

function unconnected(
  terminals: readonly string[],
  graph: RelationshipGraph,
  ontology: Ontology,
): CannotAnswer {
  const [first = '', ...rest] = terminals
  const unreachable = rest.filter((name) => {
    const pair = [first, name].map((one) => graph.indexOf.get(one) ?? -1)
    return cheapestTrees(graph, pair, { without: new Set(), preferred: new Set() }).length === 0
  })
  const shown = unreachable.length > 0 ? unreachable : rest
  return cannotAnswer(`No relationship connects ${first} with ${shown.join(' and ')}.`, shown, ontology)
}

function cannotAnswer(reason: string, missing: readonly string[], ontology: Ontology): CannotAnswer {
  const available = ontology.datasets.filter((one) => !one.isHidden).map((one) => one.name)
  return { status: 'cannot_answer', reason, missing, available }
}
