import { singular } from '../words/word-forms.ts'
import type { Condition, Dataset, FieldRef, Ontology } from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { throughReference } from '../interpret/through-reference.ts'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { flagValues } from '../lexicon/flags.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { endMoment } from '../business/end-moment.ts'
import { businessOf, revenueOf } from '../business/business.ts'
import {
  addFilter,
  isCounted,
  isNegated,
  isOfRows,
  leftOf,
  ownerOf,
  takeTime,
  type FrameDraft,
  type Of,
} from './frame-draft.ts'
import { buyerOf } from './measured.ts'
import { momentOf } from '../business/moments.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { nearestValue, reachesOne } from '../business/nearest.ts'
import { isWay } from './paid-by.ts'
import { ageFrom, turnAge } from './read-ages.ts'
import { readChildLate, readDoneLate, readPaidLate } from './read-late.ts'
import { readPunctual } from './read-punctual.ts'
import { deadStates, stateField, unrefundedStates } from '../metrics/not-sold.ts'
import { isCallingOff, notDead } from '../business/not-dead.ts'
import { related, repeated, stateMeaning } from './states.ts'
import { goneStates } from '../business/state-words.ts'
import { readBirthday } from './birthdays.ts'
import { readDue } from './due-rows.ts'
import { notGivenBack } from './not-given-back.ts'
import { openMeaning } from './open-rows.ts'
import { measureLines, revenueOfLines } from './line-revenue.ts'
import { owingMeaning } from './owing.ts'

/** "who has the most late loans": the loans are late, and not those who are ranked by them. */
function countedAfter(draft: FrameDraft, { at, state }: Of<'state'>): Dataset | null {
  const next = draft.scan.mentions.find((one) => one.at === at + 1)
  return state === 'late' &&
    draft.scan.rank !== null &&
    next?.kind === 'thing' &&
    isCounted(draft, next.dataset)
    ? next.dataset
    : null
}

/** Puts states such as "overdue" into the filters, as values of the data or by what they mean. */
export function readStates(draft: FrameDraft): void {
  for (const one of leftOf(draft, 'state')) {
    const owner = countedAfter(draft, one) ?? ownerOf(draft)
    // "right now" says more than the present tense only of people and things that come and go.
    const isSaid = one.state !== 'now' || (owner !== null && isOfRows(draft) && isNowSaid(draft, one, owner))
    if (!isSaid) draft.left.delete(one)
    if (owner === null || !isSaid) continue
    const own = one.values.find(({ dataset }) => dataset === owner.name)
    if (own !== undefined && !isNewIn(draft, one)) {
      addValue(draft, own, isNegated(one))
      draft.left.delete(one)
      continue
    }
    if ((one.state === 'due' || one.state === 'lapsed') && readDue(draft, one, owner)) continue
    if (one.state === 'birthday' && readBirthday(draft, one, owner)) continue
    if (one.state === 'unpaid' && readOpen(draft, one, owner)) continue
    if (one.state === 'repeat' && readRepeated(draft, one, owner)) continue
    if (one.state === 'late' && readChildLate(draft, one, owner)) continue
    if (one.state === 'late' && (readDoneLate(draft, one, owner) || readPaidLate(draft, one, owner))) continue
    if (readPunctual(draft, one, owner)) continue
    const kept = notGivenBack(draft, one)
    if (kept !== null) {
      addFilter(draft, 'state held', kept, isNegated(one))
      draft.left.delete(one)
      continue
    }
    const meaning =
      stateMeaning(one.state, owner, draft.ontology, draft.today) ??
      (/\b(?:outstanding|open|settled)\b/i.test(one.text) ? openMeaning(owner, draft.ontology) : null) ??
      owingMeaning(one.state, owner, draft.ontology, draft.today)
    if (meaning === null) continue
    if (meaning.condition !== null) addFilter(draft, `state ${one.state}`, meaning.condition, isNegated(one))
    if (meaning.note !== null && meaning.note.says !== '') draft.notes.push(meaning.note)
    if (meaning.moment !== null) draft.moment = fieldOf(owner, meaning.moment)
    draft.left.delete(one)
  }
}

/** "new tickets per month": those that began then, and not those that nobody has touched yet. */
function isNewIn({ time, groups }: FrameDraft, { state }: Of<'state'>): boolean {
  return state === 'new' && (time !== null || groups.some(({ kind }) => kind === 'period' || kind === 'part'))
}

