import { isRearranged, type FieldRole, type TimeFormat } from '@quipu/query'
import type { ColumnProfile } from './profile.ts'
import { numberTimeFormat, textTimeFormat } from './time-format.ts'
import { keyWords, singular, standsForTable } from './words.ts'

export interface RoleEvidence {
  readonly profile: ColumnProfile
  readonly words: readonly string[]
  readonly datasetWords: readonly string[]
  readonly rows: number
  readonly isKey: boolean
  /** The dataset has a name, or a first and a last name, so that a title is not its name. */
  readonly isNamed: boolean
  /** Refers to another dataset. */
  readonly isReference: boolean
  /** Some or all distinct values; empty if they were not read. */
  readonly values: readonly string[]
  /** The database stores dates as text or numbers, whatever the declared type. */
  readonly isLoose: boolean
}

export interface Role {
  readonly role: FieldRole
  readonly timeFormat: TimeFormat | null
}

export function roleOf(evidence: RoleEvidence): Role {
  const { profile, words } = evidence
  const time = timeOf(evidence)
  if (time !== undefined) return time
  const role = (found: FieldRole): Role => ({ role: found, timeFormat: null })
  if (isFlag(evidence)) return role('flag')
  if (profile.type === 'text') return role(holdsAmounts(evidence) ? 'measure' : roleOfText(evidence))
  if (profile.type !== 'number') return role('dimension')
  if (evidence.isKey || evidence.isReference || isIdentifierNumber(evidence)) return role('identifier')
  return role(words.some((word) => codeWords.has(word)) ? 'dimension' : 'measure')
}

function timeOf({ profile, words, values, isLoose, isKey }: RoleEvidence): Role | undefined {
  const { type, min, max } = profile
  if (type === 'date' || type === 'timestamp') {
    return { role: 'time', timeFormat: isLoose ? looseFormat(profile, values, words) : null }
  }
  if (type === 'text') {
    const format = textTimeFormat(values)
    if (
      format === null ||
      (format === 'year' && !words.some((word) => /year|season|founded|established|yr/.test(word)))
    )
      return undefined
    // Only SQLite writes such dates in the order in which they can be compared.
    const isLost = !isLoose && isRearranged({ timeFormat: format })
    return { role: 'time', timeFormat: isLost ? 'other-text' : format }
  }
  if (type !== 'number' || isKey) return undefined
  if (profile.areDays === true) return { role: 'time', timeFormat: 'digits' }
  if (min === null && words.at(-1) === 'year') return { role: 'time', timeFormat: 'year' }
  if (typeof min !== 'number' || typeof max !== 'number' || !Number.isInteger(min)) return undefined
  const format = numberTimeFormat(min, max, words)
  if (format === 'digits' && !isLoose) return undefined
  return format === null ? undefined : { role: 'time', timeFormat: format }
}

function looseFormat(
  { min, max }: ColumnProfile,
  values: readonly string[],
  words: readonly string[],
): TimeFormat | null {
  if (typeof min === 'number' && typeof max === 'number') {
    return min >= 1000 && max <= 2200 ? 'year' : numberTimeFormat(min, max, [...words, 'date'])
  }
  return textTimeFormat(values) ?? (values.length > 0 ? 'other-text' : null)
}

function isFlag({ profile, words, values, isKey, rows }: RoleEvidence): boolean {
  if (profile.type === 'boolean') return true
  if (isKey) return false
  const isNamed = flagWords.has(words[0] ?? '') || words.at(-1) === 'flag' || words.at(-1) === 'yn'
  if (profile.type === 'number') {
    const isBit = profile.isInteger && profile.min === 0 && profile.max === 1 && profile.distinct === 2
    return isBit && (isNamed || rows > 4)
  }
  if (profile.type !== 'text' || values.length === 0 || values.length > 3) return isNamed && rows === 0
  const folded = values.map((value) => value.trim().toLowerCase())
  return folded.some((value) => value !== '') && folded.every((value) => yesOrNo.has(value))
}

