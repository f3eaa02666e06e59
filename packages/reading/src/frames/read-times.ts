import { days } from '@quipu/query'
import type { TimeMention } from '../time/time-mention.ts'
import { isNegated, leftOf, type FrameDraft } from './frame-draft.ts'
import { momentOf } from '../business/moments.ts'

/** Puts periods, splits by time and comparisons into their slots. */
export function readTimes(draft: FrameDraft): void {
  // "against the year before" depends on the period beside it.
  const times = leftOf(draft, 'time').toSorted((a, b) => Number(isStep(a.time)) - Number(isStep(b.time)))
  for (const one of times) {
    const others = times.filter((other) => other !== one).map(({ time }) => time)
    // "but not in 2026" says more than a period.
    if (isNegated(one) || !readTime(draft, inSameYear(one.time, others, draft))) continue
    draft.left.delete(one)
  }
  const { scan } = draft
  const isAsked = scan.rank !== null || scan.asks.includes('which')
  for (const one of leftOf(draft, 'unit'))
    if (one.mode === 'by' || isAsked) {
      draft.groups.push({ kind: 'period', unit: one.unit })
      draft.left.delete(one)
    }
  for (const one of leftOf(draft, 'part'))
    if (one.mode === 'by' || isAsked) {
      draft.groups.push({ kind: 'part', part: one.part })
      draft.left.delete(one)
    }
}

/** "q1 and q2 of last year": both quarters are of that year. */
function inSameYear(time: TimeMention, others: readonly TimeMention[], { scan }: FrameDraft): TimeMention {
  const [other, ...more] = others.filter(
    ({ range, isAmbiguous }) => range !== null && isAmbiguous === undefined,
  )
  const { range } = time
  if (time.isAmbiguous !== 'which-year' || range === null || more.length > 0) return time
  const from = other?.range?.start ?? null
  if (from === null || range.start === null || range.end === null) return time
  if (!scan.isCompared && !scan.isVersus) return time
  const years = Number(from.slice(0, 4)) - Number(range.start.slice(0, 4))
  const moved = (day: string): string => days.add(day.slice(0, 10), years, 'year')
  // "march against march last year" are two months.
  if (moved(range.start) === from) return time
  const { isAmbiguous: _, assumption: __, ...rest } = time
  return { ...rest, range: { ...range, start: moved(range.start), end: moved(range.end) } }
}

function isStep({ range, comparison }: TimeMention): boolean {
  return range === null && comparison === 'period'
}

/** "growth against the year before": the same period a year earlier, or else from each year to the next. */
function readStep(draft: FrameDraft, { unit }: TimeMention): boolean {
  if (unit === null || unit === 'hour' || unit === 'minute' || !draft.scan.isGrowth) return false
  const { time } = draft
  if (time !== null && time.start !== null && time.end !== null)
    draft.against = {
      start: days.add(time.start.slice(0, 10), -1, unit),
      end: days.add(time.end.slice(0, 10), -1, unit),
    }
  else if (!draft.groups.some((one) => one.kind === 'period')) draft.groups.push({ kind: 'period', unit })
  return true
}

function readTime(draft: FrameDraft, time: TimeMention): boolean {
  if (isStep(time)) return readStep(draft, time)
  const { kind, unit, part, range, comparison } = time
  const isLatest = time.isAmbiguous === 'which-year' && time.assumption !== undefined
  if ((time.isAmbiguous !== undefined && !isLatest) || time.isFiscal) return false
  if (isLatest) draft.notes.push({ about: 'time period', says: time.assumption ?? '', changesNumbers: false })
  if (kind === 'grain') {
    if (unit === null || unit === 'hour' || unit === 'minute' || comparison === 'step') return false
    draft.groups.push({ kind: 'period', unit })
    return true
  }
  if (kind === 'part') {
    if (part === null) return false
    if (part.values !== null) return draft.recurring.push(time) > 0
    draft.groups.push({ kind: 'part', part: part.part })
    return true
  }
  if (range === null || comparison === 'step') return false
  if (comparison === 'period') {
    // A period is not set beside itself.
    const isSame = draft.time?.start === range.start && draft.time?.end === range.end
    if (draft.against !== null || isSame) return false
    draft.against = range
  } else if (draft.time === null) draft.time = range
  else if (draft.against === null && (draft.scan.isCompared || draft.scan.isVersus || isBesides(draft)))
    draft.against = range
  else return false
  return true
}

/** "how many joined this year and last year": each period has its own figure. Who bought in both years is another question. */
function isBesides({ scan, measures: [slot], ontology, home }: FrameDraft): boolean {
  const [first, second, ...more] = scan.mentions.filter((one) => one.kind === 'time')
  if (first?.kind !== 'time' || second?.kind !== 'time' || more.length > 0) return false
  const isRelative = [first, second].every(({ time }) =>
    /^(?:this|last|the last|the current) \w+$/i.test(time.words),
  )
  const isSideBySide = second.at - first.at === 2 && first.time.unit === second.time.unit && isRelative
  const isOwn =
    slot?.kind === 'metric' || (slot?.kind === 'count' && momentOf(home, ontology)?.dataset === home)
  return isSideBySide && isOwn && scan.rank === null && !scan.mentions.some(({ kind }) => kind === 'verb')
}
