import { expansionsOf, singularLabel } from '@quipu/query'
import type { ColumnKind } from './column-plan.ts'

export interface SeenColumn {
  readonly name: string
  /** Null if the file declares its types. */
  readonly kind: ColumnKind | null
}

/** The names of a table's columns, and the mapping of each file's columns to them. */
export interface AlignedColumns {
  readonly names: readonly string[]
  /** For each file, the table's name of each of its columns. */
  readonly files: readonly (readonly string[])[]
}

/** The first file names a column; a later file may spell it differently, or adds its own columns. */
export function alignColumns(files: readonly (readonly SeenColumn[])[]): AlignedColumns {
  const known: SeenColumn[] = []
  const aligned = files.map((columns) => {
    const found = matchColumns(known, columns)
    return columns.map((column, place) => {
      const same = known[found.get(place) ?? -1]
      if (same !== undefined) return same.name
      const own = { ...column, name: freeName(column.name, known) }
      known.push(own)
      return own.name
    })
  })
  return { names: known.map(({ name }) => name), files: aligned }
}

/** Maps columns to known columns of the same meaning. The closest matches are assigned first. */
export function matchColumns(
  known: readonly SeenColumn[],
  columns: readonly SeenColumn[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const taken = new Set<number>()
  for (const isSame of likenessesOf(known, columns)) {
    for (const [place, column] of columns.entries()) {
      if (found.has(place)) continue
      const fitting = [...known.keys()].filter((at) => !taken.has(at) && isSame(known[at] ?? column, column))
      const [only, ...others] = fitting
      if (only === undefined || others.length > 0) continue
      const rivals = columns.filter(
        (other, at) => !found.has(at) && other !== column && isSame(known[only] ?? other, other),
      )
      if (rivals.length > 0) continue
      found.set(place, only)
      taken.add(only)
    }
  }
  return isInSamePlaces(found, known, columns) ? new Map(columns.map((_, place) => [place, place])) : found
}

/** As many columns, with the same kinds of values in the same order, most of them under the same names: `Sold on`, then `Date`. */
function isInSamePlaces(
  found: ReadonlyMap<number, number>,
  known: readonly SeenColumn[],
  columns: readonly SeenColumn[],
): boolean {
  return (
    known.length === columns.length &&
    found.size * 2 >= columns.length &&
    [...found].every(([place, at]) => place === at) &&
    columns.every(({ kind }, place) => found.has(place) || isKin(kind, known[place]?.kind ?? null))
  )
}

/** `Customer No.` and `customer_no` name one column. */
export function columnKey(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#%€$£]+/gu, ' ')
  return folded.trim() === '' ? name : folded.trim()
}

type Likeness = (one: SeenColumn, other: SeenColumn) => boolean

const likenesses: readonly Likeness[] = [
  (one, other) => columnKey(one.name) === columnKey(other.name),
  // `Order #` and `OrderNo`, `Qty` and `Quantity`.
  (one, other) => wordsOf(one.name).join('') === wordsOf(other.name).join(''),
  // `Date of order` and `Order date`.
  (one, other) => isSameSet(wordsOf(one.name), wordsOf(other.name)),
  // `Amount` and `Amount (EUR)`, `Customer` and `Customer name`, if both contain the same kind of values.
  (one, other) => isKin(one.kind, other.kind) && isPart(wordsOf(one.name), wordsOf(other.name)),
  // `Donor` and `supporter_name`, `Campaign` and `appeal`: what programs call the same.
  (one, other) => isKin(one.kind, other.kind) && isOfOneGroup(wordsOf(one.name), wordsOf(other.name)),
]

/** Where each file has one date only, it is when a row was made, whatever it is called. */
const onlyDate: Likeness = (one, other) => isDate(one.kind) && isDate(other.kind)

function likenessesOf(known: readonly SeenColumn[], columns: readonly SeenColumn[]): readonly Likeness[] {
  const hasOne = [known, columns].every((file) => file.filter(({ kind }) => isDate(kind)).length === 1)
  return hasOne ? [...likenesses, onlyDate] : likenesses
}

function wordsOf(name: string): string[] {
  const parted = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return columnKey(parted)
    .replaceAll('#', ' # ')
    .split(' ')
    .filter((word) => word !== '' && !fillers.has(word))
    .map((word) => (numberWords.has(word) ? 'number' : singularLabel(expansionsOf(word)[0] ?? word)))
}

const fillers = new Set('of the a in per de del des'.split(' '))
const numberWords = new Set('no nr num nbr number # id'.split(' '))

const groups: readonly ReadonlySet<string>[] = [
  'amount total gross sum',
  'fee charge commission',
  'status state',
  'method tender payment paid',
  'campaign appeal fund cause promotion',
  'quantity unit piece count',
  'product item article description',
  'category group department section',
  'store shop branch site location outlet cafe',
  'note message comment remark memo',
  'mail email',
  'phone telephone mobile cell',
  'staff employee clerk cashier server seller rep op operator stylist therapist waiter assistant',
].map((words) => new Set(words.split(' ')))
/** A `team member` works here. */
const crews = new Set('team staff crew'.split(' '))
const things = new Set('product item article line'.split(' '))
const people = new Set(
  'customer client buyer donor supporter giver member guest patient student learner payer subscriber visitor attendee contact'.split(
    ' ',
  ),
)
/** What a number or a reference is of: the row itself. */
const rows = new Set(
  'receipt order sale donation booking invoice transaction payment ticket reference ref gift row record entry'.split(
    ' ',
  ),
)
/** They stand before the noun and change nothing, where all columns of a kind are told apart without them. */
const plain = new Set('name full payment e on at date by inc incl including vat tax gst'.split(' '))
/** `Item code` and `PLU`. */
const codes = new Set('code plu sku barcode ean upc gtin'.split(' '))
/** `Transaction type` and `Receipt status` say what became of a sale. */
const outcomes = new Set('type status state'.split(' '))

/** Whether both names are said with words of the same group and no others. */
function isOfOneGroup(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [groupOf(one), groupOf(other)]
  return a !== null && a === b
}

function groupOf(words: readonly string[]): unknown {
  if (words.includes('number')) {
    const rest = words.filter((word) => word !== 'number')
    return rest.every((word) => rows.has(word)) ? rows : null
  }
  if (words.some((word) => codes.has(word)) && words.every((word) => codes.has(word) || things.has(word)))
    return codes
  if (words.length > 1 && words.every((word) => outcomes.has(word) || rows.has(word))) return outcomes
  if (words.length === 2 && words[1] === 'member' && crews.has(words[0] ?? '')) return groupOf(['staff'])
  const rest = words.filter((word) => !plain.has(word))
  const [first, ...more] = rest.length === 0 ? words : rest
  if (first === undefined) return null
  const all = [first, ...more]
  if (all.every((word) => people.has(word))) return people
  return groups.find((group) => all.every((word) => group.has(word))) ?? null
}

function isDate(kind: ColumnKind | null): boolean {
  return kind === 'date' || kind === 'timestamp'
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.toSorted().join(' ') === other.toSorted().join(' ')
}

/** The longer name contains all words of the shorter one and at most two more. */
function isPart(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const more = long.length - short.length
  return short.length > 0 && more > 0 && more <= 2 && short.every((word) => long.includes(word))
}

function isKin(one: ColumnKind | null, other: ColumnKind | null): boolean {
  if (one === null || other === null) return false
  const family = (kind: ColumnKind) => ({ whole: 'amount', timestamp: 'date' })[kind as string] ?? kind
  return family(one) === family(other)
}

/** SQL treats `Name` and `name` as equal. */
function freeName(given: string, known: readonly SeenColumn[]): string {
  const taken = new Set(known.map(({ name }) => name.toLowerCase()))
  let name = given
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${given}_${number}`
  return name
}
