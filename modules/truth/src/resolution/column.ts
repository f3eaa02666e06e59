import { kindOf, parseDay, parseNumber, type FieldKind } from './field-kind.ts'
import { letterSet, normalText } from './text-similarity.ts'

/** One value of a field, prepared once for many comparisons. */
export interface Value {
  readonly text: string
  /** Without spaces. Equal compact forms are the same value. */
  readonly compact: string
  readonly letters: number
  readonly tokens: readonly Token[]
  readonly day: string | undefined
  readonly number: number | undefined
  /** Further values, if the field is a list. */
  readonly others: readonly Value[]
}

export interface Token {
  readonly word: string
  readonly letters: number
  /** Rare words weigh more. The squares of one value's weights sum to 1. */
  readonly weight: number
}

/** The values of one field over all records. Equal values share a number. */
export interface Column {
  readonly field: string
  readonly kind: FieldKind
  readonly values: readonly Value[]
  /** For each record the number of its value, or -1 if it has none. */
  readonly valueOf: Int32Array
  /** How many records have each value. */
  readonly counts: Int32Array
  /** How many records have any value. */
  readonly known: number
}

export function columnOf(field: string, cells: readonly (readonly string[])[], kind?: FieldKind): Column {
  const guessed = kind ?? kindOf(field, cells.flat())
  const lists = cells.map((cell) => listOf(guessed, cell))
  const keys = [...new Set(lists.filter((list) => list.length > 0).map(keyOf))].toSorted()
  const numbers = new Map(keys.map((key, at) => [key, at]))
  const valueOf = Int32Array.from(lists, (list) => (list.length === 0 ? -1 : numbers.get(keyOf(list))!))
  const counts = new Int32Array(keys.length)
  const texts: (readonly string[])[] = keys.map(() => [])
  let known = 0
  valueOf.forEach((value, record) => {
    if (value === -1) return
    known += 1
    counts[value]! += 1
    texts[value] = lists[record]!
  })
  const rarity = rarities(texts, counts, known)
  const values = texts.map((list) => valueFrom(guessed, list, rarity))
  return { field, kind: guessed, values, valueOf, counts, known }
}

function listOf(kind: FieldKind, cell: readonly string[]): readonly string[] {
  const texts = cell.map((text) => writtenAs(kind, text)).filter((text) => text !== '')
  return texts.length > 1 ? [...new Set(texts)].toSorted() : texts
}

function writtenAs(kind: FieldKind, text: string): string {
  const bounded = text.slice(0, 2_000)
  if (kind === 'email') return bounded.trim().toLowerCase().replace(/\s+/g, '')
  if (kind === 'number') return bounded.trim()
  if (kind === 'date') return parseDay(bounded) ?? normalText(bounded)
  if (kind === 'phone') return bounded.replace(/\D/g, '').replace(/^0+/, '') || normalText(bounded)
  return normalText(bounded)
}

/** Spaces inside a name do not matter: values are compared in their compact form. */
function keyOf(list: readonly string[]): string {
  return list.map((text) => text.replaceAll(' ', '')).join('\n')
}

function valueFrom(kind: FieldKind, list: readonly string[], rarity: ReadonlyMap<string, number>): Value {
  const [text = '', ...others] = list
  const compact = text.replaceAll(' ', '')
  return {
    text,
    compact,
    letters: letterSet(compact),
    tokens: tokensOf(text, rarity),
    day: kind === 'date' ? parseDay(text) : undefined,
    number: kind === 'number' ? parseNumber(text) : undefined,
    others: others.map((other) => valueFrom(kind, [other], rarity)),
  }
}

function tokensOf(text: string, rarity: ReadonlyMap<string, number>): readonly Token[] {
  const words = [...new Set(text.split(' '))]
  const weights = words.map((word) => rarity.get(word) ?? 1)
  const norm = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0))
  return words.map((word, at) => ({
    word,
    letters: letterSet(word),
    weight: weights[at]! / norm,
  }))
}

/** Inverse document frequency of each word. */
function rarities(
  texts: readonly (readonly string[])[],
  counts: Int32Array,
  known: number,
): ReadonlyMap<string, number> {
  const records = new Map<string, number>()
  texts.forEach((list, value) => {
    for (const word of new Set(list.flatMap((text) => text.split(' '))))
      records.set(word, (records.get(word) ?? 0) + counts[value]!)
  })
  return new Map([...records].map(([word, count]) => [word, Math.log(1 + known / count)]))
}
