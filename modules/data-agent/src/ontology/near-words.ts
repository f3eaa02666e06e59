import { wordCloseness } from './closeness.ts'
import { eachOf, type Sliced } from './slices.ts'

export interface NearKey {
  readonly place: number
  readonly closeness: number
}

/** The structures to find keys similar to a phrase. */
export function* indexWords(keys: readonly string[]): Sliced<NearWords> {
  const numberOf = new Map<string, number>()
  const starts = new Uint32Array(keys.length + 1)
  const wordsOf: number[] = []
  const squeezed = new Map<string, number>()
  const lengths = new Uint16Array(keys.length)
  yield* eachOf(keys, (key, place) => {
    const words = key.split(' ')
    if (words.length > 1) squeezed.set(words.join(''), place)
    for (const word of words.slice(0, mostWords)) wordsOf.push(numbered(numberOf, word))
    starts[place + 1] = wordsOf.length
    lengths[place] = Math.min(key.length, 65_535)
  })
  const words = [...numberOf.keys()]
  const grams = yield* gramsOf(words)
  const texts = { words, numberOf, wordsOf: Uint32Array.from(wordsOf), starts, lengths, squeezed }
  const keysOf = yield* postings(texts)
  return new NearWords({ ...texts, keysOf, grams })
}

interface KeyWords {
  readonly words: readonly string[]
  readonly numberOf: ReadonlyMap<string, number>
  /** The words of key `k`, by number, from `starts[k]` to `starts[k + 1]`. */
  readonly wordsOf: Uint32Array
  readonly starts: Uint32Array
  readonly lengths: Uint16Array
  /** Keys by their text without spaces, if that differs. */
  readonly squeezed: ReadonlyMap<string, number>
}

interface WordIndex extends KeyWords {
  /** The keys with a word, shortest first. */
  readonly keysOf: readonly (readonly number[])[]
  readonly grams: ReadonlyMap<string, readonly number[]>
}

/** Finds keys by their words: misspelt, in part or without spaces. */
export class NearWords {
  readonly #words: readonly string[]
  readonly #numberOf: ReadonlyMap<string, number>
  readonly #wordsOf: Uint32Array
  readonly #starts: Uint32Array
  readonly #lengths: Uint16Array
  readonly #keysOf: readonly (readonly number[])[]
  readonly #grams: ReadonlyMap<string, readonly number[]>
  readonly #squeezed: ReadonlyMap<string, number>
  /** Counters, all zero between uses. */
  readonly #counts: Uint8Array

  constructor(index: WordIndex) {
    this.#words = index.words
    this.#numberOf = index.numberOf
    this.#wordsOf = index.wordsOf
    this.#starts = index.starts
    this.#lengths = index.lengths
    this.#keysOf = index.keysOf
    this.#grams = index.grams
    this.#squeezed = index.squeezed
    this.#counts = new Uint8Array(index.words.length)
  }