/** "still open": the state of this name, where the rows have one. */
function readOpen(draft: FrameDraft, state: Of<'state'>, owner: Dataset): boolean {
  const open = /\bopen\b/i.test(state.text) ? stateField(owner, ['open'], draft.ontology) : null
  const [value] = open?.values ?? []
  if (open === null || value === undefined || open.dataset !== owner) return false
  addValue(draft, { dataset: owner.name, field: open.field.name, value, score: 1 }, isNegated(state))
  draft.left.delete(state)
  return true
}

/** Customers that "we have" may be all who ever bought; "right now" they are not. */
function isNowSaid(draft: FrameDraft, now: Of<'state'>, owner: Dataset): boolean {
  const isBare =
    /\bwe\b/i.test(now.text) && !draft.scan.mentions.some((one) => one !== now && one.kind === 'state')
  return !hasOtherState(draft, now) && !(isBare && owner === buyerOf(draft.ontology))
}

function hasOtherState({ scan, time }: FrameDraft, now: Of<'state'>): boolean {
  return (
    time !== null ||
    scan.mentions.some(
      (one) =>
        one !== now &&
        ((one.kind === 'state' && one.state !== 'now') || (one.kind === 'value' && isOfState(one))),
    )
  )
}

/** "open tickets": a value of a status, or an event. The kind of a thing is no state. */
export function isOfState({ values, events }: Of<'value'>): boolean {
  return (
    events.length > 0 ||
    values.some(({ field, holds }) => holds !== undefined || /stat(?:us|e)$|stage$/i.test(field))
  )
}

/** "customers who ordered more than once last year": two sales or more in that year. */
function readRepeated(draft: FrameDraft, state: Of<'state'>, owner: Dataset): boolean {
  const verb = draft.scan.mentions.find(
    (one) => (one.kind === 'value' || one.kind === 'verb') && one.at === state.at - 1,
  )
  const header = businessOf(draft.ontology).trade?.header
  const isSale =
    (verb?.kind === 'verb' && verb.verb === 'buy') ||
    (verb?.kind === 'value' && verb.events.some(({ dataset }) => dataset === header))
  // "returning customers this year" bought more than once in it, whenever they signed up.
  const isOfPeriod = draft.time !== null && /\b(?:returning|repeat)\b/i.test(state.text)
  if ((!isSale && !isOfPeriod) || (verb !== undefined && isNegated(verb)) || !isOfRows(draft)) return false
  const often = repeated(owner, draft.ontology, (sales) => takeTime(draft, sales))
  if (often === null) return false
  addFilter(draft, 'state repeat', often, isNegated(state))
  draft.left.delete(state)
  if (verb !== undefined && isSale) draft.left.delete(verb)
  return true
}

/** Puts values of the data and events such as "shipped" into the filters. */
export function readValues(draft: FrameDraft): void {
  for (const one of leftOf(draft, 'value'))
    if (readEvent(draft, one) || readValue(draft, one)) draft.left.delete(one)
}

function readValue(draft: FrameDraft, one: Of<'value'>): boolean {
  const { ontology, home, known } = draft
  const owner = ownerOf(draft)
  if (one.mode === 'without' && owner !== null && readNone(draft, one, owner)) return true
  // By card sales were paid, before a tip was.
  const ways = one.values.filter((value) => isWay([value], ontology))
  const values = ways.length > 0 ? ways : one.values
  const found =
    values.find(({ dataset }) => dataset === owner?.name) ??
    nearestValue(values, home, ontology, known) ??
    onLines(draft, values)
  if (found === null) return readPart(draft, one)
  if (found.value.toLowerCase() !== one.text.toLowerCase())
    draft.notes.push({
      about: `meaning of ${one.text}`,
      says: `"${one.text}" is read as ${found.value}.`,
      changesNumbers: false,
    })
  const child = ontology.datasets.find(({ name }) => name === found.dataset)
  const isMany = child !== undefined && owner !== null && !reachesOne(owner.name, child.name, ontology)
  const isEvent =
    isMany &&
    isCounted(draft, owner) &&
    draft.time !== null &&
    momentOf(child.name, ontology)?.dataset === child.name
  if (isMany && (isEvent || isNegated(one))) {
    const inner = and([valueCondition(found, ontology), ...takeTime(draft, child)])
    addFilter(draft, `${found.dataset}.${found.field}`, related(owner, child, inner), isNegated(one))
    return true
  }
  if (isOfOtherRows(draft, found)) return false
  addValue(draft, found, isNegated(one))
  return true
}

