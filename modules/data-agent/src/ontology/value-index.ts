import type { Dataset, IndexedValue, ValueIndex, ValueMatch } from '@quipu/query'
import { fold } from './fold.ts'
import { indexWords, type NearWords } from './near-words.ts'
import { atOnce, eachOf, inSlices, sortedTexts, type Sliced } from './slices.ts'

export interface FieldName {
  readonly dataset: string
  readonly field: string
}

/** Values must be distinct within their field. */
export function buildValueIndex(
  values: Iterable<IndexedValue>,
  partial: readonly FieldName[] = [],
): FoldedValues {
  return atOnce(folding(values, partial))
}

/** The same for many values, without blocking the event loop for long. */
export function gatherValueIndex(
  values: Iterable<IndexedValue>,
  partial: readonly FieldName[],
): Promise<FoldedValues> {
  return inSlices(folding(values, partial))
}

/** Keys are the distinct folded texts in order; the values of key `k` are at `starts[k]` to `starts[k + 1]`. */
export class FoldedValues implements ValueIndex {
  readonly size: number
  readonly partial: readonly FieldName[]
  readonly #fields: readonly FieldName[]
  readonly #keys: readonly string[]
  readonly #placeOf: ReadonlyMap<string, number>
  readonly #starts: Uint32Array
  readonly #fieldOf: Uint32Array
  readonly #texts: readonly string[]
  readonly #preparing: Sliced<NearWords>
  readonly #folded: Folded
  /** What codes mean, by the meaning. */
  readonly #codes: ReadonlyMap<string, readonly IndexedValue[]>
  #nearWords: NearWords | undefined

  constructor(folded: Folded, codes: ReadonlyMap<string, readonly IndexedValue[]> = new Map()) {
    this.#folded = folded
    this.#codes = codes
    this.partial = folded.partial
    this.size = folded.texts.length
    this.#fields = folded.fields
    this.#keys = folded.keys
    this.#placeOf = folded.placeOf
    this.#starts = folded.starts
    this.#fieldOf = folded.fieldOf
    this.#texts = folded.texts
    this.#preparing = indexWords(folded.keys)
  }

