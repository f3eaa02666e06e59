import type { Ontology } from '@quipu/query'
import { businessWords, roleOf } from '../frames/business-phrases.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { isCommonWord } from '../lexicon/word-vectors.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { operatorOf } from '../words/phrases.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { wordForms } from '../words/word-forms.ts'
import { ownWords, withoutConfusions } from './confused-words.ts'
import { editDistance } from './edit-distance.ts'

export interface Correction {
  readonly written: string
  readonly read: string
}

export interface Corrected {
  readonly question: string
  readonly corrections: readonly Correction[]
}

/** Replaces words that mean nothing by the nearest word of the schema, the data or the grammar. Quoted text is left alone. */
export function correctSpelling(written: string, ontology: Ontology): Corrected {
  const { question, corrections: confused } = withoutConfusions(written, ontology)
  const corrections: Correction[] = [...confused]
  let text = ''
  let at = 0
  for (const token of tokenize(question)) {
    const read = nearestWord(token, ontology)
    if (read === null) continue
    text += question.slice(at, token.start) + read
    at = token.end
    corrections.push({ written: token.text, read })
  }
  return { question: text + question.slice(at), corrections }
}

const timeWords =
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday yesterday today tomorrow month months week weeks year years quarter quarters day days weekday weekdays hour hours last next this previous since until between before after ago during recent monthly weekly daily yearly quarterly annual compared compare versus current'

const commonWords =
  'the and what which who where when how many much with from have has did does our are was were they their that there this than more less most least average total show list give number customers orders products sales revenue profit please customer order product highest lowest each every percent percentage price prices cost costs payments invoices suppliers employees refunds returns deliveries shipments bookings appointments'

interface Vocabulary {
  readonly known: ReadonlySet<string>
  readonly byLetter: ReadonlyMap<string, readonly string[]>
}

const made = new WeakMap<Ontology, Vocabulary>()

/** Made once for each ontology: words of the grammar, of names, and of metrics. */
function vocabularyOf(ontology: Ontology): Vocabulary {
  const before = made.get(ontology)
  if (before !== undefined) return before
  const words = new Set([...timeWords.split(' '), ...commonWords.split(' '), ...businessWords()])
  for (const word of lexiconOf(ontology).words) {
    words.add(word)
    words.add(plural(word))
  }
  const labels = ontology.datasets.flatMap(({ label, fields }) => [
    label,
    ...fields.map((field) => field.label),
  ])
  const names = ontology.metrics.flatMap(({ label, synonyms }) => [label, ...synonyms])
  for (const name of [...labels, ...names])
    for (const word of name.toLowerCase().split(/[^\p{L}]+/u)) words.add(word)
  for (const word of categoryWords(ontology)) for (const one of [word, plural(word)]) words.add(one)
  const usable = [...words].filter((word) => /^\p{L}{3,}$/u.test(word))
  const vocabulary = { known: new Set(usable), byLetter: Map.groupBy(usable, (word) => word[0] ?? '') }
  made.set(ontology, vocabulary)
  return vocabulary
}

/** Words of values that many rows share, such as states and kinds. */
function categoryWords({ datasets }: Ontology): readonly string[] {
  return datasets.flatMap(({ fields, isHidden }) =>
    isHidden
      ? []
      : fields
          .filter(
            ({ type, role, statistics }) =>
              type === 'text' && role !== 'name' && role !== 'identifier' && statistics.distinct <= mostKinds,
          )
          .flatMap(({ sample }) => sample.flatMap((value) => value.toLowerCase().split(/[^\p{L}]+/u)))
          .filter((word) => word.length > 2),
  )
}

const mostKinds = 30

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

