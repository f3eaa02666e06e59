import { inZone, type Ontology } from '@quipu/query'
import { steppedBy } from '../time/step-back.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { FilterSlot, Frame, GroupSlot } from '../plan/frame.ts'
import { fillFrame } from './fill-frame.ts'
import { heldOnly, withoutHeld } from './held-rows.ts'
import { channelsOfShown } from './each-channel.ts'
import { countOfThat, nounOfThat } from './how-many-that.ts'
import { mainAmount, mentionsOf } from './measured.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { moved, withPeriodInside } from './moved-filter.ts'
import { readingOf, scanQuestion } from './read-frame.ts'
import { ontologyOfFrame } from './streams.ts'
import type { Scan } from './scan.ts'
import { onOwnRows, throughOthers, withFiguresShown } from './kept-figures.ts'
import { homeOfFrame } from './home-of-frame.ts'
import { rankOfDoers, rankOfGroups } from './rank-of-shown.ts'
import { comparedWith } from './compared-with.ts'
import { inLongerPeriod } from './longer-period.ts'
import { rankedNow, rankOfPeople, shareOf, shortFollowUp } from './short-follow-ups.ts'
import { partOfThat, plainFollowUp, type PartOfThat } from './follow-up-words.ts'
import { frameOfQuery } from './frame-of-query.ts'
import { splitByClause } from './split-by-clause.ts'
import { splitByValues } from './split-by-values.ts'
import { addedAgain } from './together.ts'

/** Reads a follow-up as a change of one or more slots of the previous frame. Null when it is a question of its own. */
export function changeFrame(
  question: string,
  previous: Reading,
  whole: Ontology,
  context: ReadingContext,
): Reading | null {
  const known = previous.frame ?? frameOfQuery(previous.query, whole)
  if (known === null) return null
  const frame = withPeriodInside(known)
  const ontology = ontologyOfFrame(frame, whole)
  const held = withoutHeld(frame)
  const slots = listed(question, slotsChanged(question, held ?? frame, ontology, context))
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const changed =
    slots === null || held === null ? slots : heldOnly(slots, { question, ontology, today }, true)
  const sound = changed === null ? null : ofShownRows(changed, frame, ontology, context)
  const built = sound === null ? null : readingOf(addedAgain(sound, whole), question, ontology)
  if (built === null) return null
  const reading = withFiguresShown(built, previous, frame, ontology)
  const note = { about: 'follow-up', says: `Continued from: ${previous.restatement}.`, changesNumbers: false }
  return { ...reading, assumptions: [...reading.assumptions, note] }
}

/** What is added narrows or divides the rows that were shown, and says where it goes by way of other rows. */
function ofShownRows(changed: Frame, frame: Frame, ontology: Ontology, context: ReadingContext): Frame {
  const home = homeOfFrame(changed, ontology)
  if (home === null) return changed
  const before = new Set(frame.filters.map((one) => JSON.stringify(one)))
  const onOwn = changed.filters.map((one) =>
    before.has(JSON.stringify(one)) ? null : onOwnRows(one, home, ontology),
  )
  const filters = changed.filters.map((one, i) => {
    const own = onOwn[i] ?? null
    return own !== null && 'key' in own ? own : one
  })
  const notes = onOwn.flatMap((one) => (one !== null && 'says' in one ? [one] : []))
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const groups = new Set(frame.groups.map((one) => JSON.stringify(one)))
  const ways = changed.groups
    .filter((one) => !groups.has(JSON.stringify(one)))
    .map((one) => throughOthers(one, home, changed, today, ontology))
  return {
    ...changed,
    filters: joinFilters(
      filters,
      ways.flatMap((one) => one.filters),
    ),
    notes: [...changed.notes, ...notes, ...ways.flatMap((one) => one.notes)],
  }
}