  /** Prepares `near` before its first use. A call of `near` meanwhile completes the preparation. */
  async prepare(): Promise<void> {
    if (this.#nearWords !== undefined) return
    const found = await inSlices(this.#preparing)
    this.#nearWords ??= found
  }

  exact(phrase: string): readonly IndexedValue[] {
    const key = fold(phrase)
    const place = this.#placeOf.get(key)
    const codes = this.#codes.get(key)
    const found = place === undefined ? none : this.#valuesAt(place)
    return codes === undefined ? found : [...found, ...codes]
  }

  /** The same, in which codes are also found by what they mean. */
  explained(datasets: readonly Dataset[]): FoldedValues {
    const codes = new Map<string, IndexedValue[]>()
    for (const { name: dataset, fields } of datasets)
      for (const { name: field, reading } of fields)
        for (const [value, text] of Object.entries(reading?.codes ?? {})) {
          const key = fold(text)
          codes.set(key, [...(codes.get(key) ?? []), { dataset, field, value }])
        }
    return codes.size === 0 ? this : new FoldedValues(this.#folded, codes)
  }

  near(phrase: string, most: number): readonly ValueMatch[] {
    this.#nearWords ??= atOnce(this.#preparing)
    const found: ValueMatch[] = []
    for (const { place, closeness } of this.#nearWords.find(fold(phrase), most)) {
      for (const value of this.#valuesAt(place)) {
        if (found.length === most) return found
        found.push({ ...value, closeness })
      }
    }
    return found
  }

  begins(phrase: string): boolean {
    const words = fold(phrase)
    if (words === '') return this.#keys.length > 0
    if (this.#placeOf.has(words) || this.#codes.has(words)) return true
    const longer = `${words} `
    if (this.#codes.keys().some((key) => key.startsWith(longer))) return true
    return this.#keys[this.#firstFrom(longer)]?.startsWith(longer) === true
  }

  /** Every value, for storage. */
  *entries(): Generator<IndexedValue> {
    for (let place = 0; place < this.#keys.length; place += 1) yield* this.#valuesAt(place)
  }

  /** The same without the values of some fields. */
  without(fields: readonly FieldName[]): FoldedValues {
    const gone = new Set(fields.map(({ dataset, field }) => JSON.stringify([dataset, field])))
    const isKept = (name: FieldName) => !gone.has(JSON.stringify([name.dataset, name.field]))
    if ([...this.#fields, ...this.partial].every(isKept)) return this
    return buildValueIndex(this.entries().filter(isKept), this.partial.filter(isKept))
  }

  /** The first key that does not come before this text. */
  #firstFrom(text: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? '') < text) low = middle + 1
      else high = middle
    }
    return low
  }

  #valuesAt(place: number): IndexedValue[] {
    const found: IndexedValue[] = []
    const end = this.#starts[place + 1] ?? 0
    for (let at = this.#starts[place] ?? end; at < end; at += 1) {
      const name = this.#fields[this.#fieldOf[at] ?? 0]
      if (name !== undefined)
        found.push({ dataset: name.dataset, field: name.field, value: this.#texts[at] ?? '' })
    }
    return found
  }
}

const none: readonly IndexedValue[] = []

interface Folded {
  readonly partial: readonly FieldName[]
  readonly fields: readonly FieldName[]
  readonly keys: readonly string[]
  readonly placeOf: ReadonlyMap<string, number>
  readonly starts: Uint32Array
  readonly fieldOf: Uint32Array
  readonly texts: readonly string[]
}

function* folding(values: Iterable<IndexedValue>, partial: readonly FieldName[]): Sliced<FoldedValues> {
  const gathered = yield* gather(values)
  const distinct = new Set<string>()
  yield* eachOf(gathered.folded, (key) => void distinct.add(key))
  const keys = yield* sortedTexts([...distinct])
  const placeOf = new Map<string, number>()
  yield* eachOf(keys, (key, place) => void placeOf.set(key, place))
  const { starts, order } = yield* group(gathered.folded, placeOf, keys.length)
  const texts: string[] = []
  yield* eachOf(order, (place) => void texts.push(gathered.texts[place] ?? ''))
  const fieldOf = order.map((place) => gathered.fieldOf[place] ?? 0)
  return new FoldedValues({ partial, fields: gathered.fields, keys, placeOf, starts, fieldOf, texts })
}

function* gather(values: Iterable<IndexedValue>) {
  const fields: FieldName[] = []
  const numbers = new Map<string, Map<string, number>>()
  const folded: string[] = []
  const texts: string[] = []
  const fieldOf: number[] = []
  yield* eachOf(values, ({ dataset, field, value }) => {
    const key = fold(value)
    if (key === '') return
    const ofDataset = numbers.get(dataset) ?? new Map<string, number>()
    numbers.set(dataset, ofDataset)
    let number = ofDataset.get(field)
    if (number === undefined) {
      number = fields.push({ dataset, field }) - 1
      ofDataset.set(field, number)
    }
    // One string in memory if both are equal.
    texts.push(key === value ? key : value)
    folded.push(key)
    fieldOf.push(number)
  })
  return { fields, folded, texts, fieldOf }
}

/** Sorts the values by their key without moving them: `order` has the original positions. */
function* group(folded: readonly string[], placeOf: ReadonlyMap<string, number>, keys: number) {
  const starts = new Uint32Array(keys + 1)
  const places = new Uint32Array(folded.length)
  yield* eachOf(folded, (key, index) => {
    const place = placeOf.get(key) ?? 0
    places[index] = place
    starts[place + 1] = (starts[place + 1] ?? 0) + 1
  })
  for (let place = 0; place < keys; place += 1)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0)
  const next = starts.slice()
  const order = new Uint32Array(folded.length)
  yield* eachOf(places, (place, index) => {
    const at = next[place] ?? 0
    order[at] = index
    next[place] = at + 1
  })
  return { starts, order }
}
