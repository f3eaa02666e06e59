import { days, type TimeUnit } from '@quipu/query'
import type { Frame } from '../plan/frame.ts'
import { describeRange } from '../time/describe-range.ts'

/** How many of a unit are shown where one alone was asked for before. */
const lengths: Readonly<Partial<Record<TimeUnit, number>>> = { day: 7, week: 8, month: 12, quarter: 4 }

/** "by month" after one month: the twelve months up to it, as one alone divides nothing. */
export function inLongerPeriod(changed: Frame, before: Frame): Frame {
  const { time, against, groups, isTimeInside } = changed
  const [group, ...more] = groups.filter(({ kind }) => kind === 'period')
  if (group?.kind !== 'period' || more.length > 0 || isTimeInside || against !== null) return changed
  const isAdded = !before.groups.some((one) => one.kind === 'period' || one.kind === 'part')
  const isSame = JSON.stringify(time) === JSON.stringify(before.time)
  const length = lengths[group.unit]
  if (time === null || time.start === null || time.end === null || length === undefined) return changed
  if (!isAdded || !isSame || changed.moment === null) return changed
  const first = days.startOf(time.start.slice(0, 10), group.unit, {
    weekStart: 'monday',
    fiscalYearStart: null,
  })
  const end = days.add(first, 1, group.unit)
  if (time.end.slice(0, 10) > end) return changed
  const longer = { start: days.add(end, -length, group.unit), end }
  const says = `One ${group.unit} alone would not be divided, so the ${length} ${group.unit}s up to it are shown: ${describeRange(longer)}.`
  return {
    ...changed,
    time: longer,
    notes: [...changed.notes, { about: 'time period', says, changesNumbers: true }],
  }
}
