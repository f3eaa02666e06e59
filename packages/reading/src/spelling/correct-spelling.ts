import { editDistance, type Ontology } from '@quipu/query'
import { roleOf } from '../frames/business-phrases.ts'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { rawWords } from '../lexicon/name-words.ts'
import { commonWordsFrom, isCommonWord } from '../lexicon/word-vectors.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { operatorOf } from '../words/phrases.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { plural, wordForms } from '../words/word-forms.ts'
import { ownWords, withoutConfusions } from './confused-words.ts'
import { isVowelAway, withoutVowels } from './vowels.ts'
import { everydayWords, smallWords } from './everyday-words.ts'
import { vocabularyOf } from './vocabulary.ts'

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
  const tokens = tokenize(question)
  for (const [i, token] of tokens.entries()) {
    const read =
      nearestWord(token, ontology) ?? dividedBy(token, tokens.slice(Math.max(0, i - 2), i), ontology)
    if (read === null) continue
    text += question.slice(at, token.start) + read
    at = token.end
    corrections.push({ written: token.text, read })
  }
  return { question: text + question.slice(at), corrections }
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
  if ((isEnglish(lower) && !isRare) || isDerived(lower)) return likeThing(lower, ontology)
  if (operatorOf(lower) !== undefined || ontology.values.begins(token.text)) return null
  // Of a word that is English only in another form, one letter may be wrong, not two.
  const most = forms.some((form) => isEnglish(form)) ? Math.min(1, mostErrors(lower)) : mostErrors(lower)
  const own = ownWords(ontology)
  const isOwn = (word: string): boolean => wordForms(word).some((form) => own.has(form))
  // "medals" is spelled right, so only a name of the data may be meant instead.
  const isRight = forms.slice(1).some((form) => isCommonWord(form) && isEnglish(form, 'noun'))
  const words = beginningLike(lower, byLetter).filter((word) => !isRight || isOwn(word))
  // A name is corrected only to another name in the data.
  const fromNames = token.isCapital
    ? null
    : closest(lower, words, most, (word) => (isOwn(word) ? 3 : weightOf(word)))
  const near = lower.length < 4 ? [] : ontology.values.near(lower, 4)
  const inValues = near.flatMap(({ value }) => value.split(/[^\p{L}]+/u)).filter((word) => word.length > 3)
  // "tyres" is the Tyre of the data in another form, and no type.
  if (inValues.some((word) => lower === word.toLowerCase() || forms.includes(word.toLowerCase()))) return null
  const fromValues = closest(lower, inValues, most)
  if (fromNames === null && fromValues === null)
    return token.isCapital ? null : nearestCommon(lower, forms, ontology)
  if (fromNames === null || fromValues === null) return (fromNames ?? fromValues)?.word ?? null
  return fromNames.distance <= fromValues.distance + 0.2 ? fromNames.word : fromValues.word
}

/** "venus" where the data has venues: an English word that nothing here is called, but for a vowel the name of a thing. */
function likeThing(word: string, ontology: Ontology): string | null {
  if (word.length < 5 || roleOf(word) !== undefined) return null
  const things = ontology.datasets.filter(({ isHidden }) => !isHidden).flatMap(({ label }) => rawWords(label))
  return (
    things
      .flatMap((thing) => [thing, plural(thing)])
      .find((name) => name.length > 4 && isVowelAway(word, name)) ?? null
  )
}

/** "by rout", "per project manger": what an answer is divided by is a name of the data, though the slip is English too. */
function dividedBy({ kind, lower }: Token, before: readonly Token[], ontology: Ontology): string | null {
  const isDivided = before.some((token) => /^(?:by|per|each|every)$/.test(token.lower))
  if (kind !== 'word' || lower.length < 4 || !isDivided) return null
  const isNamed = wordForms(lower).some((form) => lexiconOf(ontology).wordsNear(form).length > 0)
  const isSaid = roleOf(lower) !== undefined || operatorOf(lower) !== undefined
  if (isNamed || isSaid || ontology.values.begins(lower)) return null
  const names = [...ownWords(ontology)].flatMap((word) => [word, plural(word)])
  const isSlip = (word: string): boolean =>
    isSwap(lower, word) || (word.length === lower.length + 1 && editDistance(lower, word, 1) === 1)
  const [only, ...more] = new Set(
    names.filter((word) => word.length > 4 && word[0] === lower[0] && isSlip(word)),
  )
  return only === undefined || more.length > 0 ? null : only
}

