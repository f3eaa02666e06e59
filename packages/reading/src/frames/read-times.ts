import type { TimeMention } from '../time/time-mention.ts'
import { isNegated, leftOf, type FrameDraft } from './frame-draft.ts'

/** Puts periods, splits by time and comparisons into their slots. */
export function readTimes(draft: FrameDraft): void {
  for (const one of leftOf(draft, 'time')) {
    // "but not in 2026" says more than a period.
    if (isNegated(one) || !readTime(draft, one.time)) continue
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

function readTime(draft: FrameDraft, time: TimeMention): boolean {
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
    if (part === null || part.values !== null) return false
    draft.groups.push({ kind: 'part', part: part.part })
    return true
  }
  if (range === null || comparison === 'step') return false
  if (comparison === 'period') {
    if (draft.against !== null) return false
    draft.against = range
  } else if (draft.time === null) draft.time = range
  else return false
  return true
}
