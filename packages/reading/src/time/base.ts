import { days, type TimeUnit } from '@quipu/query'
import { unitRange, type Clock } from './clock.ts'
import { dateRules, point } from './dates.ts'
import { describeRange } from './describe-range.ts'
import { fiscalRules } from './fiscal.ts'
import { periodRules, yearRules } from './periods.ts'
import { dataRules, relativeRules } from './relative.ts'
import { seasonRules } from './seasons.ts'
import { weekdayPattern } from './names.ts'
import { longest, type Found, type Meaning } from './rule.ts'
import { smallCount, smallCountOf } from '../numbers/number-words.ts'

const baseRules = [
  ...dateRules,
  ...fiscalRules,
  ...dataRules,
  ...relativeRules,
  ...seasonRules,
  ...periodRules,
  ...yearRules,
]
const edge = /(?:the[\s-]+)?(end|close|start|beginning)[\s-]+of[\s-]+(?:the[\s-]+)?/uy
const piece = new RegExp(
  `(?:the[\\s-]+)?(first|last|final)[\\s-]+(?:(${smallCount})[\\s-]+)?(day|week|month|quarter)s?[\\s-]+(?:of|in)[\\s-]+(?:the[\\s-]+)?`,
  'uy',
)
const weekOf = /(?:the[\s-]+)?week[\s-]+(?:of|starting|beginning|commencing)[\s-]+(?:on[\s-]+)?/uy
const ending = new RegExp(
  `(?:the[\\s-]+)?(?:(${smallCount})[\\s-]+)?(day|week|month|quarter|year)s?[\\s-]+(?:ending|ended)[\\s-]+(?:(?:in|on|with)[\\s-]+)?(?:the[\\s-]+)?`,
  'uy',
)
const offset = new RegExp(
  `(?:(the|the[\\s-]+first|the[\\s-]+next|the[\\s-]+last)[\\s-]+)?(${smallCount})[\\s-]+(day|week|month|quarter|year)s?[\\s-]+(after|before|following|preceding)[\\s-]+(?:the[\\s-]+)?`,
  'uy',
)
const weekday = new RegExp(`(?:on[\\s]+)?(?:${weekdayPattern}),?[\\s]+(?:the[\\s]+)?`, 'uy')
const running = /(?:year|quarter|month|week)(?![\p{L}\p{N}])/uy
const rough = /(early|mid|late)[\s-]+(?:in[\s-]+)?/uy

/** Reads one period or day at a position, or a part of one: "the first week of March 2024", "end of last year". */
export function readPeriod(text: string, at: number, clock: Clock): Found | null {
  const known = seen.get(clock) ?? new Map<number, Found | null>()
  seen.set(clock, known)
  const before = known.get(at)
  if (before !== undefined) return before
  const found = readUncached(text, at, clock)
  known.set(at, found)
  return found
}

/** Cached, since several rules look at the same position. A clock belongs to one question. */
const seen = new WeakMap<Clock, Map<number, Found | null>>()

function readUncached(text: string, at: number, clock: Clock): Found | null {
  const whole = longest(baseRules, text, at, clock)
  const part = within(text, at, clock)
  return part && part.end > (whole?.end ?? 0) ? part : whole
}

