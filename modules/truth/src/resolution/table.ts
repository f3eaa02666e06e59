import { columnOf, type Column, type Value } from './column.ts'
import { compareValues, Level } from './compare-values.ts'
import { editDistance } from './text-similarity.ts'

/** The field names and values of one record or entity. */
export interface Entry {
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Its list, if two lists are linked. */
  readonly source?: string
}

/** Entries as columns. */
export interface Table {
  readonly size: number
  readonly columns: readonly Column[]
  /** For each entry 0 or 1, if two lists are linked. */
  readonly sides: Uint8Array | undefined
}

export function tableOf(entries: readonly Entry[]): Table {
  const names = [...new Set(entries.flatMap(({ fields }) => Object.keys(fields)))].toSorted()
  const columns = names
    .map((name) =>
      columnOf(
        name,
        entries.map(({ fields }) => (Object.hasOwn(fields, name) ? fields[name]! : [])),
      ),
    )
    .filter(({ known }) => known > 0)
    .filter((column, _, all) => !all.some((other) => repeats(column, other)))
  const sources = [...new Set(entries.map(({ source }) => source ?? ''))].toSorted()
  const sides =
    sources.length === 2
      ? Uint8Array.from(entries, ({ source }) => (source === sources[0] ? 0 : 1))
      : undefined
  return { size: entries.length, columns, sides }
}

/**
 * A column whose words another column contains too is redundant, such as the family name beside the full name. Of two equal
 * columns the first counts.
 */
function repeats(column: Column, other: Column): boolean {
  if (column === other || other.known < column.known) return false
  let together = 0
  let repeated = 0
  for (const [entry, value] of column.valueOf.entries()) {
    const otherValue = other.valueOf[entry]!
    if (value < 0 || otherValue < 0) continue
    together += 1
    if (isWithin(column.values[value]!, other.values[otherValue]!)) repeated += 1
    // Most columns have nothing in common, which the first entries show.
    if ((together - repeated) * 10 > column.known) return false
  }
  if (together < 0.9 * column.known || repeated < 0.9 * together) return false
  return !isEqual(column, other) || column.field > other.field
}

function isWithin(value: Value, other: Value): boolean {
  const words = wordsOf(other)
  return wordsOf(value).every((word) => words.includes(word))
}

function wordsOf(value: Value): readonly string[] {
  return [value, ...value.others].flatMap(({ tokens }) => tokens.map(({ word }) => word))
}

function isEqual(column: Column, other: Column): boolean {
  return column.valueOf.every((value, entry) => {
    const otherValue = other.valueOf[entry]!
    return value < 0 || otherValue < 0 || isWithin(other.values[otherValue]!, column.values[value]!)
  })
}

/** The number of pairs. */
export function pairCount({ size, sides }: Table): number {
  if (sides === undefined) return (size * (size - 1)) / 2
  const second = sides.reduce((sum, side) => sum + side, 0)
  return second * (size - second)
}

/** Compares two entries field by field. Results of small columns are cached. */
export class Comparer {
  readonly #columns: readonly Column[]
  readonly #known: readonly (Uint8Array | undefined)[]
  /** Two columns of names each, with the number of each entry's spelling, which is the same in all columns. */
  readonly #crossings: readonly (readonly [number, number, Int32Array, Int32Array])[]
  readonly #spellings: readonly string[]

  constructor({ columns }: Table) {
    this.#columns = columns
    this.#known = columns.map(({ values }) =>
      values.length <= 1_500 ? new Uint8Array(values.length ** 2) : undefined,
    )
    const names = columns.flatMap((column, at) => (column.kind === 'name' ? [{ column, at }] : []))
    const numbers = new Map<string, number>()
    for (const { column } of names)
      for (const { compact } of column.values) if (!numbers.has(compact)) numbers.set(compact, numbers.size)
    this.#spellings = [...numbers.keys()]
    const spelt = names.map(({ column: { values, valueOf }, at }) => {
      const spellings = values.map(({ compact }) => numbers.get(compact)!)
      return { at, spellings: valueOf.map((value) => (value < 0 ? -1 : spellings[value]!)) }
    })
    this.#crossings = spelt.flatMap((one, n) =>
      spelt.slice(n + 1).map((other) => [one.at, other.at, one.spellings, other.spellings] as const),
    )
  }

  /** Writes one level per column into `levels` from `start` on. */
  compare(a: number, b: number, levels: Uint8Array, start = 0): void {
    const columns = this.#columns
    for (let at = 0; at < columns.length; at += 1) {
      const { valueOf } = columns[at]!
      const x = valueOf[a]!
      const y = valueOf[b]!
      if (x < 0 || y < 0) levels[start + at] = Level.missing
      else levels[start + at] = x === y ? Level.exact : this.#compareValues(at, x, y)
    }
    this.#findSwapped(a, b, levels, start)
  }

  #compareValues(at: number, x: number, y: number): Level {
    const { kind, values } = this.#columns[at]!
    const known = this.#known[at]
    if (known === undefined) return compareValues(kind, values[x]!, values[y]!)
    const place = Math.min(x, y) * values.length + Math.max(x, y)
    // The cache contains only levels and zeros.
    const seen = known[place] as Level
    if (seen !== Level.missing) return seen
    const level = compareValues(kind, values[x]!, values[y]!)
    known[place] = level
    return level
  }

  /** Given name and family name swapped: such names agree. */
  #findSwapped(a: number, b: number, levels: Uint8Array, start: number): void {
    for (const [f, g, spellingsF, spellingsG] of this.#crossings) {
      const aF = spellingsF[a]!
      const aG = spellingsG[a]!
      const bF = spellingsF[b]!
      const bG = spellingsG[b]!
      if ((aF < 0 || aF !== bG) && (aG < 0 || aG !== bF)) continue
      if (isAgreed(levels[start + f]!) || isAgreed(levels[start + g]!)) continue
      if (!this.#agree(aF, bG) || !this.#agree(aG, bF)) continue
      for (const at of [f, g]) if (levels[start + at] !== Level.missing) levels[start + at] = Level.close
    }
  }

  /** A missing name is no evidence. */
  #agree(x: number, y: number): boolean {
    return x < 0 || y < 0 || x === y || editDistance(this.#spellings[x]!, this.#spellings[y]!, 1) <= 1
  }
}

function isAgreed(level: number): boolean {
  return level !== Level.missing && level <= Level.similar
}
