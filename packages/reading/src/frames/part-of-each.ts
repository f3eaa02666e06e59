import type { FilterSlot, GroupSlot, MeasureSlot } from '../plan/frame.ts'

interface Shared {
  readonly measures: readonly MeasureSlot[]
  readonly filters: readonly FilterSlot[]
  readonly groups: readonly GroupSlot[]
}

/**
 * "share of online bookings by month", "percentage of no shows by stylist": of the rows of each group, those that are so. A share of rows
 * that are narrowed by nothing, or of an amount, is that of each group in the whole.
 */
export function isPartOfEach({ measures: [slot, ...more], filters, groups }: Shared): boolean {
  if (slot?.kind !== 'count' || more.length > 0 || groups.length === 0) return false
  const own = filters.filter(({ key }) => !key.startsWith('of ') && !key.startsWith('with '))
  const isState = ({ key }: FilterSlot): boolean =>
    key.startsWith('state ') || /\.(?:\w*status|\w*state)$/i.test(key)
  const isOverTime = groups.every(({ kind }) => kind === 'period' || kind === 'part')
  return own.length > 0 && (isOverTime || own.every(isState))
}
