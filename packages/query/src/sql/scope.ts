import type { Place } from './ast.ts'
import type { Dataset } from '../model/ontology.ts'
import { freeName, headingFrom } from '../names/names.ts'

/** The tables of one SELECT, by appearance. A correlated subquery also sees the tables of the queries around it. */
export class Scope {
  readonly #places = new Map<string, Place>()
  readonly #taken: Set<string>
  readonly #outer: Scope | null

  constructor(outer: Scope | null = null) {
    this.#outer = outer
    this.#taken = new Set(outer === null ? [] : outer.#taken)
  }

  add(node: string, dataset: Dataset): Place {
    const table = dataset.path.at(-1) ?? dataset.name
    const wanted = node === dataset.name ? table : headingFrom(node)
    const place = { name: freeName(wanted, this.#taken), dataset: dataset.name }
    this.#places.set(node, place)
    return place
  }

  /** Makes the same table available under another appearance's name. */
  bind(node: string, place: Place): void {
    this.#places.set(node, place)
  }

  /** A name for a subquery. */
  addDerived(wanted: string): Place {
    return { name: freeName(wanted, this.#taken), dataset: null }
  }

  place(node: string): Place {
    const place = this.#places.get(node) ?? this.#outer?.place(node)
    if (place === undefined) throw new Error(`${node} is used outside of the query that joins it.`)
    return place
  }

  has(node: string): boolean {
    return this.#places.has(node)
  }
}
