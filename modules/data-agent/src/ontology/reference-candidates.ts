import type { Cell } from '@quipu/query'
import type { ColumnProfile, TableProfile } from './profile.ts'
import type { NameSplitter } from './split-name.ts'
import { genericKeys, isSameWord, keyWords, singular } from './words.ts'

export interface KnownTable {
  readonly profile: TableProfile
  readonly key: readonly string[]
  /** Of its name, singular. */
  readonly words: readonly string[]
}

/** A column that may refer to a column of another table, by their names. */
export interface Candidate {
  readonly from: KnownTable
  readonly column: ColumnProfile
  readonly to: KnownTable
  readonly target: ColumnProfile
  /** 0 to 1. */
  readonly score: number
  /** Nothing but the values speaks for it. */
  readonly isByValues: boolean
}

type Pair = Omit<Candidate, 'score' | 'isByValues'>

export interface Leniency {
  /** The database allows references between different types. */
  readonly mixesTypes: boolean
  /** No keys are declared, as in files: codes may refer to a column with the same codes, whatever the columns are called. */
  readonly goesByCodes: boolean
}

/** The possible targets of each column of a table, likeliest first. */
export function candidatesOf(
  from: KnownTable,
  tables: readonly KnownTable[],
  splitter: NameSplitter,
  { mixesTypes, goesByCodes }: Leniency,
): Candidate[] {
  const settled = from.profile.table.foreignKeys.filter((key) => !namesAnother(key, from, tables))
  const taken = new Set(settled.flatMap(({ columns }) => columns))
  const open = from.profile.columns.filter((column) => canRefer(column) && !taken.has(column.column.name))
  return open.flatMap((column) =>
    tables
      .flatMap((to) => [
        ...[
          ...targetsOf(to, splitter),
          ...sharedTarget(column, from, to),
          ...sharedNumber(column, from, to, splitter),
          ...(goesByCodes ? shortNames(column, from, to, splitter) : []),
        ].map((target) => {
          const penalty = column.type === target.type ? 0 : mixesTypes ? 0.1 : 1
          const named = likeness({ from, column, to, target }, splitter) - penalty
          const pair = { from, column, to, target }
          const coded = goesByCodes ? Math.max(codeLikeness(pair), shortLikeness(pair, splitter)) : 0
          return { ...pair, score: Math.max(named, coded), isByValues: false }
        }),
        ...(goesByCodes ? byValues(column, from, to) : []),
        ...byLetters(column, from, to, goesByCodes),
      ])
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, 4),
  )
}

/** Declared to refer to one table, but named exactly like the key of another: its values are checked too. */
function namesAnother(
  { columns, toColumns, toTable }: TableProfile['table']['foreignKeys'][number],
  from: KnownTable,
  tables: readonly KnownTable[],
): boolean {
  const [name, ...others] = columns.map((column) => column.toLowerCase())
  if (name === undefined || others.length > 0 || toColumns[0]?.toLowerCase() === name) return false
  return tables.some(
    ({ profile, key }) =>
      profile !== from.profile &&
      profile.table.name !== toTable &&
      key.length === 1 &&
      key[0]?.toLowerCase() === name,
  )
}

function canRefer({ type, isWhole }: ColumnProfile): boolean {
  return type === 'text' || (type === 'number' && isWhole)
}

/** Columns that another table can refer to: the key, unique columns, and unique names. */
function targetsOf({ profile, key, words }: KnownTable, splitter: NameSplitter): ColumnProfile[] {
  const names = new Set(key.length === 1 ? key : [])
  for (const unique of profile.table.uniqueKeys) {
    if (unique.length === 1 && unique[0] !== undefined) names.add(unique[0])
  }
  return profile.columns.filter((column) => {
    if (names.has(column.column.name)) return true
    if (!canRefer(column) || profile.rows < 3 || column.distinct !== profile.rows) return false
    const ofColumn = splitter.words(column.column.name).map(singular)
    // `user_id` of users beside a key `uid`.
    if (ofColumn.length > words.length && same(ofColumn.slice(0, -1), words) && ofColumn.at(-1) === 'id')
      return true
    if (column.type !== 'text') return false
    return same(ofColumn, words) || same(ofColumn, [...words, 'name'])
  })
}