  /** Closest first. */
  find(phrase: string, most: number): readonly NearKey[] {
    const asked = phrase.split(' ').filter((word) => word !== '')
    if (asked.length === 0 || most <= 0) return []
    const likeness = asked.map((word) => this.#like(word))
    const found = new Map<number, number>()
    const joined = this.#squeezed.get(asked.join(''))
    if (joined !== undefined) found.set(joined, asked.length === 1 ? 0.96 : 0.98)
    for (const place of this.#candidates(likeness)) {
      const closeness = this.#closeness(place, asked, likeness)
      if (closeness >= leastCloseness && closeness > (found.get(place) ?? 0)) found.set(place, closeness)
    }
    return Array.from(found, ([place, closeness]) => ({ place, closeness }))
      .sort((one, other) => other.closeness - one.closeness || one.place - other.place)
      .slice(0, most)
  }

  /** Similar words, with their similarity. */
  #like(word: string): Map<number, number> {
    const alike = new Map<number, number>()
    const note = (number: number | undefined) => {
      const other = number === undefined ? undefined : this.#words[number]
      if (number === undefined || other === undefined || alike.has(number)) return
      const closeness = wordCloseness(word, other)
      if (closeness > 0) alike.set(number, closeness)
    }
    note(this.#numberOf.get(word))
    if (word.length < 3) return alike
    for (const swapped of swaps(word)) note(this.#numberOf.get(swapped))
    for (const number of this.#sharing(word)) note(number)
    return alike
  }

  /** Words that share enough trigrams to be within two edits, or that begin with this one. */
  #sharing(word: string): number[] {
    const grams = triples(word)
    const slips = word.length < 8 ? 1 : 2
    const least = Math.max(1, grams.length - 3 * slips)
    const counts = this.#counts
    const seen: number[] = []
    for (const gram of grams) {
      for (const number of this.#grams.get(gram) ?? []) {
        if (counts[number] === 0) seen.push(number)
        counts[number] = (counts[number] ?? 0) + 1
      }
    }
    const near: [number: number, count: number][] = []
    for (const number of seen) {
      const count = counts[number] ?? 0
      counts[number] = 0
      if (count < least) continue
      const other = this.#words[number] ?? ''
      if (Math.abs(other.length - word.length) <= slips || other.startsWith(word)) near.push([number, count])
    }
    return near
      .sort(([, one], [, other]) => other - one)
      .slice(0, mostAlike)
      .map(([number]) => number)
  }

  /** Keys with the rarest words first, because those are most specific. */
  #candidates(likeness: readonly ReadonlyMap<number, number>[]): Set<number> {
    const lists = likeness
      .flatMap((alike) => Array.from(alike.keys(), (number) => this.#keysOf[number] ?? none))
      .sort((one, other) => one.length - other.length)
    const candidates = new Set<number>()
    for (const list of lists) {
      for (const place of list) {
        if (candidates.size === mostCandidates) return candidates
        candidates.add(place)
      }
    }
    return candidates
  }

  /** The share of the phrase that is in the key, and the share of the key that the phrase covers. */
  #closeness(
    place: number,
    asked: readonly string[],
    likeness: readonly ReadonlyMap<number, number>[],
  ): number {
    let total = 0
    let met = 0
    let said = 0
    asked.forEach((word, index) => {
      total += word.length
      let best = 0
      let length = 0
      const end = this.#starts[place + 1] ?? 0
      for (let at = this.#starts[place] ?? end; at < end; at += 1) {
        const number = this.#wordsOf[at] ?? 0
        const closeness = likeness[index]?.get(number) ?? 0
        if (closeness <= best) continue
        best = closeness
        length = this.#words[number]?.length ?? 0
      }
      met += best * word.length
      said += length
    })
    const ofPhrase = met / total
    const ofKey = Math.min(1, (said + asked.length - 1) / (this.#lengths[place] ?? 1))
    return ofPhrase * (0.5 + 0.49 * ofKey)
  }
}

const none: readonly number[] = []
/** Only the beginning of a long text can be found by a word. */
const mostWords = 16
const mostAlike = 24
const mostCandidates = 800
const leastCloseness = 0.4

function numbered(numberOf: Map<string, number>, word: string): number {
  const known = numberOf.get(word)
  if (known !== undefined) return known
  numberOf.set(word, numberOf.size)
  return numberOf.size - 1
}

/** Sorted by length with a counting sort. */
function* postings({ words, wordsOf, starts, lengths }: KeyWords): Sliced<number[][]> {
  const byLength: number[][] = []
  yield* eachOf(lengths, (length, place) => void (byLength[length] ??= []).push(place))
  const lists: number[][] = words.map(() => [])
  for (const places of byLength) {
    yield* eachOf(places ?? none, (place) => {
      const end = starts[place + 1] ?? 0
      for (let at = starts[place] ?? end; at < end; at += 1) {
        const list = lists[wordsOf[at] ?? 0]
        if (list !== undefined && list.at(-1) !== place) list.push(place)
      }
    })
  }
  return lists
}

function* gramsOf(words: readonly string[]): Sliced<Map<string, number[]>> {
  const lists = new Map<string, number[]>()
  yield* eachOf(words, (word, number) => {
    if (word.length < 3 || word.length > 40) return
    for (const gram of triples(word)) {
      const list = lists.get(gram)
      if (list === undefined) lists.set(gram, [number])
      else if (list.at(-1) !== number) list.push(number)
    }
  })
  return lists
}

function triples(word: string): string[] {
  const padded = ` ${word} `
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
}

/** In short words two swapped letters leave no trigram intact. */
function swaps(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )
}