/** Words with the same first letter. "hwo": the first two may have changed places. */
function beginningLike(word: string, byLetter: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [first = '', second = ''] = word
  const swapped = (byLetter.get(second) ?? []).filter(
    (other) => other.length === word.length && other.startsWith(second + first),
  )
  return [...(byLetter.get(first) ?? []), ...swapped]
}

/**
 * "couresy" for "courtesy": a common word of English that is one letter away. It must be the only one; a word of five letters
 * must also mean something in this data.
 */
function nearestCommon(word: string, forms: readonly string[], ontology: Ontology): string | null {
  if (word.length < 5 || forms.some((form) => isEnglish(form))) return null
  const common = commonWordsFrom(word[0] ?? '')
  const near = (written: string): readonly string[] =>
    common.filter((other) => editDistance(written, other, 1) === 1 && isEnglish(other))
  const isPlural = word.endsWith('s') && near(word).length === 0
  const found = near(isPlural ? word.slice(0, -1) : word)
  const [only, ...others] = found.filter(
    (other) => word.length > 5 || lexiconOf(ontology).wordsNear(other).length > 0,
  )
  if (only === undefined || others.length > 0) return null
  return isPlural ? plural(only) : only
}

/** "runing" for "running": the consonant before the ending is written once. */
function withDoubled(word: string): string | null {
  const [, stem, last, ending] = /^(.*[aeiou])([bdglmnprt])(ing|ed|er|ers|est)$/u.exec(word) ?? []
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
    if (distance === Infinity || (word.length === 3 && !isShortened(word, other))) continue
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
  if (role !== undefined && role.does !== 'skip') return 2
  const rank = rankOf.get(word)
  return rank === undefined ? 0 : 2 - rank / rankOf.size
}

const rankOf: ReadonlyMap<string, number> = new Map(everydayWords.map((word, rank) => [word, rank]))

/** What three letters may stand for: "teh", "sel" for "sell", "lst" for "last". */
function isShortened(word: string, other: string): boolean {
  return isSwap(word, other) || isUndoubled(word, other) || (smallWords.has(other) && other.length === 4)
}

function isSwap(one: string, other: string): boolean {
  const letters = (word: string): string => Array.from(word).sort().join('')
  return one.length === other.length && letters(one) === letters(other)
}

/**
 * How far apart two words are. Letters that changed places, a letter written once or twice and another vowel are slips that people
 * make more often than others: "nxet" is "next", not "net". In longer words, doubling is no error: "canceld" for "cancelled".
 */
function distanceTo(word: string, other: string, most: number): number {
  if (word.length > 3 && isSaidAlike(word, other)) return 0.65
  const plain = editDistance(word, other, most)
  const [one, single] = [undoubled(word), undoubled(other)]
  if (plain > most)
    return word.length < 6 || single === other ? plain : editDistance(word, single, most) + 0.5
  if (plain > 0 && (one === single || isSwap(word, other))) return plain - 0.3
  return withoutVowels(word) === withoutVowels(other) ? plain - 0.1 : plain
}

/** "tipe" for "type", "stok" for "stock", "malbek": other letters for the same sounds. */
function isSaidAlike(one: string, other: string): boolean {
  return one !== other && Math.abs(one.length - other.length) < 2 && sounds(one) === sounds(other)
}

function sounds(word: string): string {
  const plain = word
    .replaceAll('ph', 'f')
    .replaceAll('wh', 'w')
    .replaceAll(/c(?=[eiy])/gu, 's')
    .replaceAll(/[cq]/gu, 'k')
    .replaceAll('z', 's')
    .replaceAll('y', 'i')
  return undoubled(plain)
}

function undoubled(word: string): string {
  return word.replaceAll(/(.)\1/gu, '$1')
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
