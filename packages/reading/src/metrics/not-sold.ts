import { abbreviationsOf, type Dataset, type Field } from '@quipu/query'
import { agreedMoment } from '../lexicon/agreed-times.ts'
import { flagValues } from '../lexicon/flags.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isStatusName, stateCodes } from '../lexicon/same-states.ts'
import { isAmong, parentsOf, pathText, type Schema } from './field-finder.ts'
import { kindConditions } from './kinds.ts'
import { comesBack, offeredStates } from './only-offered.ts'

/** States of an order, invoice or payment that never became a sale. */
export const deadStates =
  'cancelled, canceled, cancellation, canc, cncl, cxl, called off, void, voided, draft, failed, failure, declined, denied, rejected, abandoned, aborted, deleted, test, bounced, reversed, waiting list, waitlist, waitlisted'.split(
    ', ',
  )
/** States of a sale that brought no money: what was paid for it was given back. */
export const unsoldStates: readonly string[] = [
  ...deadStates,
  'refunded',
  'refund',
  'skipped',
  'charged back',
  'chargeback',
]
/** States of what was agreed and did not take place: nobody came, or it was called off on the day. */
export const missedStates: readonly string[] =
  'no show, no-show, noshow, not attended, did not attend, did not show, dna, late cancel, late cancelled, late canceled, late cancellation, missed, skipped, not delivered, not held, not taken place'.split(
    ', ',
  )
/** States of what is still to take place. */
export const plannedStates: readonly string[] =
  'booked planned scheduled upcoming requested tentative provisional pending'.split(' ')
/** States of what took place. */
export const heldStates: readonly string[] =
  'done completed complete held attended finished given taken played performed delivered showed arrived'
    .split(' ')
    .concat('taken place', 'took place', 'showed up', 'checked in', 'checked out')
/** States of money that has not come in. */
export const openStates =
  'pending open unpaid outstanding due overdue processing authorized authorised'.split(' ')
/** States of a refund for which nothing has been given back: it was asked for, and nobody has decided. */
export const unrefundedStates: readonly string[] = [
  ...deadStates,
  ...openStates,
  ...'requested, new, in review, under review, reviewing, waiting, refused, turned down, not approved, on hold, submitted, escalated'.split(
    ', ',
  ),
]
/** States of a subscription or contract that brings no money now: it has ended, rests, or has not begun. */
export const endedStates =
  'ended expired inactive terminated churned paused suspended trialing trial trialling closed lapsed incomplete upcoming planned scheduled replaced superseded upgraded downgraded switched'.split(
    ' ',
  )

/** What a till writes while somebody learns to use it. */
const practiceStates = ['training', 'training mode', 'practice', 'demo', 'dummy']
const tills: ReadonlySet<string> = new Set('sale till order invoice receipt bill transaction'.split(' '))

/** A room may be vacant; a bill is void. */
const voidCodes = ['v', 'vd']

/** People and animals may be in training; a receipt is not. */
function isTill({ label }: Dataset): boolean {
  return nameWords(label).some((word) => tills.has(word))
}

/** The values of one field that are in these states. */
export interface StateField {
  readonly dataset: Dataset
  readonly field: Field
  readonly values: readonly string[]
}

/** The field of a dataset that holds these states, with the values found in the data. */
export function stateField(dataset: Dataset, named: readonly string[], schema: Schema): StateField | null {
  const isDead = named.includes('void')
  const states = [
    ...(isDead && comesBack(dataset) ? named.filter((state) => !returnedStates.includes(state)) : named),
    ...(isDead && isTill(dataset) ? practiceStates : []),
  ]
  const offered = isDead ? [...offeredStates(dataset, schema), ...(isTill(dataset) ? voidCodes : [])] : []
  const own = ownStates(dataset, states, offered, schema)
  // `status_id` leads to a small table of states. What a code means stands there.
  const tables = parentsOf(dataset, schema).filter(isStateTable)
  const explained = tables.filter((table) => own === null || refersTo(own, table, schema))
  for (const table of explained) {
    const found = ownStates(table, states, offered, schema)
    if (found !== null) return found
  }
  return own
}

function refersTo({ dataset, field }: StateField, { name }: Dataset, { relationships }: Schema): boolean {
  return relationships.some(
    (one) => one.from === dataset.name && one.to === name && one.fromFields.includes(field.name),
  )
}

/** A table that holds nothing but the names of states. */
export function isStateTable({ label, rows }: Dataset): boolean {
  return rows <= mostStates && /\b(?:status|statuses|states?|stages?)$/i.test(label)
}

