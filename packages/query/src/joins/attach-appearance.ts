import type { Join, JoinTree } from '../model/join-plan.ts'
import type { Ontology, Relationship } from '../model/ontology.ts'
import type { Appearance } from '../model/logical-form.ts'
import { freeName } from '../names/names.ts'
import { graphOf, leadsToOne, otherEnd, pairsOf } from './relationship-graph.ts'
import { cheapestTrees } from './steiner-tree.ts'

/** Adds one more appearance of a dataset to the tree: by the relationship the question names, or else by the nearest one that is not used yet. Null when no join path leads there. */
export function attachAppearance(
  tree: JoinTree,
  appearance: Appearance,
  rootDataset: string,
  ontology: Ontology,
): JoinTree | null {
  if (tree.joins.some((join) => join.right === appearance.as)) return tree
  if (appearance.on !== undefined)
    return attachByFields(tree, appearance, appearance.on, rootDataset, ontology)
  const join = ontology.relationships
    .flatMap((relationship) => candidates(tree, appearance, relationship, rootDataset))
    .toSorted((a, b) => b.confidence - a.confidence)[0]
  if (join !== undefined) return { ...tree, joins: [...tree.joins, join.join] }
  return appearance.via === null ? attachByPath(tree, appearance, rootDataset, ontology) : null
}

/** Joins by fields that no relationship names. */
function attachByFields(
  tree: JoinTree,
  { as, dataset, from }: Appearance,
  on: NonNullable<Appearance['on']>,
  rootDataset: string,
  ontology: Ontology,
): JoinTree | null {
  const start = nodesOf(tree, rootDataset).find(({ name }) => name === from)
  const target = ontology.datasets.find(({ name }) => name === dataset)
  if (start === undefined || target === undefined) return null
  const own = new Set(on.map((pair) => pair.own))
  const isUnique = target.fields.some(({ name, isUnique: one }) => one && own.has(name))
  const isKey = target.primaryKey.length > 0 && target.primaryKey.every((name) => own.has(name))
  const join: Join = {
    left: start.name, leftDataset: start.dataset, right: as, rightDataset: dataset,
    relationship: `${start.name} to ${as} by ${[...own].join(' and ')}`,
    on: on.map((pair) => ({ leftField: pair.field, rightField: pair.own })),
    meets: isUnique || isKey ? 'one' : 'many',
  } // prettier-ignore
  return { ...tree, joins: [...tree.joins, join] }
}

interface Candidate {
  readonly join: Join
  readonly confidence: number
}

function candidates(
  tree: JoinTree,
  appearance: Appearance,
  relationship: Relationship,
  rootDataset: string,
): readonly Candidate[] {
  if (appearance.via !== null && relationship.name !== appearance.via) return []
  const found: Candidate[] = []
  for (const { name, dataset } of nodesOf(tree, rootDataset)) {
    if (appearance.from !== null && name !== appearance.from) continue
    for (const isForward of [true, false]) {
      const [here, there] = isForward
        ? [relationship.from, relationship.to]
        : [relationship.to, relationship.from]
      if (here !== dataset || there !== appearance.dataset) continue
      const isSelf = here === there
      if (isSelf && isForward !== (appearance.end !== 'from')) continue
      const meetsOne = isForward || relationship.cardinality === 'one-to-one'
      const meets = meetsOne && relationship.cardinality !== 'many-to-many' ? 'one' : 'many'
      const on = pairsOf(relationship, isForward)
      const isTaken = tree.joins.some(
        (join) =>
          join.relationship === relationship.name &&
          (join.left === name
            ? join.rightDataset === there
            : join.right === name && join.leftDataset === there),
      )
      // Joining one row twice by the same relationship would only give the same row again.
      if (isTaken && meets === 'one' && appearance.via === null) continue
      const join: Join = {
        left: name, leftDataset: dataset, right: appearance.as, rightDataset: there,
        relationship: relationship.name, on, meets,
      } // prettier-ignore
      found.push({ join, confidence: relationship.confidence - (isSelf ? 0.1 : 0) - (isTaken ? 0.5 : 0) })
    }
  }
  return found
}

/** Searches a join path through tables that are not in the tree yet. */
function attachByPath(
  tree: JoinTree,
  appearance: Appearance,
  rootDataset: string,
  ontology: Ontology,
): JoinTree | null {
  const graph = graphOf(ontology)
  const target = graph.indexOf.get(appearance.dataset) ?? -1
  const start = graph.indexOf.get(rootDataset) ?? -1
  const path = cheapestTrees(graph, [start, target], { without: new Set(), preferred: new Set() })[0]
  if (path === undefined || start === target) return null
  const taken = new Set(nodesOf(tree, rootDataset).map((one) => one.name.toLowerCase()))
  const joins = [...tree.joins]
  let [node, left] = [start, tree.root]
  for (const left_ = new Set(path.edges); left_.size > 0;) {
    const edge = [...left_].find((one) => one.a === node || one.b === node)
    if (edge === undefined) return null
    left_.delete(edge)
    const next = otherEnd(edge, node)
    const rightDataset = graph.names[next] ?? ''
    const right = next === target ? appearance.as : freeName(rightDataset, taken)
    joins.push({
      left, leftDataset: graph.names[node] ?? '', right, rightDataset, relationship: edge.relationship.name,
      on: pairsOf(edge.relationship, edge.a === node), meets: leadsToOne(edge, node) ? 'one' : 'many',
    }) // prettier-ignore
    ;[node, left] = [next, right]
  }
  return { ...tree, joins }
}

function nodesOf(tree: JoinTree, rootDataset: string): readonly { name: string; dataset: string }[] {
  return [
    { name: tree.root, dataset: rootDataset },
    ...tree.joins.map((join) => ({ name: join.right, dataset: join.rightDataset })),
  ]
}