/** "clubs without a head coach": the row names nobody, rather than somebody with another job. */
function readNone(draft: FrameDraft, one: Of<'value'>, owner: Dataset): boolean {
  const homes = new Set(one.values.map(({ dataset }) => dataset))
  const links = draft.ontology.relationships.filter(({ from, to }) => from === owner.name && homes.has(to))
  const fields = owner.fields.filter(({ name }) => links.some(({ fromFields }) => fromFields[0] === name))
  const own = nameWords(one.text)
  const named = fields.filter(({ label }) => nameWords(label).some((word) => own.includes(word)))
  const [only, ...more] = named.length > 0 ? named : fields
  if (only === undefined || more.length > 0 || only.statistics.nulls === 0) return false
  addFilter(draft, `no ${only.name}`, { kind: 'null', of: fieldOf(owner, only) }, false)
  const says = `Only ${owner.label} without ${only.label}.`
  draft.notes.push({ about: 'what counts', says, changesNumbers: false })
  return true
}

/** "taken in deposits": sales of which some payment was a deposit are not the sum of the deposits. */
function isOfOtherRows(
  { measures: [slot], home, ontology }: FrameDraft,
  { dataset }: ValueCandidate,
): boolean {
  // Tags of a product have no date of their own; payments and movements have one.
  const other = ontology.datasets.find(({ name }) => name === dataset)
  if (other === undefined || eventMoment(other) === null) return false
  const isSum = slot?.kind === 'metric' || (slot?.kind === 'field' && slot.function === 'sum')
  const lines = slot?.kind === 'metric' && slot.name === revenueOf(ontology) ? revenueOfLines(ontology) : []
  return isSum && ![home, ...lines.map((one) => one.home)].some((one) => reachesOne(one, dataset, ontology))
}

/** Whether the value has the word itself, in the singular or the plural, and not only one of the same stem. */
function holdsWord(value: string, word: string): boolean {
  const plain = singular(word.toLowerCase())
  return value
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((one) => singular(one) === plain)
}

/** A word that several values share: "orchids" for Orchid White and Orchid Purple. */
function readPart(draft: FrameDraft, one: Of<'value'>): boolean {
  for (const { dataset } of one.parts) measureLines(draft, dataset)
  const candidates = one.parts.map(({ dataset, field }) => ({ dataset, field, value: '', score: 1 }))
  const nearest = nearestValue(candidates, draft.home, draft.ontology, draft.known)
  const part = one.parts.find(({ dataset, field }) => dataset === nearest?.dataset && field === nearest.field)
  if (part === undefined || isNegated(one)) return false
  const of: FieldRef = { kind: 'field', dataset: part.dataset, field: part.field }
  draft.filters.push({
    key: `${part.dataset}.${part.field}`,
    condition: { kind: 'like', of, how: 'contains', text: part.text },
  })
  const says = `"${one.text}" is read as all of: ${part.values.slice(0, 5).join(', ')}.`
  const isOther = part.values.length > 1 || !part.values.every((value) => holdsWord(value, one.text))
  draft.notes.push({ about: `meaning of ${one.text}`, says, changesNumbers: isOther })
  return true
}

/** Revenue of whole invoices becomes that of their lines where the lines are narrowed. */
function onLines(
  { measures: [slot], ontology }: FrameDraft,
  values: readonly ValueCandidate[],
): ValueCandidate | null {
  if (slot?.kind !== 'metric' || slot.name !== revenueOf(ontology)) return null
  const lines = revenueOfLines(ontology)
  return values.find(({ dataset }) => lines.some((one) => reachesOne(one.home, dataset, ontology))) ?? null
}

function addValue(draft: FrameDraft, found: ValueCandidate, isNot: boolean): void {
  measureLines(draft, found.dataset)
  const key = `${found.dataset}.${found.field}`
  takeReason(draft, found)
  const condition = valueCondition(found, draft.ontology)
  const at = draft.filters.findIndex((one) => one.key === key)
  const before = draft.filters[at]?.condition
  if (before === undefined || isNot) addFilter(draft, key, condition, isNot)
  else
    draft.filters[at] = {
      key,
      condition: { kind: 'or', of: before.kind === 'or' ? [...before.of, condition] : [before, condition] },
    }
}

/** The reason of a cancellation dates from the day on which it was cancelled. */
function takeReason(draft: FrameDraft, { dataset, field }: ValueCandidate): void {
  const home = draft.ontology.datasets.find(({ name }) => name === dataset && name === draft.home)
  const reason = home?.fields.find(({ name }) => name === field)
  if (home === undefined || reason === undefined || draft.moment !== null) return
  if (!/\b(?:cancel\w*|churn\w*|leaving|exit|end\w*|termination|closing) reason\b/i.test(reason.label)) return
  const end = endMoment(home)
  if (end !== null) draft.moment = fieldOf(home, end)
}