function ownStates(
  dataset: Dataset,
  states: readonly string[],
  /** These count only where the field is a status. */
  offered: readonly string[],
  { values }: Pick<Schema, 'values'>,
): StateField | null {
  const found = new Map<string, Set<string>>()
  const statuses = new Set(
    dataset.fields.flatMap(({ name, label }) => (isStatusName(label) || isStateTable(dataset) ? [name] : [])),
  )
  const add = (state: string, isCode: boolean): void => {
    for (const each of values.exact(state))
      if (each.dataset === dataset.name && (!isCode || statuses.has(each.field)))
        found.set(each.field, (found.get(each.field) ?? new Set()).add(each.value))
  }
  for (const state of [...states, ...states.flatMap(abbreviationsOf)]) add(state, false)
  for (const code of [...states.flatMap(stateCodes), ...offered]) add(code, true)
  for (const { field, value } of longerStates(dataset, states, values))
    found.set(field, (found.get(field) ?? new Set()).add(value))
  const fields = visible(dataset).filter(
    (field) =>
      found.has(field.name) &&
      (field.role !== 'name' || isStateTable(dataset)) &&
      field.statistics.distinct <= mostStates &&
      !/\b(?:reason|note|comment|method|subject)\b/i.test(field.label) &&
      !/\b(?:kind|type)\b/i.test(field.label),
  )
  for (const field of fields)
    for (const value of longerNotes(dataset, field, states, values)) found.get(field.name)?.add(value)
  // Beside its codes, a table of states says what they mean.
  const told = fields.toSorted((a, b) => (found.get(b.name)?.size ?? 0) - (found.get(a.name)?.size ?? 0))
  const field = isStateTable(dataset)
    ? (told.find((one) => !one.isPrimaryKey) ?? told[0])
    : (fields.find(({ label }) => isStatusName(label)) ?? fields[0])
  return field === undefined ? null : { dataset, field, values: [...(found.get(field.name) ?? [])].sort() }
}

/** `Cancelled by client`, `Voided at till`: a state with more words. One that is a state of another kind stays what it is. */
function longerStates(
  dataset: Dataset,
  states: readonly string[],
  values: Schema['values'],
): readonly { readonly field: string; readonly value: string }[] {
  const fields = new Set(
    visible(dataset).flatMap(({ name, label, type, statistics }) =>
      type === 'text' && statistics.distinct <= mostStates && (isStatusName(label) || isStateTable(dataset))
        ? [name]
        : [],
    ),
  )
  if (fields.size === 0) return []
  const others = [...missedStates, ...unsoldStates].filter((state) => !states.includes(state))
  return longer
    .filter((word) => states.includes(word))
    .flatMap((word) => values.near(word, mostStates))
    .filter(({ dataset: home, field }) => home === dataset.name && fields.has(field))
    .filter(
      ({ value }) =>
        longer.some((word) => states.includes(word) && hasWords(value, word)) &&
        !others.some((other) => hasWords(value, other)) &&
        !/\b(?:not|never|un\w+|partly|partially)\b/i.test(value),
    )
}

/** Beside a note `called off`, one of `called off - storm`: the state comes first, and then why. */
function longerNotes(
  { name }: Dataset,
  field: Field,
  states: readonly string[],
  values: Schema['values'],
): readonly string[] {
  if (isStatusName(field.label)) return []
  const said = longer.filter((word) => states.includes(word))
  return said
    .flatMap((word) => values.near(word, mostStates))
    .filter(({ dataset: home, field: own }) => home === name && own === field.name)
    .map(({ value }) => value)
    .filter((value) => said.some((word) => new RegExp(`^${word}\\b`, 'i').test(value.trim())))
}

/** Words that mean their state whatever stands beside them. */
const longer = 'cancelled canceled cancellation voided'.split(' ').concat('called off', 'no show')

function hasWords(value: string, words: string): boolean {
  const plain = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return plain(value).includes(plain(words))
}

/** More different values than this are no states. */
const mostStates = 30

/** Conditions, as the text of a metric, that leave out rows that were never sold. */
export function soldConditions(
  datasets: readonly Dataset[],
  schema: Schema,
  states: readonly string[] = deadStates,
): readonly string[] {
  return datasets.flatMap((dataset) => [
    ...stateCondition(dataset, states, schema),
    ...kindConditions(dataset, schema),
    ...flagConditions(dataset),
    ...momentConditions(dataset, schema, states),
    ...closedConditions(dataset),
  ])
}

function stateCondition(dataset: Dataset, states: readonly string[], schema: Schema): readonly string[] {
  const found = stateField(dataset, states, schema)
  if (found === null) return []
  const path = pathText(found)
  const isOut = `not ${isAmong(found, found.values)}`
  return [found.field.statistics.nulls > 0 ? `(${path} is null or ${isOut})` : isOut]
}

const deadFlags: ReadonlySet<string> = new Set(
  'cancelled canceled void voided deleted test draft bounced reversed failed declined rejected annulled rescinded revoked nullified retracted dishonoured dishonored'.split(
    ' ',
  ),
)

function flagConditions(dataset: Dataset): readonly string[] {
  return marked(dataset, isDeadName)
}

