import { days } from '@quipu/query'
import type { Clock } from './clock.ts'
import { describeRange } from './describe-range.ts'
import { rule, type Meaning, type Rule } from './rule.ts'

/** The first month of each season. Autumn is also called fall. */
const firstMonths: Readonly<Record<string, string>> = {
  spring: '03',
  summer: '06',
  autumn: '09',
  fall: '09',
  winter: '12',
}
const season = '(?<season>spring|summer|autumn|fall|winter)'

/** Seasons of three months each. Spring starts on 1 March. */
export const seasonRules: readonly Rule[] = [
  rule(`(?:since|from) (?:the )?${season}`, (g, clock) => ranged(clock, latest(g, clock), null)),
  rule(`(?:in|during|over) (?:the )?${season}`, (g, clock) => whole(clock, latest(g, clock))),
  rule(`(?<which>this|last) ${season}`, (g, clock) => {
    const start = latest(g, clock)
    const isRunning = clock.today < days.add(start, 3, 'month')
    return whole(clock, isRunning && g['which'] === 'last' ? days.add(start, -1, 'year') : start)
  }),
]

/** The first day of the latest season of this name that has begun. */
function latest(groups: Readonly<Record<string, string | undefined>>, { today }: Clock): string {
  const inYear = `${today.slice(0, 4)}-${firstMonths[groups['season'] ?? ''] ?? '03'}-01`
  return inYear > today ? days.add(inYear, -1, 'year') : inYear
}

function whole(clock: Clock, start: string): Meaning {
  return ranged(clock, start, days.add(start, 3, 'month'))
}

function ranged({ anchor }: Clock, start: string, end: string | null): Meaning {
  const range = { start, end }
  return { kind: 'range', range, says: describeRange(range), anchor }
}
