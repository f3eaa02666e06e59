import { readAge } from './ages.ts'
import { readPeriod } from './base.ts'
import { clockOf, type Clock } from './clock.ts'
import { readComparison } from './comparisons.ts'
import { dateOrderOf } from './dates.ts'
import { grainRules } from './grains.ts'
import { isContrast, withNeighbours, type Placed } from './neighbours.ts'
import { partRules } from './parts.ts'
import { longest, type Found, type Meaning } from './rule.ts'
import { dayPairRules, readBetween, readBound, readTail } from './spans.ts'
import { mayStart } from './starts.ts'
import type { TimeContext, TimeMention } from './time-mention.ts'
import { trust } from './trust.ts'

const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}']/gu

/** Entry point: finds every time in a question, left to right, without overlaps. */
export function findTimes(question: string, context: TimeContext): readonly TimeMention[] {
  const text = plain(question)
  const clock = clockOf(context, dateOrderOf(text))
  const placed: Placed[] = []
  let after = 0
  let beside: Meaning | null = null
  for (const { index } of text.matchAll(wordStart)) {
    if (index < after || !mayStart(text, index)) continue
    const found = bestAt(text, index, clock, beside)
    if (!found) continue
    after = found.end
    const confidence = trust(question, text, index, found)
    if (confidence === 0) continue
    placed.push({ start: index, found, confidence })
    if (found.meaning.range && !found.meaning.comparison) beside = found.meaning
  }
  return withNeighbours(text, placed).map((one) => mention(question, one, clock))
}

function bestAt(text: string, at: number, clock: Clock, beside: Meaning | null): Found | null {
  const isApart = isContrast(text.slice(0, at))
  const candidates = [
    readComparison(text, at, clock, beside),
    isApart ? null : readBetween(text, at, clock),
    longest(dayPairRules, text, at, clock),
    longest(partRules, text, at, clock),
    longest(grainRules, text, at, clock),
    readAge(text, at, clock),
    readBound(text, at, clock),
    readTail(text, at, clock),
    readPeriod(text, at, clock),
  ]
  return candidates.reduce((best, next) => (next && next.end > (best?.end ?? 0) ? next : best), null)
}

function mention(question: string, { start, found, confidence }: Placed, clock: Clock): TimeMention {
  const { end, meaning } = found
  const { pin: _, yearless: __, ...kept } = meaning
  const isLate =
    clock.lastDay !== null && meaning.anchor === 'today' && (meaning.range?.start ?? '') > clock.lastDay
  return {
    unit: null,
    part: null,
    isFiscal: false,
    comparison: null,
    anchor: null,
    ...(isLate ? { isAmbiguous: 'after-data' } : {}),
    ...kept,
    confidence,
    start,
    end,
    words: question.slice(start, end),
  }
}

/** Lower case with plain quotes and dashes. Every character keeps its position. */
function plain(question: string): string {
  return Array.from(question, (letter) => {
    if (/[‐-―−]/u.test(letter)) return '-'
    if (/[‘’ʼ]/u.test(letter)) return "'"
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  }).join('')
}
