import { expansionsOf, isAbbreviation } from '@quipu/query'
import { singular } from '../words/word-forms.ts'
import { isEnglish } from './wordnet.ts'

/** Words that say little in a name. */
export const fillers: ReadonlySet<string> = new Set([
  'of',
  'the',
  'a',
  'an',
  'to',
  'in',
  'for',
  'and',
  'or',
  'by',
  'at',
  'on',
  'is',
  'with',
  'from',
  'ref',
  'tbl',
  'table',
  'dim',
  'fact',
  'lookup',
  'reference',
  'per',
  'was',
  'be',
  'other',
  'has',
  'have',
])

/** The words of a name in their base form, the short ones written out: `cust_addresses` → customer, address. */
export function nameWords(name: string): readonly string[] {
  const known = remembered.get(name)
  if (known !== undefined) return known
  const words = joinInitials(splitName(name))
    .flatMap((word) => expand(word))
    .map(singular)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(name, words)
  return words
}

/** Every name is asked for many times while a lexicon is built, and each takes look-ups in the dictionary. */
const remembered = new Map<string, readonly string[]>()
const mostRemembered = 20_000

/** The words as they are written, nothing written out. */
export function rawWords(name: string): readonly string[] {
  return splitName(name).map(singular)
}

/** `c7` and `pm10_level` with letters and digits together, as they are asked for; none where nothing is to be kept together. */
export function codedNames(name: string): readonly (readonly string[])[] {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return words.some((word) => /\p{L}\p{N}/u.test(word)) ? [words] : []
}

/** `F name` and `L name` are written together elsewhere. */
function joinInitials(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, i) => (word === 'f' || word === 'l') && words[i + 1] === 'name')
  return at < 0 ? words : [...words.slice(0, at), `${words[at]}name`, ...words.slice(at + 2)]
}

/** Splits at blanks, underscores, changes of case and between letters and digits; lower case. */
function splitName(name: string): readonly string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => word.split(/(?<=\p{L})(?=\p{N})/u))
    .filter((word) => word !== '')
}

function expand(word: string): readonly string[] {
  const [long] = expansionsOf(word)
  if (long !== undefined) return long.split(' ')
  if (word.length < 5 && word.length > 2 && /(id|no)$/.test(word) && !isEnglish(word))
    return [word.slice(0, -2), word.endsWith('id') ? 'id' : 'number']
  if (word.length < 5 || isEnglish(word) || isEnglish(singular(word))) return [word]
  return cutRunTogether(word)
}

const tails = [
  'name',
  'id',
  'code',
  'date',
  'number',
  'type',
  'time',
  'year',
  'rate',
  'day',
  'level',
  'order',
  'title',
  'no',
  'num',
  'description',
  'desc',
  'key',
  'address',
  'count',
  'price',
  'city',
  'state',
  'country',
]

/** `growthrate` → growth, rate; `lname` → l, name. Left whole when no cut gives words. */
function cutRunTogether(word: string): readonly string[] {
  for (let at = 3; at <= word.length - 3; at++) {
    const left = word.slice(0, at)
    const right = word.slice(at)
    if (isWord(left) && isWord(right)) return [...expand(left), ...expand(right)]
  }
  const tail = tails.find((each) => word.endsWith(each) && word.length > each.length)
  if (tail === undefined) return [word]
  const head = word.slice(0, -tail.length)
  return [...(head.length > 1 ? expand(head) : [head]), ...expand(tail)]
}

function isWord(text: string): boolean {
  if (isAbbreviation(text)) return text.length > 2
  return text.length > 2 && (isEnglish(text, 'noun') || isEnglish(singular(text), 'noun'))
}
