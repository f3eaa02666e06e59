import type { Dataset, Field, Ontology } from '@quipu/query'
import { flagValues } from './flags.ts'
import { nameWords } from './name-words.ts'
import { isPerson } from './wordnet.ts'

/** The fields that show a row: its name, first and last name, or title (but not the title of a person), or else its key. */
export function nameFields(dataset: Dataset): readonly Field[] {
  const known = named.get(dataset)
  if (known !== undefined) return known
  const found = findNameFields(dataset)
  named.set(dataset, found)
  return found
}

/** Cached: it is called for every field of a dataset, which may have thousands. */
const named = new WeakMap<Dataset, readonly Field[]>()

/** `company` of customers, some of whom are firms: rows without the name of a person have it, or persons are its contacts. */
function firmBeside(first: Field, last: Field, texts: readonly Field[], { rows }: Dataset): readonly Field[] {
  const firm = texts.find(isFirm)
  if (firm === undefined) return []
  const { nulls } = firm.statistics
  if (isContact(first)) return nulls > 0 && nulls < rows ? [firm] : []
  return last.statistics.nulls > 0 && nulls + last.statistics.nulls <= rows * 1.1 ? [firm] : []
}

function isContact({ label }: Field): boolean {
  return /\bcontact\b/i.test(label)
}

function findNameFields(dataset: Dataset): readonly Field[] {
  const fields = visible(dataset)
  const words = new Map(fields.map((field) => [field, nameWords(field.label)]))
  const has = (field: Field, ...wanted: string[]): boolean =>
    wanted.every((word) => words.get(field)?.includes(word) === true)
  const [first, last] = firstAndLast(fields)
  const texts = fields.filter((field) => field.type === 'text')
  const own = nameWords(dataset.label)
  const isOfPerson = first !== undefined && last !== undefined
  const plain = texts.find(
    (field) => isPlainName(words.get(field) ?? [], own) && !(isOfPerson && has(field, 'title')),
  )
  const firm = isOfPerson ? firmBeside(first, last, texts, dataset) : []
  if (plain !== undefined && firm.length === 0) return [plain]
  // The contact of a firm has a name, but the firm is meant.
  const isOfFirm =
    isOfPerson && isContact(first) && texts.some((field) => isFirm(field) && field.statistics.nulls === 0)
  if (isOfPerson && !isOfFirm) return [first, last, ...firm]
  const ownTexts = texts.filter((field) => !isNameOfOthers(field, dataset, own))
  const nameRoleFields = fields.filter(
    (field) => field.role === 'name' && !isNameOfOthers(field, dataset, own),
  )
  const ended =
    [...nameRoleFields, ...ownTexts].find((field) => words.get(field)?.at(-1) === 'name') ??
    ownTexts.find((field) => words.get(field)?.at(-1) === 'title') ??
    texts.find((field) => ['company', 'firm'].includes(words.get(field)?.join(' ') ?? ''))
  if (ended !== undefined) return [ended]
  if (nameRoleFields[0] !== undefined) return [nameRoleFields[0]]
  const same = ownTexts.find(
    (field) => (words.get(field) ?? []).every((word) => own.includes(word)) && !isCode(field),
  )
  if (same !== undefined) return [same]
  const made = ofMaker(texts)
  if (made.length > 0) return [...keyFields(dataset), ...made]
  const telling = texts.find((field) => tellsApart(field, dataset))
  if (telling !== undefined) return [telling]
  const numbered = texts.find((field) => isNumberOf(field, own))
  if (numbered !== undefined) return [numbered]
  const described = texts.find((field) =>
    ['description', 'detail', 'label'].includes(words.get(field)?.at(-1) ?? ''),
  )
  if (described !== undefined) return [described]
  return keyFields(dataset)
}

/** `forename` and `surname`, or two texts that differ in these words only: `contact first` and `contact last`. */
function firstAndLast(fields: readonly Field[]): readonly [Field, Field] | readonly [] {
  const texts = fields.filter(({ type }) => type === 'text')
  const named = (pattern: RegExp): Field | undefined =>
    fields.find(({ label }) => pattern.test(label.toLowerCase()))
  const first =
    named(/\bfirst\b.*\bname\b|\bname\b.*\bfirst\b|\bforenames?\b|\bgiven names?\b/) ??
    texts.find(({ label }) => /(?:^| )first$/i.test(label))
  const last =
    named(/\blast\b.*\bname\b|\bname\b.*\blast\b|\bsurnames?\b|\bfamily\b.*\bname\b/) ??
    texts.find(({ label }) => /(?:^| )last$/i.test(label) && label.slice(0, -4) === first?.label.slice(0, -5))
  return first === undefined || last === undefined || first === last ? [] : [first, last]
}