/** In a table without a key: the column of the same name, if it is unique there and not here. */
function sharedTarget(column: ColumnProfile, from: KnownTable, to: KnownTable): ColumnProfile[] {
  if (from === to || to.key.length > 0 || column.type !== 'text' || column.distinct === from.profile.rows)
    return []
  return to.profile.columns.filter(
    (each) =>
      each.type === 'text' &&
      each.column.name.toLowerCase() === column.column.name.toLowerCase() &&
      to.profile.rows > 2 &&
      each.distinct === to.profile.rows,
  )
}

/** `card_no` of a door log is the `Card No` that members have beside their own key: a number that some may lack, and no two share. */
function sharedNumber(
  column: ColumnProfile,
  from: KnownTable,
  to: KnownTable,
  splitter: NameSplitter,
): ColumnProfile[] {
  const own = splitter.words(column.column.name).map(singular)
  const isNumber = own.length > 1 && keyWords.has(own.at(-1) ?? '')
  if (from === to || !isNumber || from.key.includes(column.column.name) || !isShared(column, from)) return []
  return to.profile.columns.filter(
    (each) =>
      each.type === column.type &&
      !to.key.includes(each.column.name) &&
      each.nulls * 2 < to.profile.rows &&
      each.distinct > 2 &&
      each.distinct === to.profile.rows - each.nulls &&
      same(splitter.words(each.column.name).map(singular), own),
  )
}

/** Some rows have the same value. */
function isShared({ distinct, nulls }: ColumnProfile, { profile }: KnownTable): boolean {
  return distinct < profile.rows - nulls
}

/** `Teacher` of a lesson holds what tells the rows of `teachers` apart in a few letters, whatever that column is called. */
function shortNames(
  column: ColumnProfile,
  from: KnownTable,
  to: KnownTable,
  splitter: NameSplitter,
): ColumnProfile[] {
  return to.profile.columns.filter((target) => shortLikeness({ from, column, to, target }, splitter) > 0)
}

function shortLikeness({ from, column, to, target }: Pair, splitter: NameSplitter): number {
  const isShort = ({ type, meanLength }: ColumnProfile): boolean => type === 'text' && meanLength <= shortest
  const isApart = target.nulls === 0 && target.distinct === to.profile.rows && to.profile.rows > 2
  if (from === to || !isShort(column) || !isShort(target) || !isApart) return 0
  if (column.distinct < 3 || column.distinct === from.profile.rows) return 0
  return same(splitter.words(column.column.name).map(singular), to.words) ? 0.5 : 0
}

/** Columns that tell the rows of another table apart by texts of some length, as this column has them. */
function byValues(column: ColumnProfile, from: KnownTable, to: KnownTable): Candidate[] {
  const isText = ({ type, meanLength }: ColumnProfile): boolean => type === 'text' && meanLength >= longEnough
  if (from === to || to.profile.rows < 3 || !isText(column)) return []
  if (column.distinct < 3 || column.distinct === from.profile.rows) return []
  return to.profile.columns
    .filter(
      (target) =>
        isText(target) &&
        target.nulls === 0 &&
        target.distinct === to.profile.rows &&
        column.distinct <= target.distinct * alsoOthers &&
        Math.abs(column.meanLength - target.meanLength) * 3 <= target.meanLength,
    )
    .map((target) => ({ from, column, to, target, score: enoughByValues, isByValues: true }))
}

/**
 * `cashier` of a till holds the initials by which those who work here are known, and `site` of an exported log the letters that are the key
 * of a branch; their values must confirm it.
 */
function byLetters(
  column: ColumnProfile,
  from: KnownTable,
  to: KnownTable,
  goesByCodes: boolean,
): Candidate[] {
  const isShort = ({ type, meanLength }: ColumnProfile): boolean => type === 'text' && meanLength <= initials
  const isKey = ({ column: { name } }: ColumnProfile): boolean => to.key.length === 1 && to.key[0] === name
  const isKnown = (target: ColumnProfile): boolean => isWorker(to) || (goesByCodes && isKey(target))
  if (from === to || !isShort(column)) return []
  if (column.distinct < 3 || column.distinct === from.profile.rows) return []
  return to.profile.columns
    .filter(
      (target) =>
        isKnown(target) &&
        isShort(target) &&
        target.nulls === 0 &&
        target.distinct === to.profile.rows &&
        column.distinct <= target.distinct &&
        isOfLetters(column) &&
        isOfLetters(target),
    )
    .map((target) => ({ from, column, to, target, score: enoughByValues, isByValues: false }))
}