function slotsChanged(
  question: string,
  frame: Frame,
  ontology: Ontology,
  context: ReadingContext,
): Frame | null {
  const channels = channelsOfShown(question, frame, ontology)
  if (channels !== null) return channels
  const noun = nounOfThat(question)
  if (noun !== null) return countOfThat(noun, frame, ontology)
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const short = comparedWith(question, frame, context) ?? shortFollowUp(question, frame, ontology, today)
  if (short !== null) return short
  const part = partOfThat(question)
  const text = part?.words ?? plainFollowUp(question)
  const split =
    part === null ? (splitByValues(text, frame, ontology) ?? splitByClause(text, frame, ontology)) : null
  if (split !== null) return split
  const scan = scanQuestion(text, ontology, context)
  if (scan === null) return null
  if (part !== null) return partInstead(part, frame, change(frame, scan, ontology, context))
  const people = rankOfPeople(scan, frame, ontology) ?? rankOfDoers(scan, frame, ontology)
  if (people !== null) return change(people.frame, people.scan, ontology, context)
  const asked =
    rankOfGroups(scan, frame) ?? rankedNow(scan, frame, ontology) ?? onlyThose(scan, frame, ontology)
  const changed = isChange(asked) ? change(frame, asked, ontology, context) : null
  const isSplit = changed !== null && JSON.stringify(changed.groups) !== JSON.stringify(frame.groups)
  // What it is to be divided by is not left out.
  if ((asksSplit.test(text) || asksSplit.test(question)) && !isSplit && scan.rank === null) return null
  return changed === null ? null : inLongerPeriod(changed, frame)
}

const asksSplit = /^\W*(?:and )?(?:split|break|divide|by|per|for each)\b/iu

/** "which of them are late" after a number: the rows themselves. "how many of them" after a list: their number. */
function listed(question: string, changed: Frame | null): Frame | null {
  const [slot, ...more] = changed?.measures ?? []
  if (slot === undefined && changed !== null && changed.subject !== null && asksMany.test(question)) {
    const { also: _, ...rest } = changed
    return { ...rest, subject: null, measures: [{ kind: 'count', dataset: changed.subject }] }
  }
  const rows = slot?.kind === 'count' ? slot.dataset : slot?.kind === 'field' ? slot.field.dataset : null
  if (changed === null || rows === null || more.length > 0 || changed.groups.length > 0) return changed
  if (slot?.kind === 'field' && asksMany.test(question))
    return { ...changed, measures: [{ kind: 'count', dataset: rows }] }
  return asksWhich.test(question) ? { ...changed, subject: rows, measures: [] } : changed
}

const asksMany =
  /^\W*(?:and |so |but )?how many (?:of (?:them|those|these)\b|(?:are|were|is|was|have|had) )/iu
const asksWhich = /^\W*(?:and |so )?(?:which|who) (?:ones?|of (?:them|those|these))\b/iu

/** "what share of that was online": what is narrowed to, as a part of what was shown. */
function partInstead({ isShare }: PartOfThat, frame: Frame, narrowed: Frame | null): Frame | null {
  const added = narrowed?.filters.filter((one) => !frame.filters.includes(one)) ?? []
  if (narrowed === null || added.length === 0) return null
  if (!isShare) return narrowed
  return shareOf(frame, added)
}

/** "just the companies, by name": a value of what was measured, which is also a word for it, narrows; "by name" shows each of them. */
function onlyThose(scan: Scan, frame: Frame, ontology: Ontology): Scan {
  const values = mentionsOf(scan, 'value').filter(({ mode }) => mode === 'only')
  const home = homeOfFrame(frame, ontology)
  const same = mentionsOf(scan, 'thing').find(({ at }) => values.some((one) => one.at === at))
  if (same === undefined || home === null || frame.measures.length === 0) return scan
  if (same.dataset !== home && !reachesOne(home.name, same.dataset.name, ontology)) return scan
  const rest = scan.mentions.filter((one) => one !== same)
  const byName = mentionsOf(scan, 'field').find(({ mode, text }) => mode === 'by' && /^names?$/i.test(text))
  if (byName === undefined) return { ...scan, mentions: rest }
  const each = { ...same, mode: 'by' as const, at: byName.at }
  return { ...scan, mentions: rest.map((one) => (one === byName ? each : one)) }
}

/** A question that names what it measures is complete, unless it begins with "and" or "what about". */
function isChange(scan: Scan): boolean {
  const { mentions, asks, rank, isShare, isTotal } = scan
  const isOwn = mentions.some(
    (one) =>
      (one.kind === 'thing' && one.mode !== 'by' && !(one.mode === 'without' && mentions.length === 1)) ||
      one.kind === 'verb',
  )
  const metrics = mentionsOf(scan, 'metric').length
  if (isOwn || metrics > 1 || (metrics === 1 && !scan.isAddition && mentions.length > 1)) return false
  if (asks.some((ask) => ask === 'who' || ask === 'where' || ask === 'list')) return false
  return mentions.length > 0 || rank !== null || isShare || isTotal || scan.isMethod || asks.includes('much')
}

