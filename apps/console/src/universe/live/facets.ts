/** The parts of the room that a component can subscribe to. */
export type Facet = 'universe' | 'info' | 'log' | 'people' | 'connection' | 'selection' | 'toasts' | 'options'

/** Counts the changes of each facet, so that a component renders again only for what it shows. */
export class Facets {
  readonly #counts = new Map<Facet, number>()
  readonly #listeners = new Map<Facet, Set<() => void>>()

  count(facet: Facet): number {
    return this.#counts.get(facet) ?? 0
  }

  notify(facet: Facet): void {
    this.#counts.set(facet, this.count(facet) + 1)
    for (const listener of this.#listeners.get(facet) ?? []) listener()
  }

  subscribe(facet: Facet, listener: () => void): () => void {
    const listeners = this.#listeners.get(facet) ?? new Set()
    this.#listeners.set(facet, listeners.add(listener))
    return () => listeners.delete(listener)
  }
}
