import type { JoinPlan, JoinTree } from '../model/join-plan.ts'
import type { Dataset, Field, Ontology } from '../model/ontology.ts'
import type { FieldRef, Query } from '../model/logical-form.ts'
import type { Dialect } from '../model/statement.ts'
import { appearanceOf } from '../model/walk.ts'

export interface BuildOptions {
  readonly now: Date
  /** IANA name of the time zone that decides which day or month a moment falls in. */
  readonly timeZone: string
}

export interface Build extends BuildOptions {
  readonly ontology: Ontology
  readonly dialect: Dialect
  readonly plan: JoinPlan
}

/** An edge of a level's join tree, from one node to its neighbour. */
export interface TreeEdge {
  readonly to: string
  readonly on: readonly { readonly own: string; readonly other: string }[]
  readonly meetsOne: boolean
}

/** One level of a query with its join tree. The tree can be walked from any node. */
export class Level {
  readonly build: Build
  readonly query: Query
  readonly root: string
  readonly #datasets = new Map<string, Dataset>()
  readonly #edges = new Map<string, TreeEdge[]>()

  constructor(build: Build, query: Query, rootDataset: string) {
    const tree = build.plan.trees.get(query)
    if (tree === undefined) throw new Error('The join plan was not made for this query.')
    this.build = build
    this.query = query
    this.root = tree.root
    this.#datasets.set(tree.root, datasetNamed(rootDataset, build.ontology))
    this.#edges.set(tree.root, [])
    for (const join of tree.joins) this.#add(join)
  }

  get nodes(): readonly string[] {
    return [...this.#datasets.keys()]
  }

  dataset(node: string): Dataset {
    const dataset = this.#datasets.get(node)
    if (dataset === undefined) throw new Error(`The join plan does not reach ${node}.`)
    return dataset
  }

  field(ref: FieldRef): Field {
    return fieldNamed(this.dataset(this.node(ref)), ref.field)
  }

  /** The node that a reference means. Inside a related query, the outer row's dataset means the outer row. */
  node(ref: { readonly dataset: string; readonly as?: string }): string {
    const node = appearanceOf(ref)
    if (this.#datasets.has(node) || this.#datasets.get(this.root)?.name !== ref.dataset) return node
    return this.root
  }

  edges(node: string): readonly TreeEdge[] {
    return this.#edges.get(node) ?? []
  }

  /** The nodes on the path to `to`, without `from` itself. */
  path(from: string, to: string): readonly string[] {
    const walk = (node: string, before: string | null): readonly string[] | null => {
      if (node === to) return []
      for (const edge of this.edges(node)) {
        if (edge.to === before) continue
        const rest = walk(edge.to, node)
        if (rest !== null) return [edge.to, ...rest]
      }
      return null
    }
    const path = walk(from, null)
    if (path === null) throw new Error(`The join plan does not connect ${from} with ${to}.`)
    return path
  }

  /** Whether one row of `from` is joined to at most one row of `to`. */
  meetsOne(from: string, to: string): boolean {
    let node = from
    for (const next of this.path(from, to)) {
      if (this.edges(node).find((edge) => edge.to === next)?.meetsOne !== true) return false
      node = next
    }
    return true
  }

  /** The smallest subtree that contains all of them. */
  span(nodes: Iterable<string>): Set<string> {
    const [first, ...rest] = nodes
    const spanned = new Set<string>()
    if (first === undefined) return spanned
    spanned.add(first)
    for (const node of rest) for (const step of this.path(first, node)) spanned.add(step)
    return spanned
  }

  #add(join: JoinTree['joins'][number]): void {
    const relationship = this.build.ontology.relationships.find((one) => one.name === join.relationship)
    const cardinality = relationship?.cardinality ?? 'many-to-many'
    const backMeetsOne =
      cardinality === 'one-to-one' || (cardinality === 'many-to-one' && join.meets === 'many')
    this.#datasets.set(join.right, datasetNamed(join.rightDataset, this.build.ontology))
    const on = join.on.map(({ leftField, rightField }) => ({ own: leftField, other: rightField }))
    const back = join.on.map(({ leftField, rightField }) => ({ own: rightField, other: leftField }))
    this.#edges.get(join.left)?.push({ to: join.right, on, meetsOne: join.meets === 'one' })
    this.#edges.set(join.right, [{ to: join.left, on: back, meetsOne: backMeetsOne }])
  }
}

function datasetNamed(name: string, ontology: Ontology): Dataset {
  const dataset = ontology.datasets.find((one) => one.name === name)
  if (dataset === undefined) throw new Error(`The ontology has no dataset ${name}.`)
  return dataset
}

export function fieldNamed(dataset: Dataset, name: string): Field {
  const field = dataset.fields.find((one) => one.name === name)
  if (field === undefined) throw new Error(`The dataset ${dataset.name} has no field ${name}.`)
  return field
}
