import { datedMeaningOf, expansionsOf, isAbbreviation, isWordToo } from '@quipu/query'
import { english } from './dictionary.ts'
import { documentTables, tersePartsOf } from './terse-names.ts'

/** Words that say that the word before them is dated. */
const ofDate: ReadonlySet<string> = new Set('dt date ts time tm on at timestamp'.split(' '))

/** Splits the names of a schema into words, each with the help of the others. */
export class NameSplitter {
  readonly #schemaWords = new Set<string>()
  readonly #split = new Map<string, readonly string[]>()
  readonly #affixes = new Map<string, boolean>()

  readonly #documents: ReadonlyMap<string, readonly string[]>

  /** The names of tables are also among the names. */
  constructor(names: Iterable<string>, tables: Iterable<string> = []) {
    const bare = [...tables].map((name) => (name.split('.').at(-1) ?? name).toLowerCase())
    this.#documents = documentTables(bare)
    for (const name of names) {
      for (const word of rawWords(name)) if (word.length >= 3) this.#schemaWords.add(word)
    }
  }

  /** The name as written, before joined words are split: `custname`. */
  written(name: string): string {
    return rawWords(name).join(' ')
  }

  /** `custName2` → cust, name, 2. Lower case; never empty. */
  words(name: string): readonly string[] {
    const known = this.#split.get(name)
    if (known !== undefined) return known
    const words = (this.#documents.get(name.toLowerCase()) ?? rawWords(name)).flatMap((word) =>
      this.#apart(word),
    )
    const result = words.length > 0 ? words : [name.toLowerCase()]
    this.#split.set(name, result)
    return result
  }

  /** The words with abbreviations in full: `cust nm` → customer, name. Those that are words stay. */
  inFull(words: readonly string[], isFitting: (meaning: string) => boolean = () => true): readonly string[] {
    return words.flatMap((word, place) => {
      const rest = words.slice(place + 1)
      const dated = rest.length > 0 && rest.every((each) => ofDate.has(each)) ? datedMeaningOf(word) : null
      if (dated !== null) return [dated]
      const all = expansionsOf(word)
      if (all.length === 0 || (word === 'no' && place === 0) || isWordToo(word)) return [word]
      const full = all.some(isFitting) ? all.filter(isFitting) : all
      // The schema itself may write one of them in full.
      return (full.find((each) => this.#schemaWords.has(each)) ?? full[0] ?? word).split(' ')
    })
  }

  #apart(word: string): readonly string[] {
    if (word.length < 4 || !/^[a-z]+$/.test(word) || isAbbreviation(word)) return [word]
    if (english().has(word)) return [word]
    return tersePartsOf(word) ?? (word.length < 5 ? undefined : this.#segment(word)) ?? [word]
  }

  /** The fewest known parts; if there are several, those with the longest ends, as `name` in `custname`. */
  #segment(word: string): readonly string[] | undefined {
    const best: (readonly string[] | undefined)[] = [[]]
    for (let end = 1; end <= word.length; end += 1) {
      for (let start = 0; start < end; start += 1) {
        const before = best[start]
        const part = word.slice(start, end)
        if (before === undefined || !this.#isPart(part, word)) continue
        const chosen = best[end]
        if (chosen === undefined || before.length + 1 < chosen.length) best[end] = [...before, part]
      }
    }
    const parts = best[word.length]
    return parts !== undefined && parts.length > 1 && this.#isPlausible(parts) ? parts : undefined
  }

  /** Short parts occur in any word: one counts only beside words that are common in names. */
  #isPlausible(parts: readonly string[]): boolean {
    if (parts.length > 4) return false
    const unusual = parts.filter((part) => !usualParts.has(part))
    const short = unusual.filter(({ length }) => length < 4)
    if (short.length === 0) return true
    if (short.length === 1 && unusual.every((part) => short.includes(part) || this.#schemaWords.has(part)))
      return true
    return short.every(isAbbreviation) && parts.some((part) => this.#isAffix(part))
  }

  /** Several names begin or end with it: `ord` in ORDNR, ORDDAT and ORDPOS. */
  #isAffix(part: string): boolean {
    const known = this.#affixes.get(part)
    if (known !== undefined) return known
    const names = [...this.#schemaWords].filter(
      (word) => word.length > part.length && (word.startsWith(part) || word.endsWith(part)),
    )
    this.#affixes.set(part, names.length >= manyNames)
    return names.length >= manyNames
  }

  #isPart(part: string, whole: string): boolean {
    if (part.length < 2 || part === whole) return false
    if (isAbbreviation(part) || english().isCommon(part)) return true
    return part.length >= 3 && this.#schemaWords.has(part)
  }
}

/** The name itself and another one. */
const manyNames = 2

/** Variants of these words: abbreviations in full. The first is the likeliest. */
export function writtenOut(words: readonly string[]): readonly string[] {
  let phrases = [words]
  words.forEach((word, place) => {
    const full = expansionsOf(word)
    // `no` is a number only at the end: `room no`.
    if (full.length === 0 || (word === 'no' && place === 0)) return
    phrases = phrases.flatMap((phrase) => full.map((text) => phrase.with(place, text))).slice(0, 4)
  })
  const said = words.join(' ')
  return [...new Set(phrases.map((phrase) => phrase.join(' ')))].filter((phrase) => phrase !== said)
}

/** Common first and last words of column names. */
const usualParts = new Set(
  'id no num key code name date time type number year count cost price rate total size desc amt qty text of to by in per'.split(
    ' ',
  ),
)

function rawWords(name: string): string[] {
  return name
    .normalize('NFC')
    .split(/[^\p{L}\p{N}%#]+/u)
    .flatMap((part) => (isAbbreviation(part.toLowerCase()) ? [part.toLowerCase()] : humps(part)))
    .filter((word) => word !== '')
}

function humps(part: string): string[] {
  return part
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L}{2,})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L}{3,})/gu, '$1 $2')
    .toLowerCase()
    .split(' ')
}