function isOfLetters({ min, max }: ColumnProfile): boolean {
  return [min, max].every((value) => typeof value === 'string' && /^\p{L}{2,4}$/u.test(value))
}

/** Letters of initials. */
const initials = 4

/** Enough where all values are there, and less than what a name says. */
const enoughByValues = 0.5
/** Shorter texts may be the same by chance. */
const longEnough = 4
/** A shop also sells what is on no list, such as vouchers. */
const alsoOthers = 1.1

/** Letters of a code or of initials. */
const shortest = 6

/** Codes of the same form, such as `F-12`, of which this table has no more than the other; values must confirm it. */
function codeLikeness({ from, column, to, target }: Pair): number {
  const isOwnKey = from.key.length === 1 && from.key[0] === column.column.name
  if (from === to || isOwnKey || to.key.length !== 1 || to.key[0] !== target.column.name) return 0
  if (column.distinct < 3 || column.distinct > target.distinct || column.distinct === from.profile.rows)
    return 0
  const [first, last] = [formOf(column.min), formOf(column.max)]
  if (first === null || first !== last || first !== formOf(target.min) || first !== formOf(target.max))
    return 0
  return column.column.name.toLowerCase() === target.column.name.toLowerCase() ? 0.6 : 0.35
}

/** `F-12` and `M-103` have one form, by the number of letters; a word without digits, and digits alone, have none. */
export function formOf(value: Cell): string | null {
  if (typeof value !== 'string' || !/\p{L}/u.test(value) || !/\d/.test(value) || value.length > 24)
    return null
  return value.toUpperCase().replaceAll(/\p{L}/gu, 'A').replace(/\d+/g, '0')
}

function likeness(pair: Pair, splitter: NameSplitter): number {
  const { from, column, to, target } = pair
  const raw = withoutNumber(splitter.words(column.column.name))
  const words = raw.map(singular)
  const ofTarget = splitter.words(target.column.name).map(singular)
  if (from === to) return ownLikeness(pair, words)
  const { base, hasKeyWord } = withoutKeyWord(words)
  // `berths` of a harbour counts them.
  if (!hasKeyWord && column.type === 'number' && raw.at(-1) !== words.at(-1)) return 0
  const isOwnKey = from.key.length === 1 && from.key[0] === column.column.name
  // A column that is a key by its own name refers to no other table, unless only that table has the name.
  if (isOwnKey && speaksOf(from, words) && (same(base, from.words) || !same(base, to.words))) return 0
  const found = nameLikeness(words, ofTarget, to) || namesColumn(pair, words, ofTarget, splitter)
  if (found > 0 || words.length < 2 || !qualifiers.has(words[0] ?? '')) return found
  return Math.max(0, nameLikeness(words.slice(1), ofTarget, to) - 0.02)
}

/** `current_state` is one of the `order states`. */
const qualifiers: ReadonlySet<string> = new Set(
  'current present actual last latest default main primary initial final previous old new first preferred usual'.split(
    ' ',
  ),
)

/** `tool code` is the `code` of the table with a text column `tool`, whatever that table is called. */
function namesColumn(
  { to }: Pair,
  words: readonly string[],
  ofTarget: readonly string[],
  splitter: NameSplitter,
): number {
  const { base, hasKeyWord } = withoutKeyWord(words)
  const isSameKey = ofTarget.length === 1 && ofTarget[0] === words.at(-1)
  if (!hasKeyWord || base.length === 0 || !isSameKey) return 0
  const isNamed = to.profile.columns.some(
    ({ type, column }) => type === 'text' && same(splitter.words(column.name).map(singular), base),
  )
  return isNamed ? 0.66 : 0
}