/** `company name` of clients. */
function isFirm({ label, type }: Field): boolean {
  return type === 'text' && /^(?:company|firm|organi[sz]ation|business)(?: name)?$/i.test(label)
}

/** `B2` of boxes is what the data calls a box, and not what people do. */
function isCode({ sample }: Field): boolean {
  return sample.length > 0 && sample.every((text) => /\d/.test(text) && !/\p{L}{4}/u.test(text))
}

/** `supplier name` of parts, `plan name` of contracts: the same few texts over and over name something else. */
function isNameOfOthers(
  { label, isPrimaryKey, statistics }: Field,
  { rows }: Dataset,
  own: readonly string[],
): boolean {
  const words = nameWords(label).filter((word) => word !== 'name' && word !== 'title')
  const isOwn = words.length === 0 || words.includes(own.at(-1) ?? '')
  return !isOwn && !isPrimaryKey && rows >= fewestRows && statistics.distinct * 4 < rows
}

/** Words that no two rows share: what people call a thing that has a code and no name. */
function tellsApart({ label, role, isPrimaryKey, statistics, sample }: Field, { rows }: Dataset): boolean {
  return (
    !isPrimaryKey &&
    role === 'dimension' &&
    rows >= fewestRows &&
    statistics.nulls === 0 &&
    statistics.distinct >= rows * 0.9 &&
    !nameWords(label).some((word) => saidOfThings.has(word)) &&
    sample.length > 0 &&
    sample.every((text) => /\p{L}{3}/u.test(text) && /\p{Ll}/u.test(text) && !text.includes('@'))
  )
}

/** Fewer rows say nothing about whether texts are told apart by chance. */
const fewestRows = 12

/** What rows say about themselves or where they are, and not what they are called. */
const saidOfThings: ReadonlySet<string> = new Set(
  'address street phone email mail url link website file path note comment remark text body message detail info review question answer code number'.split(
    ' ',
  ),
)

/** The number or code that people know a row by, such as `room number`, beside a key that only the database knows. */
function isNumberOf({ label, isPrimaryKey, statistics }: Field, own: readonly string[]): boolean {
  const parts = label.toLowerCase().split(' ')
  return (
    !isPrimaryKey &&
    statistics.nulls === 0 &&
    /^(?:number|no|nr|code|tag|plate)$/.test(parts.at(-1) ?? '') &&
    parts.length > 1 &&
    parts.slice(0, -1).every((word) => own.includes(word))
  )
}

/** A brand and a model are what people know a thing by that has no name. */
function ofMaker(texts: readonly Field[]): readonly Field[] {
  const brand = texts.find(({ label }) => /(?:^| )(?:brand|make|maker|manufacturer)$/i.test(label))
  const model = texts.find(isModel)
  return brand === undefined || model === undefined ? [] : [brand, model]
}

function isModel({ label }: Field): boolean {
  return /(?:^| )model$/i.test(label)
}

/** A first and a last name, and not the two parts of a key or a brand and a model. */
export function isFirstAndLast(fields: readonly Field[]): boolean {
  return (
    (fields.length === 2 || fields.length === 3) &&
    fields.every((field) => field.type === 'text' && !field.isPrimaryKey && !isModel(field))
  )
}

/** `name`, `title`, or these with the dataset's own words: `student name`. */
function isPlainName(words: readonly string[], own: readonly string[]): boolean {
  const last = words.at(-1)
  return (
    (last === 'name' || last === 'title') &&
    words.slice(0, -1).every((word) => own.includes(word) || word === 'full' || word.length === 1)
  )
}

/** The fields that identify rows: the primary key, or else a unique field, or else the first field. */
export function keyFields(dataset: Dataset): readonly Field[] {
  const fields = visible(dataset)
  const keys = fields.filter((field) => dataset.primaryKey.includes(field.name) || field.isPrimaryKey)
  if (keys.length > 0) return keys
  const unique = fields.find((field) => field.isUnique) ?? fields.find((field) => field.role === 'identifier')
  return unique === undefined ? fields.slice(0, 1) : [unique]
}

export function visible(dataset: Dataset): readonly Field[] {
  return dataset.fields.filter((field) => !field.isHidden)
}