function roleOfText({
  profile,
  words,
  datasetWords,
  isKey,
  isNamed,
  isReference,
  rows,
  values,
}: RoleEvidence): FieldRole {
  const last = words.at(-1) ?? ''
  if (isName(words, datasetWords) && !(isNamed && last === 'title')) return 'name'
  if (isReference) return 'identifier'
  if (!isKey && words.some((word) => codeWords.has(word))) return 'dimension'
  if (keyWords.has(last) && words.length > 1)
    return profile.distinct === rows || isKey ? 'identifier' : codeRole(last)
  if (words.length === 1 && (last === 'id' || last === 'uuid' || last === 'key')) return 'identifier'
  if (isKey && isWorded(values)) return 'name'
  return isKey && profile.meanLength <= 12 ? 'identifier' : 'dimension'
}

/** `Northgate` and `Mill Lane`, by which people know the rows; `NG` and `N-12` are codes. */
function isWorded(values: readonly string[]): boolean {
  const worded = values.filter((value) => /^\p{Lu}\p{Ll}{2,}(?:[ '’-]\p{L}+)*$/u.test(value.trim()))
  return values.length > 1 && worded.length >= values.length * 0.8
}

/** Numbers in a text column, in a database that can still add them up. */
function holdsAmounts({ values, words, isLoose, isKey, isReference }: RoleEvidence): boolean {
  if (!isLoose || isKey || isReference || values.length < 2) return false
  const isCode = words.some((word) => codeWords.has(word) || keyWords.has(word) || kindWords.has(word))
  const filled = values.filter((value) => value.trim() !== '')
  return !isCode && filled.length > 1 && filled.every((value) => amount.test(value.trim()))
}

/** Without a leading zero, which a code would have. */
const amount = /^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?$/

function codeRole(word: string): FieldRole {
  return word === 'code' || word === 'number' || word === 'no' || word === 'num' ? 'dimension' : 'identifier'
}

/** The field by which people name a row: name, title, customer_name of customers, first and last name. */
function isName(words: readonly string[], datasetWords: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  if (last === 'fname' || last === 'lname' || last === 'forename' || last === 'surname') return true
  if (!nameWords.has(last)) return false
  const before = words.slice(0, -1).map(singular)
  if (before.length === 0) return true
  return before.every((word) => personWords.has(word) || standsForTable(word, datasetWords))
}

function isIdentifierNumber({ profile, words, rows }: RoleEvidence): boolean {
  const last = words.at(-1) ?? ''
  if (!profile.isInteger && last !== 'id') return false
  if (last === 'id' || last === 'uuid' || last === 'key' || last === 'pk' || last === 'fk') return true
  // `Order #` on each line of an order; `# of items` is a count.
  if (last === '#' && words.length > 1) return true
  if (words.length === 1 && documentWords.has(singular(last)) && isNumbered(profile)) return true
  if (shortNumber.has(last) && words.length > 1 && !words.some((word) => sized.has(word))) return true
  return (
    (last === 'code' || last === 'no' || last === 'number' || last === 'num') &&
    words.length > 1 &&
    rows > 0 &&
    profile.distinct === rows
  )
}

/** `Receipt` on each line of a receipt: numbers given one after the other, hardly any left out. */
function isNumbered({ min, max, distinct }: ColumnProfile): boolean {
  if (typeof min !== 'number' || typeof max !== 'number' || min < 0) return false
  return distinct > 20 && distinct * 2 > max - min + 1
}

const documentWords = new Set(
  'receipt invoice order bill ticket booking slip voucher docket tab chit check load drop basket dispatch consignment transaction'.split(
    ' ',
  ),
)
/** `Receipt No` on each line of a receipt: a count is not written like this. */
const shortNumber = new Set(['no', 'nr'])
const sized = new Set('total max min average count'.split(' '))
const nameWords = new Set(['name', 'title', 'label', 'caption', 'fullname', 'nickname'])
const personWords = new Set([
  'first',
  'last',
  'full',
  'given',
  'family',
  'sur',
  'middle',
  'display',
  'common',
  'official',
  'short',
  'long',
])
/** Digits that stand for a state or kind are not added up. */
const kindWords = new Set('status state stage type kind class category group level priority'.split(' '))
const flagWords = new Set(['is', 'has', 'was', 'can', 'should', 'did', 'allows', 'includes'])
const yesOrNo = new Set(['y', 'n', 'yes', 'no', 'true', 'false', 't', 'f', '0', '1', 'x', '✓', ''])
/** Numbers that are not added up. */
const codeWords = new Set([
  'zip',
  'zipcode',
  'postal',
  'postcode',
  'phone',
  'fax',
  'telephone',
  'isbn',
  'ssn',
  'ean',
  'upc',
  'sku',
])