function nameLikeness(words: readonly string[], ofTarget: readonly string[], to: KnownTable): number {
  const isGeneric = ofTarget.length === 1 && genericKeys.has(ofTarget[0] ?? '')
  const { base, hasKeyWord } = withoutKeyWord(words)
  if (!isGeneric && same(words, ofTarget)) return speaksOf(to, ofTarget) ? 0.92 : 0.82
  if (!isGeneric && endsWith(words, ofTarget)) return 0.78
  if (base.length === 0) return 0
  const targetKey = withoutKeyWord(ofTarget)
  if (!isGeneric && !targetKey.hasKeyWord && !speaksOf(to, ofTarget)) return 0
  if (same(base, to.words)) return hasKeyWord ? 0.9 : 0.72
  if (endsWith(base, to.words)) return hasKeyWord ? 0.76 : 0.6
  if (endsWith(to.words, base)) return hasKeyWord ? 0.7 : 0.55
  if (same(base, targetKey.base) && targetKey.hasKeyWord) return 0.66
  if (hasKeyWord && same(base, to.words.slice(0, base.length))) return 0.56
  // `account manager` is one of the `reps`.
  const role = base.at(-1) ?? ''
  const hasRole = personTables.has(to.words.at(-1) ?? '') && personRoles.has(role)
  return hasRole || ((role === 'by' || personRoles.has(role) || workers.has(role)) && isWorker(to)) ? 0.5 : 0
}

/** Those who do what `sold_by` or `taken_by` says: people, and not those who buy. */
function isWorker({ words }: KnownTable): boolean {
  const last = words.at(-1) ?? ''
  return (personTables.has(last) || workers.has(last)) && !buyers.has(last)
}

const workers = new Set(
  'salesman salesperson seller agent assistant clerk cashier operator technician engineer mechanic driver rider tutor instructor trainer coach stylist therapist nurse vet chef cook waiter server volunteer colleague rep representative manager officer advisor adviser consultant planner cleaner guide fitter installer'.split(
    ' ',
  ),
)

const buyers = new Set(
  'customer client account buyer guest patient member visitor owner subscriber patron contact tenant pupil student supplier vendor'.split(
    ' ',
  ),
)

/** parent_id, manager_id, reports_to: to a row of the same table. */
function ownLikeness({ column, target, to }: Pair, words: readonly string[]): number {
  if (column === target || to.key[0] !== target.column.name) return 0
  const isNumberLike = column.type === target.type
  if (isNumberLike && words.some((word) => ownWords.has(word))) return 0.75
  const { base, hasKeyWord } = withoutKeyWord(words)
  return hasKeyWord && base.length > to.words.length && endsWith(base, to.words) ? 0.6 : 0
}

const ownWords = new Set(
  'parent manager supervisor boss mgr report predecessor successor previous mentor superior ancestor'.split(
    ' ',
  ),
)
/** Roles of a person in another row. */
const personRoles = new Set(
  (
    'head manager supervisor rep representative agent owner author creator leader captain coach chief president ' +
    'director assistant advisor friend teacher instructor contact assignee reviewer editor seller buyer sender ' +
    'receiver recipient operator responsible host guest sponsor partner'
  ).split(' '),
)
const personTables = new Set(
  'employee person people staff user member student physician doctor teacher player worker personnel contact'.split(
    ' ',
  ),
)

/** `port id 2` is a port id. */
function withoutNumber(words: readonly string[]): readonly string[] {
  return words.length > 1 && /^\d+$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words
}

function withoutKeyWord(words: readonly string[]): { base: readonly string[]; hasKeyWord: boolean } {
  const last = words.at(-1) ?? ''
  if (keyWords.has(last)) return { base: words.slice(0, -1), hasKeyWord: true }
  // Some programs write `id_customer`.
  return words[0] === 'id' && words.length > 1
    ? { base: words.slice(1), hasKeyWord: true }
    : { base: words, hasKeyWord: false }
}

/** The key has the words of the table, or of its beginning or end: `customer id` of customers. */
function speaksOf({ words }: KnownTable, ofKey: readonly string[]): boolean {
  const { base } = withoutKeyWord(ofKey)
  if (base.length === 0) return true
  return endsWith(words, base) || same(base, words.slice(0, base.length))
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && endsWith(one, other)
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  if (end.length === 0 || end.length > words.length) return false
  const offset = words.length - end.length
  return end.every((word, place) => isSameWord(words[offset + place] ?? '', word))
}
