/** More label values than this indicate a bug; the rest share one series. */
const maxSeries = 1_000

/** Values by their labels, given in the order in which the labels were declared. */
export class Series<Value> {
  readonly #labels: readonly string[]
  readonly #make: () => Value
  readonly #values = new Map<string, { readonly labels: string; readonly value: Value }>()

  constructor(labels: readonly string[], make: () => Value) {
    this.#labels = labels
    this.#make = make
  }

  at(labelValues: readonly string[]): Value {
    const [one = '', two] = labelValues
    const key =
      labelValues.length === 1 ? one : labelValues.length === 2 ? `${one}\0${two}` : labelValues.join('\0')
    return this.#values.get(key)?.value ?? this.#add(key, labelValues)
  }

  *[Symbol.iterator](): Generator<readonly [labels: string, value: Value]> {
    for (const { labels, value } of this.#values.values()) yield [labels, value]
  }

  #add(key: string, labelValues: readonly string[]): Value {
    if (labelValues.length !== this.#labels.length)
      throw new Error(`Expected ${this.#labels.length} label values, got ${labelValues.length}`)
    const isFull = this.#values.size >= maxSeries
    if (isFull && !labelValues.every((text) => text === 'other'))
      return this.at(labelValues.map(() => 'other'))
    const labels = this.#labels.map((label, index) => `${label}="${escapeLabel(labelValues[index] ?? '')}"`)
    const value = this.#make()
    this.#values.set(key, { labels: labels.join(','), value })
    return value
  }
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
