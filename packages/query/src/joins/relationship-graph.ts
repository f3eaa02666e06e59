import type { Join } from '../model/join-plan.ts'
import type { Ontology, Relationship } from '../model/ontology.ts'

/** A relationship as an edge between two datasets, usable in both directions. */
export interface Edge {
  readonly id: number
  readonly relationship: Relationship
  readonly a: number
  readonly b: number
  readonly weight: number
  /** Some rows refer to nothing. */
  readonly isOptional: boolean
}

export interface RelationshipGraph {
  readonly names: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Edges between different datasets. */
  readonly edges: readonly Edge[]
  readonly around: readonly (readonly Edge[])[]
  /** Cached trees, by their terminals and options. */
  readonly found: Map<string, unknown>
}

const graphs = new WeakMap<Ontology, RelationshipGraph>()

export function graphOf(ontology: Ontology): RelationshipGraph {
  const known = graphs.get(ontology)
  if (known !== undefined) return known
  const graph = buildGraph(ontology)
  graphs.set(ontology, graph)
  return graph
}

export function otherEnd(edge: Edge, node: number): number {
  return edge.a === node ? edge.b : edge.a
}

/** Whether one row at `node` is joined to at most one row at the other end. */
export function leadsToOne(edge: Edge, node: number): boolean {
  const { cardinality } = edge.relationship
  if (cardinality === 'many-to-many') return false
  return cardinality === 'one-to-one' || edge.a === node
}

/** The columns to compare, from the referring side or from the other side. */
export function pairsOf(relationship: Relationship, isForward: boolean): Join['on'] {
  return relationship.fromFields.map((fromField, index) => {
    const toField = relationship.toFields[index] ?? fromField
    return isForward
      ? { leftField: fromField, rightField: toField }
      : { leftField: toField, rightField: fromField }
  })
}

function buildGraph(ontology: Ontology): RelationshipGraph {
  const names = ontology.datasets.filter((one) => !one.isHidden).map((one) => one.name)
  const indexOf = new Map(names.map((name, index) => [name, index]))
  const pairs = new Map<string, number>()
  const usable = ontology.relationships.filter(
    (one) => indexOf.has(one.from) && indexOf.has(one.to) && one.from !== one.to,
  )
  for (const one of usable) pairs.set(pairKey(one), (pairs.get(pairKey(one)) ?? 0) + 1)
  const edges = usable.map((relationship, id): Edge => {
    // Safe: the filter above keeps only relationships whose ends both have an index.
    const [a, b] = [indexOf.get(relationship.from) as number, indexOf.get(relationship.to) as number]
    return {
      id,
      relationship,
      a,
      b,
      weight: weightOf(relationship, (pairs.get(pairKey(relationship)) ?? 1) > 1),
      isOptional: isOptional(relationship, ontology),
    }
  })
  const around: Edge[][] = names.map(() => [])
  for (const edge of edges) {
    around[edge.a]?.push(edge)
    around[edge.b]?.push(edge)
  }
  return { names, indexOf, edges, around, found: new Map() }
}

function isOptional({ from, fromFields }: Relationship, { datasets }: Ontology): boolean {
  const fields = datasets.find(({ name }) => name === from)?.fields ?? []
  return fields.some(({ name, statistics }) => fromFields.includes(name) && statistics.nulls > 0)
}

function weightOf(relationship: Relationship, isRolePlayed: boolean): number {
  const doubt = relationship.origin === 'inferred' ? 0.25 + 1.5 * (1 - relationship.confidence) : 0
  const spread = relationship.cardinality === 'many-to-many' ? 2 : 0
  const aside = relationship.fromFields.some((name) => habitual.test(name)) ? 1.2 : 0
  return 1 + doubt + spread + aside + (isRolePlayed ? 0.25 : 0)
}

/** The `home_studio` of somebody is not where a class took place. */
const habitual = /^(?:home|preferred|usual|default|favou?rite|regular)(?=[_A-Z ])/

function pairKey({ from, to }: Relationship): string {
  return JSON.stringify(from < to ? [from, to] : [to, from])
}
