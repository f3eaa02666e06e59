import type { Condition, Dataset, Expression, Field, Join, JoinTree, Ontology, Query } from '@quipu/query'
import { appearancesIn, conjunctsOf, isAggregated, isGrouped } from '../query-facts.ts'

/** One level of a query with its joins, for probes. */
export class Level {
  readonly query: Query
  readonly tree: JoinTree
  readonly ontology: Ontology
  readonly filters: readonly Condition[]

  constructor(query: Query, tree: JoinTree, ontology: Ontology) {
    this.query = query
    this.tree = tree
    this.ontology = ontology
    this.filters = conjunctsOf(query.where)
  }

  /** The dataset behind an appearance. */
  dataset(appearance: string): Dataset {
    const join = this.tree.joins.find(({ right }) => right === appearance)
    const named = this.query.appearances.find((one) => one.as === appearance)
    const name = join?.rightDataset ?? named?.dataset ?? this.#startOf(appearance) ?? appearance
    const dataset = this.ontology.datasets.find((one) => one.name === name)
    if (dataset === undefined) throw new Error(`The ontology has no dataset ${name}`)
    return dataset
  }

  /** The dataset at which a join starts: the other end of its relationship. */
  #startOf(appearance: string): string | undefined {
    const join = this.tree.joins.find(({ left }) => left === appearance)
    const relationship = this.ontology.relationships.find(({ name }) => name === join?.relationship)
    return relationship?.from === join?.rightDataset ? relationship?.to : relationship?.from
  }

  field(appearance: string, name: string): Field {
    const field = this.dataset(appearance).fields.find((one) => one.name === name)
    if (field === undefined) throw new Error(`Dataset ${appearance} has no field ${name}`)
    return field
  }

  needs(node: Expression | Condition): ReadonlySet<string> {
    return appearancesIn(node, this.ontology)
  }

  /** Appearances whose rows are counted, added up or listed. */
  measured(): ReadonlySet<string> {
    const { query } = this
    if (!isGrouped(query)) return new Set([this.tree.root, ...this.shown()])
    const expressions = [...query.outputs, ...query.orderBy].map(({ expression }) => expression)
    return new Set(expressions.filter(isAggregated).flatMap((expression) => [...this.needs(expression)]))
  }

  /** Appearances whose values label the rows of the result. */
  shown(): ReadonlySet<string> {
    const { outputs, groupBy } = this.query
    const labels = [...groupBy, ...outputs.map(({ expression }) => expression)]
    return new Set(labels.filter((one) => !isAggregated(one)).flatMap((one) => [...this.needs(one)]))
  }

  /** The appearances on the side of `start` if a join is removed. */
  sideOf(start: string, cut: Join): ReadonlySet<string> {
    const side = new Set([start])
    for (let size = 0; size !== side.size;) {
      size = side.size
      for (const join of this.tree.joins) {
        if (join === cut) continue
        if (side.has(join.left)) side.add(join.right)
        if (side.has(join.right)) side.add(join.left)
      }
    }
    return side
  }

  /** Only the joins that connect `start` with all of the given appearances. */
  joinPathTo(start: string, wanted: ReadonlySet<string>): readonly Join[] {
    return this.tree.joins.filter((join) => {
      const near = this.sideOf(join.left, join).has(start) ? join.right : join.left
      const far = this.sideOf(near, join)
      return [...wanted].some((appearance) => far.has(appearance))
    })
  }
}