function nearestWord(token: Token, ontology: Ontology): string | null {
  const { lower, kind } = token
  if (kind !== 'word' || lower.length < 3 || !/^\p{L}+$/u.test(lower)) return null
  const { known, byLetter } = vocabularyOf(ontology)
  const doubled = withDoubled(lower)
  if (doubled !== null && known.has(doubled) && !known.has(lower) && !isEnglish(lower)) return doubled
  const forms = wordForms(lower)
  if (forms.some((form) => known.has(form) || lexiconOf(ontology).wordsNear(form).length > 0)) return null
  // "prise" for "price": English, but hardly ever said.
  const isRare = lower.length > 4 && forms.every((form) => !isCommonWord(form))
  if ((isEnglish(lower) && !isRare) || isDerived(lower)) return null
  if (operatorOf(lower) !== undefined || ontology.values.begins(token.text)) return null
  // Of a word that is English only in another form, one letter may be wrong, not two.
  const most = forms.some((form) => isEnglish(form)) ? Math.min(1, mostErrors(lower)) : mostErrors(lower)
  const words = byLetter.get(lower[0] ?? '') ?? []
  // A name is corrected only to another name in the data.
  const own = ownWords(ontology)
  const fromNames = token.isCapital
    ? null
    : closest(lower, words, most, (word) =>
        wordForms(word).some((form) => own.has(form)) ? 3 : weightOf(word),
      )
  const near = lower.length < 4 ? [] : ontology.values.near(lower, 4)
  const inValues = near.flatMap(({ value }) => value.split(/[^\p{L}]+/u)).filter((word) => word.length > 3)
  if (inValues.some((word) => word.toLowerCase() === lower)) return null
  const fromValues = closest(lower, inValues, most)
  if (fromNames === null || fromValues === null) return (fromNames ?? fromValues)?.word ?? null
  return fromNames.distance <= fromValues.distance ? fromNames.word : fromValues.word
}

/** "runing" for "running": the consonant before the ending is written once. */
function withDoubled(word: string): string | null {
  const [, stem, last, ending] = /^(.*[aeiou])([bdglmnprt])(ing|ed|er|ers)$/u.exec(word) ?? []
  return stem === undefined || last === undefined || ending === undefined
    ? null
    : `${stem}${last}${last}${ending}`
}

/** "recently", "greater", "baker": English by an ending. Nouns have no such form: "quater" is none of "quat". */
function isDerived(word: string): boolean {
  const [, stem] = /^(.{3,}?)(?:ly|er|est|ness)$/u.exec(word) ?? []
  if (stem === undefined) return false
  return [stem, `${stem}e`, stem.replace(/i$/, 'y')].some(
    (one) => isEnglish(one, 'adj') || isEnglish(one, 'verb'),
  )
}

/** Short words differ by one letter from too many others. */
function mostErrors(word: string): number {
  return word.length < 8 ? 1 : 2
}

interface Near {
  readonly word: string
  readonly distance: number
}

/** Null where two words are as near and one letter would decide between them. */
function closest(
  word: string,
  words: readonly string[],
  most: number,
  weight: (other: string) => number = () => 0,
): Near | null {
  let best: Near | null = null
  const near = (other: string): number => closeness(word, other) + weight(other)
  for (const other of words) {
    const distance = distanceTo(word, other.toLowerCase(), most)
    if (distance === Infinity || (word.length === 3 && !isSwap(word, other) && !isUndoubled(word, other)))
      continue
    const isBetter =
      best === null ||
      distance < best.distance ||
      (distance === best.distance && near(other) > near(best.word))
    if (isBetter) best = { word: other, distance }
  }
  return best
}

/** Words that mean something by themselves go before those that are only part of a phrase. */
function weightOf(word: string): number {
  const role = roleOf(word)
  return role === undefined || role.does === 'skip' ? 0 : 2
}

function isSwap(one: string, other: string): boolean {
  const letters = (word: string): string => Array.from(word).sort().join('')
  return one.length === other.length && letters(one) === letters(other)
}

/** In longer words, whether a letter is written once or twice is no error: "canceld" for "cancelled". */
function distanceTo(word: string, other: string, most: number): number {
  const plain = editDistance(word, other, most)
  const single = other.replaceAll(/(.)\1/gu, '$1')
  if (plain <= most || word.length < 6 || single === other) return plain
  return editDistance(word, single, most) + 0.5
}

/** "sel" for "sell": one of two equal letters is missing. */
function isUndoubled(one: string, other: string): boolean {
  return other.length === one.length + 1 && other.replace(/(.)\1/u, '$1') === one
}

/** Among words as near, the one that shares more of the letters and the ending. */
function closeness(written: string, word: string): number {
  const letters = new Set(written)
  const shared = [...new Set(word)].filter((letter) => letters.has(letter)).length
  return shared + (written.at(-1) === word.at(-1) ? 1 : 0) - Math.abs(written.length - word.length) / 2
}