function change(frame: Frame, scan: Scan, ontology: Ontology, context: ReadingContext): Frame | null {
  const metrics = mentionsOf(scan, 'metric')
  // "by place of sale" splits by something that has no place here.
  if (metrics.some(({ mode }) => mode === 'by') && scan.rank === null) return null
  const measures =
    metrics.length > 0
      ? metrics.map(({ metric }) => ({ kind: 'metric', name: metric.name }) as const)
      : scan.isTimes
        ? countsOf(frame, ontology)
        : scan.asks.includes('much')
          ? amountsOf(frame, ontology)
          : frame.measures
  if (measures === null) return null
  const owner =
    frame.subject ??
    frame.measures.flatMap((one) => (one.kind === 'count' || one.kind === 'rate' ? [one.dataset] : []))[0]
  const head = ontology.datasets.find(({ name }) => name === owner) ?? null
  const used = new Set(scan.isBefore ? [...metrics, ...mentionsOf(scan, 'unit')] : metrics)
  const part = fillFrame(scan, { measures, head, used, isOwed: false }, ontology, context, frame)
  if (part === null) return null
  const groups = scan.isTotal && part.groups.length === 0 ? [] : joinGroups(frame.groups, part.groups, scan)
  const isRanked = scan.rank !== null
  if ((isRanked || scan.isShare) && groups.length === 0) return null
  const [unit] = mentionsOf(scan, 'unit')
  const time =
    scan.isBefore && unit !== undefined
      ? frame.time && steppedBy(frame.time, '', unit.unit, inZone(context.now, context.timeZone).slice(0, 10))
      : (part.time ?? frame.time)
  if (scan.isBefore && time === null) return null
  const isInside = frame.isTimeInside && !part.isTimeInside
  const kept =
    isInside && time !== null && frame.time !== null
      ? frame.filters.map((one) => moved(one, frame.time!, time))
      : frame.filters
  const isOtherMoment =
    part.moment !== null &&
    scan.mentions.some(({ kind }) => kind === 'value' || kind === 'state') &&
    part.time !== null
  return {
    subject: metrics.length > 0 || groups.length > 0 || part.measures.length > 0 ? null : frame.subject,
    measures:
      part.measures.length === 0 && groups.length > 0 && owner !== undefined
        ? [{ kind: 'count', dataset: owner }]
        : part.measures,
    groups,
    filters: joinFilters(kept, part.filters),
    time,
    isTimeInside: frame.isTimeInside || part.isTimeInside,
    against: part.against ?? (part.time !== null || scan.isBefore ? null : frame.against),
    moment: metrics.length > 0 || isOtherMoment ? part.moment : (frame.moment ?? part.moment),
    rank: isRanked ? part.rank : scan.isTotal ? null : frame.rank,
    share: part.share ?? (groups.length > 0 ? frame.share : null),
    ...(metrics.length > 0 || frame.together === undefined ? {} : { together: frame.together }),
    notes: [...frame.notes.filter(({ about }) => about !== 'time period'), ...part.notes],
  }
}

/** "how often for each reason": the number of rows whose amounts were added up. */
function countsOf({ measures: [slot] }: Frame, ontology: Ontology): Frame['measures'] | null {
  const dataset =
    slot?.kind === 'metric' ? homeOf(slot.name, ontology) : slot?.kind === 'field' ? slot.field.dataset : null
  return dataset === null ? null : [{ kind: 'count', dataset }]
}

/** "and how much is that": the amounts of the rows that were counted or listed. */
function amountsOf({ measures, subject }: Frame, ontology: Ontology): Frame['measures'] | null {
  const [slot] = measures
  const name = slot?.kind === 'count' ? slot.dataset : subject
  if (slot !== undefined && slot.kind !== 'count') return measures
  const dataset = ontology.datasets.find((each) => each.name === name)
  const amount = dataset === undefined ? null : mainAmount(dataset)
  return amount === null ? null : [amount]
}

/** A split by time replaces one by time; "and by" adds to others; anything else replaces them. */
function joinGroups(
  before: readonly GroupSlot[],
  added: readonly GroupSlot[],
  { isAddition, isInstead }: Scan,
): readonly GroupSlot[] {
  if (added.length === 0) return before
  const isTime = ({ kind }: GroupSlot): boolean => kind === 'period' || kind === 'part'
  const kept = before.filter((one) => (isTime(one) ? !added.some(isTime) : isAddition || added.every(isTime)))
  return isInstead
    ? added
    : [
        ...kept,
        ...added.filter((one) => !kept.some((other) => JSON.stringify(other) === JSON.stringify(one))),
      ]
}

function joinFilters(before: readonly FilterSlot[], added: readonly FilterSlot[]): readonly FilterSlot[] {
  const keys = new Set(added.map(({ key }) => key))
  return [...before.filter(({ key }) => !keys.has(key)), ...added]
}
