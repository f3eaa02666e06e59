import { days } from '@quipu/query'
import { readPeriod } from './base.ts'
import type { Clock } from './clock.ts'
import { describeRange } from './describe-range.ts'
import { monthNumber } from './names.ts'
import { rule, type Found, type Meaning, type Rule } from './rule.ts'
import type { TimeRange } from './time-mention.ts'

type Bound = 'since' | 'after' | 'before' | 'through' | 'as-of'
const bounds: readonly (readonly [Bound, RegExp])[] = [
  [
    'since',
    opener(
      'since|starting(?: from| in| on| with)?|beginning(?: in| on| with)|on or after|no earlier than|not before|as from',
    ),
  ],
  ['after', opener('after|later than|newer than|more recent than|past')],
  ['before', opener('before|prior to|earlier than|older than|ahead of')],
  [
    'through',
    opener(
      'until|till|up to|up until|through|by|no later than|not later than|on or before|not after|up to and including',
    ),
  ],
  ['as-of', opener('as of|as at')],
]
const tails: readonly (readonly [Bound, RegExp])[] = [
  [
    'since',
    /[\s-]+(?:onwards?|on(?=[\s]*(?:$|[?.,!]))|forward|(?:and|or)[\s-]+(?:later|after|newer|since|beyond))(?![\p{L}\p{N}])/uy,
  ],
  ['through', /[\s-]+(?:and|or)[\s-]+(?:earlier|before|older|prior)(?![\p{L}\p{N}])/uy],
]
const lone = opener('from|in')
const opening = opener('from|between|in between')
const joint =
  /[\s-]*(?:(?:to|until|till|through|thru|and|up to)(?![\p{L}\p{N}])|-)[\s-]*(?:in[\s-]+|the[\s-]+end[\s-]+of[\s-]+)?(?:the[\s-]+)?/uy

/** "between 5 and 12 March 2024", "March 5-12, 2024": the month is written once. */
export const dayPairRules: readonly Rule[] = [
  rule(
    '(?:from |between )?(?:the )?(?<a>\\d{1,2})(?:st|nd|rd|th)? ?(?:to|and|through|until|-) ?(?:the )?(?<b>\\d{1,2})(?:st|nd|rd|th)?(?: of)? {month},? {year}',
    pair,
  ),
  rule(
    '{month} (?<a>\\d{1,2})(?:st|nd|rd|th)?(?: ?(?:to|through|and|until) ?| ?- ?)(?<b>\\d{1,2})(?:st|nd|rd|th)?,? {year}',
    pair,
  ),
]

/** "2019 onwards", "March 2024 or later", "2010 and earlier". */
export function readTail(text: string, at: number, clock: Clock): Found | null {
  lone.lastIndex = at
  const lead = lone.exec(text)
  const found = readPeriod(text, at + (lead?.[0].length ?? 0), clock)
  if (!found?.meaning.range) return null
  for (const [bound, pattern] of tails) {
    pattern.lastIndex = found.end
    if (pattern.exec(text))
      return { end: pattern.lastIndex, meaning: bounded(bound, found.meaning, found.meaning.range) }
  }
  return null
}

/** "since March", "before 2019", "until yesterday". */
export function readBound(text: string, at: number, clock: Clock): Found | null {
  for (const [bound, pattern] of bounds) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    // "at the till last month": after an article it is a thing.
    if (match?.[0].startsWith('till') === true && /\b(?:the|a|our|each)\s+$/.test(text.slice(0, at))) continue
    const found = match && readPeriod(text, at + match[0].length, clock)
    if (!found || found.meaning.kind === 'part' || found.meaning.kind === 'grain') continue
    if (found.meaning.range === null) return { ...found, meaning: found.meaning }
    return { end: found.end, meaning: bounded(bound, found.meaning, found.meaning.range) }
  }
  return null
}