/** Work under warranty and what is given for free have a price, and nobody pays it. */
export function chargedConditions(dataset: Dataset): readonly string[] {
  return marked(dataset, (label) => notCharged.test(label))
}

const notCharged =
  /^(?:is |was |under )*(?:warranty|guarantee|free(?: of charge)?|complimentary|gratis|foc|no charge|goodwill)$/i

/** The rows without the marks that have such a name. */
function marked(dataset: Dataset, isMark: (label: string) => boolean): readonly string[] {
  return visible(dataset).flatMap((field) => {
    if (!isMark(field.label)) return []
    const flag = flagValues(field)
    if (flag === null) return []
    const path = pathText({ dataset, field })
    // What is not marked may be left empty.
    const empty = field.statistics.nulls > 0 ? [`${path} is null`] : []
    const no = typeof flag.no === 'string' ? `'${flag.no}'` : String(flag.no)
    const without = [...empty, ...(flag.no === null ? [] : [`${path} = ${no}`])]
    if (without.length === 0) return []
    return [without.length === 1 ? (without[0] ?? '') : `(${without.join(' or ')})`]
  })
}

/** What is lent comes back: its name or a day says so. */
export function isLent(dataset: Dataset): boolean {
  return (
    isCalledLent(dataset) ||
    visible(dataset).some((field) => isMoment(field) && /\b(?:due|back|returned?)\b/i.test(field.label))
  )
}

export function isCalledLent({ label }: Dataset): boolean {
  return nameWords(label).some((word) => lent.has(word))
}

/** States of goods that were sent back. */
export const returnedStates: readonly string[] = 'returned, sent back, returned to sender'.split(', ')

/** Pieces that were sent back were not sold, where a flag of the line says so. */
export function notReturned(dataset: Dataset): readonly string[] {
  return isLent(dataset) ? [] : marked(dataset, (label) => /\b(?:returned|refunded|sent back)\b/i.test(label))
}

const lent: ReadonlySet<string> = new Set('rental rent hire loan lease borrowing'.split(' '))

/** The mark of rows that do not count, such as `is_void`. */
export function deadFlag(dataset: Dataset): Field | null {
  const isFlag = (field: Field): boolean => {
    const flag = flagValues(field)
    return flag !== null && (flag.no !== null || field.statistics.nulls > 0)
  }
  return visible(dataset).find((field) => isDeadName(field.label) && isFlag(field)) ?? null
}

/** The days on which rows were cancelled or made void, empty for all others. */
export function deadMoments(dataset: Dataset): readonly Field[] {
  return visible(dataset).filter(
    (field) => isMoment(field) && field.statistics.nulls > 0 && isDeadName(field.label),
  )
}

/** A time field such as `cancelled_at`, empty for what was not cancelled, or `signed_on`, empty for what was only offered, where no status says so. */
function momentConditions(dataset: Dataset, schema: Schema, states: readonly string[]): readonly string[] {
  const state = stateField(dataset, states, schema)
  const dead = unsaidMoments(dataset, state).map((field) => `${pathText({ dataset, field })} is null`)
  const agreed = state === null ? agreedMoment(dataset) : null
  return [...dead, ...(agreed === null ? [] : [`${pathText({ dataset, field: agreed })} is not null`])]
}

/** The days on which rows were cancelled, as far as no state says the same. */
export function unsaidMoments(dataset: Dataset, state: StateField | null): readonly Field[] {
  return deadMoments(dataset).filter((field) => state === null || !saysSame(field, state))
}

/** A status `cancelled` beside `cancelled_at`. Of payments that are void, none says which orders were cancelled. */
function saysSame({ label }: Field, { values }: StateField): boolean {
  const stems = [...nameWords(label), ...label.toLowerCase().split(' ')]
    .filter((word) => deadFlags.has(word))
    .map((word) => word.slice(0, 4))
  return values.some((value) => stems.some((stem) => value.toLowerCase().includes(stem)))
}

/** A ticket of the till is sold when it is closed: until then things may be added or taken off. */
function closedConditions(dataset: Dataset): readonly string[] {
  if (!nameWords(dataset.label).some((word) => tabs.has(word))) return []
  const moments = visible(dataset).filter(isMoment)
  const [closed, ...more] = moments.filter(({ label }) => /^closed\b/i.test(label))
  const isOpened = moments.some(({ label }) => /^opened\b/i.test(label))
  return isOpened && closed !== undefined && more.length === 0 && closed.statistics.nulls > 0
    ? [`not ${pathText({ dataset, field: closed })} is null`]
    : []
}

const tabs: ReadonlySet<string> = new Set('till tab check receipt'.split(' '))

function isDeadName(label: string): boolean {
  return [...nameWords(label), ...label.toLowerCase().split(' ')].some((word) => deadFlags.has(word))
}