function valueCondition(found: ValueCandidate, ontology: Ontology): Condition {
  const { dataset, field, value, also, holds } = found
  const { datasets } = ontology
  const referred = throughReference(found, ontology)
  if (referred !== null) return referred
  const at = (name: string): FieldRef => ({ kind: 'field', dataset, field: name })
  const flagged = datasets.find(({ name }) => name === dataset)?.fields.find(({ name }) => name === field)
  const flag = holds === undefined || flagged === undefined ? null : flagValues(flagged)
  if (flag !== null) return compare(at(field), '=', literal(flag.yes))
  const own = compare(at(field), '=', literal(value))
  return also === undefined
    ? own
    : { kind: 'and', of: [own, compare(at(also.field), '=', literal(also.value))] }
}

/** "opened", "shipped": the date of the event, which must have happened or, negated, has not. */
export function readEvent(draft: FrameDraft, one: Of<'value'>): boolean {
  const owner = ownerOf(draft)
  const own = one.events.filter(({ dataset }) => dataset.name === draft.home || dataset === owner)
  if (own.length === 0)
    return (
      isDated(draft, one) ||
      isBeginning(draft, one) ||
      (owner !== null && readEventOfOthers(draft, one, owner))
    )
  const [event] = own
  if (event === undefined || own.length > 1) return false
  const of = fieldOf(event.dataset, event.field)
  if (one.values.some(({ dataset }) => dataset === owner?.name)) {
    ageFrom(draft, of)
    return false
  }
  const key = `event ${event.field.name}`
  const isTimed = draft.time !== null || draft.groups.some(({ kind }) => kind === 'period' || kind === 'part')
  if (isNegated(one)) {
    draft.filters.push({ key, condition: { kind: 'null', of } })
    turnAge(draft)
    addAwaited(draft, event.dataset)
  } else if (isTimed) draft.moment = of
  else if (event.field.statistics.nulls > 0) addFilter(draft, key, { kind: 'null', of }, true)
  return true
}

/** What was cancelled or given back is not waited for, unless the question names a state. */
export function addAwaited(draft: FrameDraft, dataset: Dataset): void {
  const gone = stateField(dataset, goneStates, draft.ontology)
  const condition = and(notDead(dataset, draft.ontology, goneStates))
  const isSaid = draft.scan.mentions.some(
    (one) => one.kind === 'value' && one.values.length > 0 && isOfState(one),
  )
  if (gone === null || condition === null || isSaid) return
  draft.filters.push({ key: `awaited ${gone.field.name}`, condition })
  const says = `Without ${dataset.label} whose ${gone.field.label} is ${gone.values.join(', ')}.`
  draft.notes.push({ about: 'what counts', says, changesNumbers: false })
}

/** "do most loans start": with their own date, where no other is called so. */
function isBeginning(draft: FrameDraft, { text, values }: Of<'value'>): boolean {
  const moment = momentOf(draft.home, draft.ontology)
  if (!/^(?:starts?|started|begins?|began|begun)$/i.test(text) || values.length > 0 || moment === null)
    return false
  if (!isOfRows(draft) || moment.dataset !== draft.home) return false
  draft.moment ??= moment
  return true
}

/** "how many times was the sauna booked": the lines of a booking have its date anyway. */
function isDated({ home, ontology, measures }: FrameDraft, one: Of<'value'>): boolean {
  const moment = momentOf(home, ontology)
  return (
    measures.length > 0 &&
    moment !== null &&
    !isNegated(one) &&
    one.events.some(({ dataset, field }) => dataset.name === moment.dataset && field.name === moment.field)
  )
}

/** "customers who ordered": there is an order. */
function readEventOfOthers(draft: FrameDraft, one: Of<'value'>, owner: Dataset): boolean {
  if (!isOfRows(draft)) return false
  const [event, ...more] = one.events.filter(({ dataset }) =>
    draft.ontology.relationships.some(({ from, to }) => from === dataset.name && to === owner.name),
  )
  if (event === undefined || more.length > 0) return false
  // What was called off was not done, and what was only asked for was not given back.
  const isBack = nameWords(event.dataset.label).includes('refund')
  const done = isCallingOff(event.field)
    ? []
    : notDead(event.dataset, draft.ontology, isBack ? unrefundedStates : deadStates)
  const inner = and([...takeTime(draft, event.dataset, event.field), ...done])
  addFilter(draft, `event ${event.dataset.name}`, related(owner, event.dataset, inner), isNegated(one))
  return true
}
