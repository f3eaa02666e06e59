import { expansionsOf } from '@quipu/query'

/** `categories` → `category`. Good enough to compare names with each other. */
export function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return irregular(word)
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/[^ao]uses$/.test(word)) return word.slice(0, -2)
  if (/(?:sh|ch|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : irregular(word)
}

function irregular(word: string): string {
  return unusual.get(word) ?? word
}

const unusual: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: 'person',
    men: 'man',
    women: 'woman',
    children: 'child',
    staff: 'staff',
    matrices: 'matrix',
  }),
)

/** Words that only mark a column as a key. */
export const keyWords: ReadonlySet<string> = new Set(
  'id ids key code no num number nr nbr # ref fk uid uuid guid pk cd sk'.split(' '),
)

/** Names of keys without the name of their table: two columns of this name may have different meanings. */
export const genericKeys: ReadonlySet<string> = new Set(
  'id key code no num number nr name uuid guid pk ref ssn'.split(' '),
)

/** Also `dept` and `department`, `cust` and `customer`. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  if (expansionsOf(one).includes(other) || expansionsOf(other).includes(one)) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short) && long.length - short.length >= 2
}

/** A word of a column that only repeats its table: `customer` of customers, `cust`, or `c`. */
export function standsForTable(word: string, ofTable: readonly string[]): boolean {
  if (word.length === 1) return ofTable[0]?.startsWith(word) ?? false
  return ofTable.some((other) => isSameWord(singular(word), other))
}
