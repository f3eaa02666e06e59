import { rememberedText } from './remembered.ts'
import { expansionsOf, isAbbreviation } from '@quipu/query'
import { singular } from '../words/word-forms.ts'
import { isEnglish } from './wordnet.ts'

/** Words that add little to a name. */
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

/** The words of a name in base form, with abbreviations expanded: `cust_addresses` → customer, address. */
export const nameWords: (name: string) => readonly string[] = rememberedText((name) =>
  joinInitials(splitName(name))
    .flatMap((word) => expand(word))
    .map(singular),
)

/** The words as written, without expanding abbreviations. */
export function rawWords(name: string): readonly string[] {
  return splitName(name).map(singular)
}

/** Keeps letters and digits together, as questions write them: `c7`, `pm10_level`. Empty when the name has none. */
export function codedNames(name: string): readonly (readonly string[])[] {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return words.some((word) => /\p{L}\p{N}/u.test(word)) ? [words] : []
}

/** Joins `F name` and `L name`, which other names write as one word. */
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

/** `growthrate` → growth, rate; `lname` → l, name. Unchanged when no split gives words. */
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
