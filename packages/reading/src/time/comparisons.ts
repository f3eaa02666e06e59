import { days, type TimeUnit } from '@quipu/query'
import { readPeriod } from './base.ts'
import type { Clock } from './clock.ts'
import { describeRange } from './describe-range.ts'
import type { Found, Meaning } from './rule.ts'
import type { TimeRange } from './time-mention.ts'

const versus =
  /(?:(?:as[\s-]+)?compared?[\s-]+(?:with|to|against)|in[\s-]+comparison[\s-]+(?:with|to)|versus|vs\.?|against|relative[\s-]+to|than)[\s-]+(?:(?:in|during|that[\s-]+of|those[\s-]+of)[\s-]+)?(?:the[\s-]+)?/uy
const sameBefore =
  /(?:the[\s-]+)?same[\s-]+(?:period|time|days?|weeks?|months?|quarters?)(?:[\s-]+(?:of|in))?[\s-]+(?:the[\s-]+)?(?:last[\s-]+(?<last>week|month|quarter|year)|(?:a|one)[\s-]+(?<ago>week|month|quarter|year)[\s-]+(?:ago|earlier|before)|previous[\s-]+(?<previous>week|month|quarter|year)|prior[\s-]+(?<prior>week|month|quarter|year))(?![\p{L}\p{N}])/uy
const stepBefore =
  /(?:the[\s-]+)?(?:(?:previous|prior|preceding)[\s-]+(?<unit>period|day|week|month|quarter|year)|(?<unit2>period|day|week|month|quarter|year)[\s-]+(?:before|earlier|prior)(?:[\s-]+that)?)(?![\p{L}\p{N}])/uy
const lastUnit = /last[\s-]+(week|month|quarter|year)(?![\p{L}\p{N}])/uy

/** "compared with last year", "vs the previous quarter", "than the same period last year". `beside` is the range they are compared with. */
export function readComparison(text: string, at: number, clock: Clock, beside: Meaning | null): Found | null {
  const lead = matchAt(versus, text, at)
  const from = at + (lead?.[0].length ?? 0)
  const same = matchAt(sameBefore, text, from)
  if (same) {
    const groups = same.groups ?? {}
    const unit = groups['last'] ?? groups['ago'] ?? groups['previous'] ?? groups['prior']
    // Safe: the pattern matches only names of units.
    return { end: from + same[0].length, meaning: shifted(beside?.range ?? null, unit as TimeUnit) }
  }
  if (!lead) return null
  const step = matchAt(stepBefore, text, from)
  const unit = step?.groups?.['unit'] ?? step?.groups?.['unit2']
  const plain = readPeriod(text, from, clock)
  if (step && unit !== undefined && (beside?.range || !plain)) {
    const end = from + step[0].length
    return {
      end,
      meaning: unit === 'period' ? lengthBefore(beside) : shifted(beside?.range ?? null, unit as TimeUnit),
    }
  }
  if (!plain || plain.meaning.kind === 'grain' || plain.meaning.kind === 'part') return null
  const last = lead && matchAt(lastUnit, text, from)
  if (last && beside?.range && isShorter(beside.range, last[1] as TimeUnit)) {
    return { end: from + last[0].length, meaning: shifted(beside.range, last[1] as TimeUnit) }
  }
  // "more than 2019" is a number: a year alone is a comparison only after words of comparison.
  if (lead[0].startsWith('than') && plain.meaning.confidence === 0.6) return null
  return { end: plain.end, meaning: { ...plain.meaning, kind: 'range', comparison: 'period' } }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** This quarter compared with last year means the same quarter of last year. */
function isShorter({ start, end }: TimeRange, unit: TimeUnit): boolean {
  return start !== null && end !== null && end < days.add(start.slice(0, 10), 1, unit)
}

function shifted(range: TimeRange | null, unit: TimeUnit): Meaning {
  const back = (edge: string | null): string | null =>
    edge === null ? null : days.add(edge.slice(0, 10), -1, unit) + edge.slice(10)
  const before = range && { start: back(range.start), end: back(range.end) }
  return comparedWith(before, unit, before ? describeRange(before) : `one ${unit} before`)
}

/** The range of the same length right before. */
function lengthBefore(beside: Meaning | null): Meaning {
  const range = beside?.range
  if (!range?.start || !range.end) return comparedWith(null, null, 'the period before')
  const { unit } = beside ?? {}
  if (range.start.endsWith('-01') && range.end.endsWith('-01')) {
    const before = {
      start: days.add(range.start, -monthsOf(range.start, range.end), 'month'),
      end: range.start,
    }
    return comparedWith(before, 'month', describeRange(before))
  }
  const isWhole = unit && unit !== 'hour' && unit !== 'minute' && days.add(range.start, 1, unit) === range.end
  const start = isWhole
    ? days.add(range.start, -1, unit)
    : days.add(range.start, -daysOf(range.start, range.end), 'day')
  const before = { start, end: range.start }
  return comparedWith(
    before,
    unit === 'hour' || unit === 'minute' ? null : (unit ?? null),
    describeRange(before),
  )
}

function monthsOf(start: string, end: string): number {
  return (days.yearOf(end) - days.yearOf(start)) * 12 + days.monthOf(end) - days.monthOf(start)
}

function daysOf(start: string, end: string): number {
  return Math.round(
    (Date.parse(`${end.slice(0, 10)}T00:00:00Z`) - Date.parse(`${start.slice(0, 10)}T00:00:00Z`)) /
      86_400_000,
  )
}

function comparedWith(range: TimeRange | null, unit: TimeUnit | null, says: string): Meaning {
  return { kind: 'range', range, unit, comparison: 'period', says }
}
