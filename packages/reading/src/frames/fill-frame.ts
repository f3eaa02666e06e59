import type { Condition, Dataset, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { endOf } from '../lexicon/event-fields.ts'
import type { Frame, GroupSlot, MeasureSlot } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import { isBought } from '../metrics/direction.ts'
import { kindsOf } from '../metrics/kinds.ts'
import { hoursWorked } from '../metrics/work-metrics.ts'
import { endMoment } from '../business/end-moment.ts'
import { businessOf } from '../business/business.ts'
import { draftFrame, isCounted, isOfRows, type FrameDraft } from './frame-draft.ts'
import { periodAfter, periodBefore } from './frame-periods.ts'
import { billedOn, heldOn, noteDates } from './happening.ts'
import { mentionsOf, type Measured } from './measured.ts'
import { momentOf } from '../business/moments.ts'
import { isPartOfEach } from './part-of-each.ts'
import { ageOfNearest } from './read-ages.ts'
import { reachesOne } from '../business/nearest.ts'
import { readFields, readThings } from './read-things.ts'
import { addRecurring, isCompared } from './recurring-times.ts'
import { isOfPunctual } from './read-punctual.ts'
import { conditionOf, rateOf, readPart, takePart, takeRated, whatCounts, type Whole } from './rates.ts'
import { readTimes } from './read-times.ts'
import { measureLines } from './line-revenue.ts'
import { readStates, readValues } from './read-values.ts'
import { readVerbs } from './read-verbs.ts'
import type { Scan } from './scan.ts'
import { singular } from '../words/word-forms.ts'
import { addRunning, addRunningMonthly } from './running-only.ts'
import { debtsOf, validOnly } from './states.ts'
import { addToCome } from './to-come.ts'
import { addWay } from './ways-to-pay.ts'

/** Puts the mentions of a question into the slots of a frame. Null when one finds no place. */
export function fillFrame(
  scan: Scan,
  measured: Measured,
  ontology: Ontology,
  context: ReadingContext,
  base: Frame | null = null,
): Frame | null {
  const draft = draftFrame(scan, measured, ontology, context, base)
  if (draft.home === '') return null
  readTimes(draft)
  const rated = takeRated(draft)
  const part = takePart(draft)
  readThings(draft)
  readStates(draft)
  readValues(draft)
  readFields(draft)
  readVerbs(draft)
  const whole = readPart(draft, part)
  const rate = rated === null ? null : conditionOf(draft, rated)
  if (draft.left.size > 0 || !addOwed(draft) || !placeHead(draft) || !addWay(draft)) return null
  if (!isRateFilled(draft, rate) || !isSetSideBySide(draft) || !isGrowthFilled(draft)) return null
  ageOfNearest(draft)
  addServing(draft)
  addValid(draft)
  noteEnded(draft)
  addRunning(draft)
  addRunningMonthly(draft)
  addToCome(draft)
  if (!isWhole(draft) || isOfManyRows(draft) || !addRecurring(draft)) return null
  const frame = frameOf(draft, rate, whole)
  // "how many hours", "how long" are not left out.
  if (scan.long !== null && base === null && !frame.measures.some(isLength)) return null
  if (base === null && !isBothAnswered(scan, frame)) return null
  return isShareUsed(scan, frame) ? frame : null
}

/** "how many … and how much is that" asks for two figures. */
function isBothAnswered({ asks }: Scan, { measures }: Frame): boolean {
  return !(asks.includes('many') && asks.includes('much')) || measures.length > 1
}

const lengths: ReadonlySet<MeasureSlot['kind']> = new Set(['span', 'minutes', 'tenure', 'field'])

function isLength(slot: MeasureSlot): boolean {
  return lengths.has(slot.kind) || (slot.kind === 'metric' && slot.name === hoursWorked)
}

/** "as a percentage of the bill" is not left out: it is a share of the groups, or a rate. */
function isShareUsed({ isShare }: Scan, { share, measures }: Frame): boolean {
  return !isShare || share !== null || measures.some(isPart)
}

function isPart(slot: MeasureSlot): boolean {
  // A margin is in percent already.
  if (slot.kind === 'metric') return /(?:^|_)(?:margin|rate|percent|percentage|occupancy)$/.test(slot.name)
  return slot.kind === 'rate' || slot.kind === 'portion' || (slot.kind === 'per' && slot.share !== undefined)
}

function isRateFilled({ scan, measures: [slot] }: FrameDraft, rate: Condition | null): boolean {
  return !scan.isRate || slot?.kind === 'ratio' || (rate !== null && slot?.kind === 'count')
}

/** "web versus phone": the values of one field, each with its own figure. */
function isSetSideBySide(draft: FrameDraft): boolean {
  const { scan, filters, groups } = draft
  const either = filters.find(({ condition }) => condition.kind === 'or')
  // "open and closed jobs per yard": each state has its own number.
  const isOfStates = groups.length > 0 && /\.(?:\w*status|\w*state)$/i.test(either?.key ?? '')
  if ((!scan.isVersus && !(isOfStates && isOfRows(draft))) || draft.against !== null || isCompared(draft))
    return true
  const [first] = either?.condition.kind === 'or' ? either.condition.of : []
  if (first?.kind !== 'compare' || first.left.kind !== 'field') return false
  const of = first.left
  if (!groups.some((one) => one.kind === 'field' && one.field.field === of.field))
    groups.push({ kind: 'field', field: of })
  return true
}

/** Growth is from one period to the next, or from the period before to the one that is named. */
function isGrowthFilled(draft: FrameDraft): boolean {
  const { scan, measures, groups } = draft
  if (!scan.isGrowth) return true
  const [slot, ...more] = measures
  if (slot === undefined || more.length > 0 || scan.rank !== null || scan.isShare || draft.base !== null)
    return false
  if (groups.some(({ kind }) => kind === 'period')) return draft.against === null
  if (draft.time === null && draft.against !== null) draft.time = periodAfter(draft.against)
  if (draft.time !== null && draft.against === null) draft.against = periodBefore(draft.time)
  return draft.time !== null && draft.against !== null
}

/** The tenure of those who are still there. */
function addServing(draft: FrameDraft): void {
  const [slot] = draft.measures
  const dataset = draft.ontology.datasets.find(
    ({ name }) => slot?.kind === 'tenure' && name === slot.from.dataset,
  )
  const end = dataset === undefined ? null : endOf(dataset, draft.ontology)
  if (dataset === undefined || end === null || draft.base !== null) return
  draft.filters.push({ key: 'state employed', condition: { kind: 'null', of: fieldOf(dataset, end) } })
  const says = `Only ${dataset.label} who are still there.`
  draft.notes.push({ about: whatCounts, says, changesNumbers: false })
}

function addOwed(draft: FrameDraft): boolean {
  if (!draft.measured.isOwed) return true
  const [debt, ...others] = debtsOf(draft.ontology)
  if (debt === undefined) return false
  draft.filters.push({ key: 'state unpaid', condition: debt.condition })
  const left = others.filter(({ dataset }) => !isBought(dataset, draft.ontology))
  if (left.length > 0) {
    const labels = left.map(({ dataset }) => dataset.label).join(', ')
    const says = `Only unpaid ${debt.dataset.label} are counted. Not included: unpaid ${labels}.`
    draft.notes.push({ about: 'what is owed', says, changesNumbers: true })
  }
  return true
}

/** Seats and fees count while a subscription runs, amounts while nothing was cancelled, unless the question names the state. */
function addValid(draft: FrameDraft): void {
  const [slot] = draft.measures
  if (slot?.kind === 'count') addInvoiced(draft, slot.dataset)
  if ((slot?.kind !== 'field' && slot?.kind !== 'ratio') || draft.base !== null) return
  const valid = validOnly(slot.field.dataset, draft.ontology)
  if (valid === null || draft.filters.some(({ key }) => key === valid.key || key.startsWith('state '))) return
  draft.filters.push({ key: valid.key, condition: valid.condition })
  draft.notes.push({ about: whatCounts, says: valid.says, changesNumbers: false })
}

/** "how many members have the family plan": those whose membership has ended had it too, and the answer says so. */
function noteEnded({ measures: [slot], filters, notes, ontology, base }: FrameDraft): void {
  const people = ontology.datasets.find(({ name }) => slot?.kind === 'count' && name === slot.dataset)
  if (people === undefined || base !== null || filters.some(({ key }) => key.startsWith('state '))) return
  const between = ontology.datasets.find(
    (each) =>
      ontology.relationships.some(({ from, to }) => from === each.name && to === people.name) &&
      endMoment(each) !== null &&
      !filters.some(({ key }) => key.includes(`${each.name}.`)) &&
      filters.some(({ key }) => isBeyond(key.split('.')[0] ?? '', each, people, ontology)),
  )
  if (between === undefined) return
  const says = `${people.label} whose ${between.label} have ended are counted too.`
  notes.push({ about: whatCounts, says, changesNumbers: true })
}

/** Whether only rows in between lead from people to what is named. */
function isBeyond(named: string, between: Dataset, people: Dataset, ontology: Ontology): boolean {
  return (
    named !== people.name &&
    !reachesOne(people.name, named, ontology) &&
    ontology.relationships.some(({ from, to }) => from === between.name && to === named)
  )
}

/** Credit notes among invoices are no invoices, unless the question names them. */
function addInvoiced(draft: FrameDraft, name: string): void {
  const { trade } = businessOf(draft.ontology)
  const rows = trade?.number === null || trade?.header.name !== name ? null : trade.header
  const kinds = rows === null ? null : kindsOf(rows, draft.ontology)
  if (rows === null || kinds === null || kinds.back.length === 0 || draft.base !== null) return
  if (!mentionsOf(draft.scan, 'thing').some(({ text }) => /^(?:invoice|bill|order|sale)s?$/i.test(text)))
    return
  const named = `${kinds.dataset.name}.${kinds.field.name}`
  if (draft.filters.some(({ key }) => key === named || key.startsWith('state '))) return
  const values = [...kinds.back, ...kinds.dead]
  const of = fieldOf(kinds.dataset, kinds.field)
  draft.filters.push({ key: `of ${named}`, condition: { kind: 'not', of: { kind: 'in', of, values } } })
  const says = `Without ${rows.label} whose ${kinds.field.label} is ${values.join(' or ')}.`
  draft.notes.push({ about: whatCounts, says, changesNumbers: false })
}

/** What is ranked is what the answer is divided by; beside a metric, "which" asks for the thing. */
function placeHead(draft: FrameDraft): boolean {
  const { head } = draft.measured
  const { rank } = draft.scan
  if (head === null || draft.base !== null) return true
  const isGrouped = draft.groups.some((one) => one.kind === 'thing' && one.dataset === head.name)
  if (rank !== null && !isCounted(draft, head)) {
    measureLines(draft, head.name)
    // An amount counts for one thing only: expenses of vans say nothing about the claims for what they carried.
    if (!isGrouped && draft.home !== head.name && !reachesOne(draft.home, head.name, draft.ontology))
      return false
    if (!isGrouped) draft.groups.push({ kind: 'thing', dataset: head.name })
    return true
  }
  return draft.measures.length === 0 || isCounted(draft, head) || isGrouped || divideByHead(draft, head)
}

function divideByHead(draft: FrameDraft, head: Dataset): boolean {
  const { asks } = draft.scan
  if (head.name === draft.home || businessOf(draft.ontology).trade?.header === head) return true
  if (asks.includes('many') || !reachesOne(draft.home, head.name, draft.ontology)) return false
  // "how much do we owe our suppliers" is one sum.
  if (asks[0] === 'much' && draft.scan.rank === null && draft.measured.isOwed) return true
  // "how much did courses bring in" is one sum: each of these rows has a course.
  const [asked] = asks
  const isEach = mentionsOf(draft.scan, 'thing').some((one) => one.isEach || one.mode === 'by')
  const isSum = (asked === 'much' && asks.length === 1) || isSpentOn(draft, head)
  if (isSum && draft.scan.rank === null && !isEach) {
    draft.filters.push({ key: `with ${head.name}`, condition: hasOne(head) })
    return true
  }
  // "book sales by genre": those of books, without a figure for each of them.
  const isOfSeveral = draft.groups.length > 0 && businessOf(draft.ontology).streams.length > 1
  if (isNounBefore(draft, head) && (isOfSeveral || narrowsRows(draft, head))) {
    draft.filters.push({ key: `with ${head.name}`, condition: hasOne(head) })
    return true
  }
  // "kayak sales by shop": no figure for each kayak.
  if (draft.groups.length > 0 && isNounBefore(draft, head) && draft.scan.rank === null) return true
  // "sales per type of cheese": the thing says whose type it is.
  const isWhose = draft.groups.some((one) => one.kind === 'field' && one.field.dataset === head.name)
  if (isWhose && !asks.includes('which')) return true
  const isNarrowed = draft.filters.some(({ key }) => key.startsWith(`${head.name}.`))
  // Nobody asks for amounts by the numbers of rows unless the question says so.
  if (!asks.includes('which') && nameFields(head).every(({ role }) => role === 'identifier')) return false
  if (!isNarrowed || asks.includes('which')) draft.groups.unshift({ kind: 'thing', dataset: head.name })
  return true
}

/** "what did we spend on freelancers", "freelancer costs per month": what all of them cost. */
function isSpentOn(draft: FrameDraft, head: Dataset): boolean {
  const [slot] = draft.measures
  const isOut = slot?.kind === 'metric' && (slot.name === 'spending' || slot.name === 'purchases')
  const isAfter = mentionsOf(draft.scan, 'thing').some(
    ({ dataset, mode }) => dataset === head && mode === 'preposition',
  )
  return isOut && (isAfter || isNounBefore(draft, head))
}

/** In "book sales", books are what was sold. */
function isNounBefore({ scan }: FrameDraft, head: Dataset): boolean {
  return mentionsOf(scan, 'thing').some(
    ({ dataset, mode, at, text }) =>
      dataset === head &&
      mode === 'plain' &&
      singular(text.toLowerCase()) === text.toLowerCase() &&
      mentionsOf(scan, 'metric').some((next) => next.at === at + 1),
  )
}

/** Whether some of the rows name no such thing. */
function narrowsRows({ home, ontology }: FrameDraft, head: Dataset): boolean {
  const link = ontology.relationships.find(({ from, to }) => from === home && to === head.name)
  const rows = ontology.datasets.find(({ name }) => name === home)
  return (rows?.fields.find(({ name }) => name === link?.fromFields[0])?.statistics.nulls ?? 0) > 0
}

function hasOne(thing: Dataset): Condition {
  const [key] = keyFields(thing)
  if (key === undefined) return { kind: 'and', of: [] }
  return { kind: 'not', of: { kind: 'null', of: fieldOf(thing, key) } }
}

/** Two conditions on related rows, which may have to be met by the same row. */
function isOfManyRows({ filters, ontology, home }: FrameDraft): boolean {
  const events = filters.filter(
    ({ key, condition }) => key.startsWith('event ') && condition.kind === 'related',
  )
  const others = filters.filter(({ key }) => {
    const [dataset = ''] = key.split('.')
    return (
      key.includes('.') &&
      !key.startsWith('event ') &&
      dataset !== home &&
      !reachesOne(home, dataset, ontology)
    )
  })
  return events.length > 0 && others.length > 0
}

/** A ranking ranks something, and a period has a date. */
function isWhole(draft: FrameDraft): boolean {
  const { groups, time, scan, base } = draft
  const isTimed = (time !== null && !draft.isTimeUsed) || groups.some(isTime)
  const isOpen = draft.moment === null
  draft.moment ??= heldOn(draft) ?? (isTimed ? billedOn(draft) : null) ?? momentOf(draft.home, draft.ontology)
  if (isTimed && isOpen && base === null) noteDates(draft)
  if (isTimed && draft.moment === null) return false
  if (base !== null) return true
  // Only the first of two periods would narrow the related rows.
  if (draft.against !== null && draft.isTimeUsed) return false
  return (
    !(scan.rank !== null && groups.length === 0) &&
    !(draft.against !== null && time === null) &&
    !scan.isBefore
  )
}

function frameOf(draft: FrameDraft, rate: Condition | null, whole: Whole): Frame {
  const { scan, measured, filters, notes } = draft
  const groups =
    scan.rank !== null && measured.head === null
      ? draft.groups.toSorted((a, b) => Number(isTime(a)) - Number(isTime(b)))
      : draft.groups
  const isOfEach = groups.length === 0 || isOfPunctual(filters) || isPartOfEach(draft)
  const isRate = scan.isShare && isOfEach && draft.base === null
  const [counted] = draft.measures
  const measures: readonly MeasureSlot[] =
    rate !== null && counted?.kind === 'count'
      ? [
          {
            kind: 'rate',
            dataset: counted.dataset,
            condition: rate,
            of: scan.isPercent ? 'percent' : 'fraction',
          },
        ]
      : isRate
        ? rateOf(draft, whole)
        : draft.measures
  return {
    subject: measures.length === 0 ? (measured.head?.name ?? null) : null,
    measures,
    groups,
    filters: rate === null && isRate && measures !== draft.measures ? filters.filter(whole) : filters,
    time: draft.time,
    isTimeInside: draft.isTimeUsed,
    against: draft.against,
    ...(scan.isGrowth ? { isGrowth: true } : {}),
    ...(measured.also === undefined && draft.also.length === 0 ? {} : { also: draft.also }),
    moment: draft.moment,
    rank: rankOf(draft),
    share:
      scan.isShare && rate === null && !measures.some(isPart) && (groups.length > 0 || draft.base !== null)
        ? scan.isPercent
          ? 'percent'
          : 'fraction'
        : null,
    notes,
  }
}

/** What is ranked comes last: the best month of each store. */
function isTime({ kind }: GroupSlot): boolean {
  return kind === 'period' || kind === 'part'
}

function rankOf(draft: FrameDraft): Frame['rank'] {
  const { rank, limit } = draft.scan
  if (rank === null) return null
  const most = limitOf(draft)
  // "sales of our best city" asks for the sales.
  const isAmount = draft.base === null && mentionsOf(draft.scan, 'metric').some(({ at }) => at < rank.at)
  return {
    direction: rank.direction,
    limit: most,
    isAlone: limit === null && most === 1 && !isAmount,
  }
}

/** One for a thing in the singular, ten for things in the plural. */
function limitOf({ scan, measured, notes }: FrameDraft): number {
  if (scan.limit !== null) return scan.limit
  const head = scan.mentions.find((one) => one.kind === 'thing' && one.dataset === measured.head)
  const isPlural = head !== undefined && /[^s]s$/i.test(head.text)
  // "who has been here the longest of the trainers", but not "who are our best trainers"
  const isAmong = scan.asks[0] === 'who' && head !== undefined && head.at > (scan.rank?.at ?? 0) + 1
  if (!isPlural || isAmong || scan.rank?.by === 'most') return 1
  notes.push({ about: 'number of rows', says: 'The first 10 are shown.', changesNumbers: false })
  return 10
}
