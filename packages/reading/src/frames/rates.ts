import type { Condition } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import type { FilterSlot, MeasureSlot } from '../plan/frame.ts'
import { isCounted, leftOf, ownerOf, type FrameDraft, type Of } from './frame-draft.ts'
import { mentionsOf } from './measured.ts'
import { isOfState, readStates, readValues } from './read-values.ts'
import { readVerbs } from './read-verbs.ts'
import type { Mention } from './scan.ts'
import { endMoment } from '../business/end-moment.ts'

/** What a note is about that says which rows were left out. */
export const whatCounts = 'what counts'

/** Whether a filter says which rows a rate is of, and not which of them are counted. */
export type Whole = (filter: FilterSlot) => boolean

/** "what percentage of web orders were cancelled": takes what is said of the rows; what they are stays behind. Empty where nothing tells them apart. */
export function takePart(draft: FrameDraft): readonly Mention[] {
  const { scan, base } = draft
  const owner = ownerOf(draft)
  if (!scan.isShare || scan.isRate || base !== null || owner === null || !isCounted(draft, owner)) return []
  const named = mentionsOf(scan, 'thing').find(({ dataset }) => dataset === owner)
  const said: readonly (Of<'value'> | Of<'state'> | Of<'verb'>)[] = [
    ...leftOf(draft, 'value'),
    ...leftOf(draft, 'state').filter(({ state }) => state !== 'now'),
    ...leftOf(draft, 'verb'),
  ].filter(({ mode }) => mode !== 'by')
  const after = said.filter(({ at, mode }) => named !== undefined && at > named.at && mode !== 'preposition')
  const part = after.length > 0 ? after : said.filter(isOutcome)
  if (part.length === 0 || part.length === said.length) return []
  for (const one of part) draft.left.delete(one)
  return part
}

/** "cancelled web orders": what became of them, and not what they are. */
function isOutcome(one: Of<'value'> | Of<'state'> | Of<'verb'>): boolean {
  return one.kind === 'value' ? isOfState(one) : true
}

/** Puts the part into the filters. What was there before is the whole. */
export function readPart(draft: FrameDraft, part: readonly Mention[]): Whole {
  const before = new Set(part.length === 0 ? [] : draft.filters)
  for (const one of part) draft.left.add(one)
  if (part.length > 0) {
    readStates(draft)
    readValues(draft)
    readVerbs(draft)
  }
  return (filter) => isOfAll(filter) || before.has(filter)
}

/** What a rate is of is no filter: all rows are counted, and those that are so. */
export function takeRated(draft: FrameDraft): Mention | null {
  const { scan } = draft
  const rated = scan.isRate ? scan.mentions.find(({ at }) => at === scan.rateAt - 1) : undefined
  if (rated === undefined || !draft.left.delete(rated)) return null
  return rated
}

export function conditionOf(draft: FrameDraft, rated: Mention): Condition | null {
  if (rated.kind === 'state' && rated.state === 'ended' && rated.values.length === 0) return leavingOf(draft)
  const before = draft.filters.length
  const { moment } = draft
  draft.left.add(rated)
  readStates(draft)
  readValues(draft)
  draft.moment = moment
  const made = draft.filters.splice(before)
  draft.filters.push(...made.filter(isOfAll))
  return and(made.filter((one) => !isOfAll(one)).map(({ condition }) => condition))
}

/** Those who left in the period, of those who were there when it began. */
function leavingOf(draft: FrameDraft): Condition | null {
  const owner = ownerOf(draft)
  const end = owner === null ? null : endMoment(owner)
  if (owner === null || end === null) return null
  const ended = fieldOf(owner, end)
  if (draft.time === null) return { kind: 'not', of: { kind: 'null', of: ended } }
  const { start, end: until } = draft.time
  const begun = eventMoment(owner)
  if (start === null || begun === null || begun === end || draft.groups.length > 0) return null
  const during = (of: typeof ended, from: string | null, to: string | null): Condition => ({
    kind: 'during',
    of,
    start: from,
    end: to,
  })
  draft.isTimeUsed = true
  draft.filters.push({
    key: 'running before',
    condition: {
      kind: 'and',
      of: [
        during(fieldOf(owner, begun), null, start),
        { kind: 'or', of: [{ kind: 'null', of: ended }, during(ended, start, null)] },
      ],
    },
  })
  const says = `Of the ${owner.label} that ran when the period began, those that ended in it.`
  draft.notes.push({ about: whatCounts, says, changesNumbers: false })
  return during(ended, start, until)
}

/** Which rows a rate is of: what is on time is a part of what was done. */
function isOfAll({ key }: FilterSlot): boolean {
  return key.startsWith('of ')
}

/** "what percentage of orders get refunded": those that meet the conditions, of all. */
export function rateOf({ measures, filters, scan }: FrameDraft, whole: Whole): readonly MeasureSlot[] {
  const [slot, ...more] = measures
  const condition = and(filters.filter((one) => !whole(one)).map((one) => one.condition))
  // "what share of sales is paid by card"
  if (slot?.kind === 'metric' && condition !== null && more.length === 0)
    return [{ kind: 'portion', name: slot.name, condition, of: scan.isPercent ? 'percent' : 'fraction' }]
  if (slot?.kind !== 'count' || condition === null) return measures
  const rate = (of: 'count' | 'percent'): MeasureSlot => ({
    kind: 'rate',
    dataset: slot.dataset,
    condition,
    of,
  })
  return scan.asks.includes('many') ? [rate('count'), rate('percent')] : [rate('percent')]
}