/** "from X to Y", "between X and Y", "X to Y". */
export function readBetween(text: string, at: number, clock: Clock): Found | null {
  opening.lastIndex = at
  const lead = opening.exec(text)
  const first = readPeriod(text, at + (lead?.[0].length ?? 0), clock)
  if (!first) return null
  joint.lastIndex = first.end
  const between = joint.exec(text)
  if (!between || (lead === null && /and/.test(between[0]))) return null
  const second = readPeriod(text, joint.lastIndex, clock)
  if (!second) return null
  const meaning = spanned(first.meaning, second.meaning, lead !== null)
  return meaning && { end: second.end, meaning }
}

function opener(words: string): RegExp {
  const source = words.replaceAll(' ', '[\\s-]+')
  return new RegExp(`(?:${source})[\\s-]+(?:(?:in|on|at)[\\s-]+)?(?:the[\\s-]+(?=[\\p{L}\\p{N}]))?`, 'uy')
}

function bounded(bound: Bound, meaning: Meaning, whole: TimeRange): Meaning {
  const { pin, yearless: _, alternatives, ...kept } = meaning
  const range = rangeOf(bound, pin === undefined ? whole : { start: pin, end: days.add(pin, 1, 'day') })
  const others = alternatives?.map((other) => ({
    words: `${bound === 'as-of' ? 'until' : bound} ${other.words}`,
    range: rangeOf(bound, other.range),
  }))
  const confidence = Math.max(meaning.confidence ?? 1, 0.85)
  return {
    ...kept,
    kind: 'range',
    range,
    confidence,
    says: describeRange(range),
    ...(others ? { alternatives: others } : {}),
  }
}

function rangeOf(bound: Bound, { start, end }: TimeRange): TimeRange {
  if (bound === 'since') return { start, end: null }
  if (bound === 'after') return { start: end, end: null }
  return { start: null, end: bound === 'before' ? start : end }
}

function spanned(first: Meaning, second: Meaning, isOpened: boolean): Meaning | null {
  if (first.kind === 'part' || first.kind === 'grain' || second.kind === 'part' || second.kind === 'grain')
    return null
  const [from, to] = sameYear(first, second)
  if (!from.range?.start || !to.range?.end) return null
  const isTurned = to.range.end <= from.range.start
  const range = isTurned
    ? { start: to.range.start, end: from.range.end }
    : { start: from.pin ?? from.range.start, end: to.range.end }
  const confidence = isOpened ? 0.95 : Math.max(0.8, Math.min(from.confidence ?? 1, to.confidence ?? 1))
  const assumption = from.assumption ?? to.assumption
  const doubt = from.isAmbiguous ?? to.isAmbiguous
  return {
    kind: 'range',
    range,
    unit: from.unit ?? to.unit ?? null,
    says: describeRange(range),
    confidence,
    ...(assumption === undefined ? {} : { assumption }),
    ...(doubt === undefined ? {} : { isAmbiguous: doubt }),
  }
}

/** "March to May 2024": one year applies to both, and "November to February 2024" starts the year before. */
function sameYear(first: Meaning, second: Meaning): readonly [Meaning, Meaning] {
  if (first.yearless && second.range?.start && !second.yearless) {
    const year = Number(second.range.start.slice(0, 4))
    const same = first.yearless(year)
    const isLater = (same?.range?.start ?? '') > second.range.start
    return [(isLater ? first.yearless(year - 1) : same) ?? first, second]
  }
  if (second.yearless && first.range?.start) {
    const year = Number(first.range.start.slice(0, 4))
    const same = second.yearless(year)
    const isEarlier = (same?.range?.start ?? '9') < first.range.start
    return [first, (isEarlier ? second.yearless(year + 1) : same) ?? second]
  }
  return [first, second]
}

function pair(groups: Parameters<Rule['read']>[0]): Meaning | null {
  const [year, month] = [Number(groups['year']), monthNumber(groups['month'] ?? '')]
  const start = days.dayFrom(year, month, Number(groups['a']))
  const last = days.dayFrom(year, month, Number(groups['b']))
  if (start === null || last === null || last < start) return null
  const range = { start, end: days.add(last, 1, 'day') }
  return { kind: 'range', range, unit: 'day', says: describeRange(range) }
}
