import type { IndexedValue, ValueIndex, ValueMatch } from '@quipu/query'
import { buildValueIndex } from '../ontology/value-index.ts'

/** A value index with additional values that were looked up for one question. */
export class ExtendedValues implements ValueIndex {
  readonly size: number
  readonly partial: ValueIndex['partial']
  readonly #base: ValueIndex
  readonly #more: ValueIndex

  constructor(base: ValueIndex, values: readonly IndexedValue[]) {
    this.#base = base
    this.#more = buildValueIndex(values)
    this.size = base.size + this.#more.size
    this.partial = base.partial
  }

  exact(phrase: string): readonly IndexedValue[] {
    return [...this.#base.exact(phrase), ...this.#more.exact(phrase)]
  }

  near(phrase: string, most: number): readonly ValueMatch[] {
    return [...this.#base.near(phrase, most), ...this.#more.near(phrase, most)]
      .toSorted((one, other) => other.closeness - one.closeness)
      .slice(0, most)
  }

  begins(phrase: string): boolean {
    return this.#base.begins(phrase) || this.#more.begins(phrase)
  }
}