/** A number to calculate with, not one that names or orders rows. */
export function isMeasure(field: Field): boolean {
  if (field.type !== 'number' || field.role === 'identifier' || field.role === 'flag' || field.isPrimaryKey)
    return false
  return !(field.isUnique && field.isInteger && /(number|num|no|code|id)$/.test(field.label))
}

/** Yes or no. */
export function isFlag(field: Field): boolean {
  return flagValues(field) !== null
}

/** Holds numbers, perhaps as text. */
export function isNumeric(field: Field): boolean {
  if (field.type === 'number') return true
  return (
    field.type === 'text' &&
    !isMoment(field) &&
    field.sample.length > 0 &&
    field.sample.every((each) => /^-?[\d,]+(\.\d+)?$/.test(each))
  )
}

export function isMoment(field: Field): boolean {
  return (
    field.role === 'time' || field.type === 'date' || field.type === 'timestamp' || field.timeFormat !== null
  )
}

/** A time of day without a day: `09:00`. */
export function isClock({ type, sample }: Field): boolean {
  return (
    type === 'time' ||
    (type === 'text' && sample.length > 0 && sample.every((each) => /^\d{1,2}:\d{2}(?::\d{2})?$/.test(each)))
  )
}

/** The time field for birth or creation, where no field holds the age. */
export function birthOf(dataset: Dataset): Field | null {
  const fields = visible(dataset)
  if (fields.some((field) => nameWords(field.label).includes('age'))) return null
  const moments = fields.filter(isMoment)
  const named = (pattern: RegExp): Field | undefined => moments.find(({ label }) => pattern.test(label))
  return (
    named(/\b(?:birth|born|birthday|birthdate|dob)\b/i) ??
    (isPeople(dataset)
      ? null
      : named(/\b(?:built|founded|established|opened|purchased?|manufactured|constructed)\b/i)) ??
    null
  )
}

/** The measure with the dataset's own name: each row of `harvests` has a `harvest`. */
export function ownMeasure(dataset: Dataset): Field | null {
  const own = nameWords(dataset.label).join(' ')
  return (
    visible(dataset).find((field) => isMeasure(field) && nameWords(field.label).join(' ') === own) ?? null
  )
}

/** A number that so many rows lack is not what a row comes to, where another one has them all: one of two files has no such column. */
export function isSparse({ statistics }: Field, { rows }: Dataset): boolean {
  return statistics.nulls > 0.3 * rows
}

/** The measure that a total, mean or extreme of the dataset means: an amount, or the only measure. */
export function mainMeasure(dataset: Dataset): Field | null {
  const all = visible(dataset).filter(isMeasure)
  const whole = all.filter((field) => !isSparse(field, dataset))
  const measures = whole.length > 0 ? whole : all
  const own = ownMeasure(dataset)
  if (own !== null) return own
  const amount = measures.filter((field) =>
    nameWords(field.label).some((word) =>
      ['amount', 'total', 'quantity', 'price', 'cost', 'value'].includes(word),
    ),
  )
  if (amount.length === 1) return amount[0] ?? null
  return measures.length === 1 ? (measures[0] ?? null) : null
}

/** A dataset of people: it has first and last names, full names, or the name of a kind of person. `Customer orders` are orders. */
export function isPeople(dataset: Dataset): boolean {
  const names = nameFields(dataset)
  const head = nameWords(dataset.label).findLast((word) => !lists.has(word))
  return (
    isFirstAndLast(names) ||
    names.some(({ label }) => /^full name$/i.test(label)) ||
    (head !== undefined && (isPerson(head) || (collectives.has(head) && names.length > 0)))
  )
}

/** One word for all who work somewhere. A `team` may be one of several. */
const collectives: ReadonlySet<string> = new Set(['staff', 'personnel', 'workforce'])

/** A `customer list`, `member data` or `staff master` has a row for each of them. */
const lists: ReadonlySet<string> = new Set(
  'list table record file data master detail info information directory register base account card profile export sheet tracker'.split(
    ' ',
  ),
)

/** The thing that a code or a number refers to, if it has a name to show. */
export function namedThing(
  { name: from }: Dataset,
  { name }: Field,
  { datasets, relationships }: Pick<Ontology, 'datasets' | 'relationships'>,
): Dataset | null {
  const targets = relationships
    .filter((each) => each.from === from && each.fromFields.length === 1 && each.fromFields[0] === name)
    .map(({ to }) => to)
  const isNamed = (thing: Dataset): boolean => nameFields(thing).some(({ type }) => type === 'text')
  return datasets.find((each) => targets.includes(each.name) && !each.isHidden && isNamed(each)) ?? null
}