function within(text: string, at: number, clock: Clock): Found | null {
  const inner = (
    pattern: RegExp,
  ): { match: RegExpExecArray; found: Found; start: string; end: string } | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const found =
      match &&
      (longest(baseRules, text, at + match[0].length, clock) ??
        runningUnit(text, at + match[0].length, clock))
    const range = found?.meaning.range
    return found && range?.start && range.end ? { match, found, start: range.start, end: range.end } : null
  }
  const edged = inner(edge)
  if (edged) {
    const isEnd = /end|close/.test(edged.match[1] ?? '')
    return { end: edged.found.end, meaning: point(isEnd ? days.add(edged.end, -1, 'day') : edged.start) }
  }
  const pieced = inner(piece)
  if (pieced) return { end: pieced.found.end, meaning: cut(pieced.match, pieced.start, pieced.end) }
  const ended = inner(ending)
  if (ended) {
    // Safe: the pattern matches only names of units.
    const unit = ended.match[2] as TimeUnit
    const start = days.add(ended.end, -smallCountOf(ended.match[1] ?? '1').value, unit)
    return { end: ended.found.end, meaning: ranged(start, ended.end, unit) }
  }
  const away = inner(offset)
  if (away) return { end: away.found.end, meaning: awayFrom(away.match, away.start, away.end) }
  const dated = inner(weekday)
  if (dated && dated.found.meaning.kind === 'point' && !dated.found.meaning.anchor) return dated.found
  const weekly = inner(weekOf)
  if (weekly && weekly.found.meaning.kind === 'point') {
    return { end: weekly.found.end, meaning: ranged(weekly.start, days.add(weekly.start, 1, 'week'), 'week') }
  }
  const third = isManner(text, at) ? null : inner(rough)
  return (
    third && {
      end: third.found.end,
      meaning: roughly(third.match[1] ?? '', third.found.meaning, third.start, third.end),
    }
  )
}

/** "Paid late", "was late": how it was done, not a part of the year that follows. */
function isManner(text: string, at: number): boolean {
  return (
    text.startsWith('late', at) &&
    /(?:\b\p{L}+ed|\b(?:paid|sent|came|come|back|was|were|been|be|are|is|too|got|done))\s+$/u.test(
      text.slice(0, at),
    )
  )
}

/** "The start of the year" means this year. */
function runningUnit(text: string, at: number, clock: Clock): Found | null {
  running.lastIndex = at
  const match = running.exec(text)
  if (!match) return null
  const unit = match[0] as TimeUnit
  const { start, end } = unitRange(clock.today, unit, 0, clock)
  return { end: at + match[0].length, meaning: ranged(start, end, unit) }
}

/** "2 months after March 2024" is May; "the 2 months after March 2024" are April and May. */
function awayFrom(match: RegExpExecArray, start: string, end: string): Meaning {
  const unit = match[3] as TimeUnit
  const isAfter = /after|following/.test(match[4] ?? '')
  const count = smallCountOf(match[2] ?? '1').value
  if (match[1] === undefined) {
    const steps = isAfter ? count : -count
    return ranged(days.add(start, steps, unit), days.add(end, steps, unit), unit)
  }
  return isAfter
    ? ranged(end, days.add(end, count, unit), unit)
    : ranged(days.add(start, -count, unit), start, unit)
}

function cut(match: RegExpExecArray, start: string, end: string): Meaning {
  const count = smallCountOf(match[2] ?? '1').value
  // Safe: the pattern matches only names of units.
  const unit = match[3] as TimeUnit
  const isFirst = match[1] === 'first'
  const from = isFirst ? start : days.add(end, -count, unit)
  return ranged(from, isFirst ? days.add(start, count, unit) : end, unit)
}

/** "Early 2024" is its first third. */
function roughly(word: string, whole: Meaning, start: string, end: string): Meaning {
  const unit: TimeUnit = whole.unit === 'year' ? 'month' : 'day'
  const third = whole.unit === 'year' ? 4 : 10
  const from =
    word === 'early'
      ? start
      : word === 'mid'
        ? days.add(start, third, unit)
        : days.add(start, third * 2, unit)
  const to = word === 'late' ? end : days.add(from, third, unit)
  const meaning = ranged(from, to, unit)
  return { ...meaning, assumption: `“${word}” is taken as ${meaning.says}.` }
}

function ranged(start: string, end: string, unit: TimeUnit): Meaning {
  const range = { start, end }
  const isDay = days.add(start, 1, 'day') === end
  return { kind: isDay ? 'point' : 'range', range, unit, says: describeRange(range) }
}
