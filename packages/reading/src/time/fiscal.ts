import { days } from '@quipu/query'
import { unitRange, type Clock } from './clock.ts'
import { fullYear } from './dates.ts'
import { describeRange } from './describe-range.ts'
import { rule, type Meaning, type Rule } from './rule.ts'

const fiscal = '(?:fiscal|financial)'
const fy = `(?:fy[\\s-]*'?|${fiscal} (?:year )?)(?<fy>[12]\\d{3}|\\d{2})(?:/\\d{2})?`
const quarter = '(?:f?q(?<q>[1-4])|(?<nth>first|second|third|fourth) (?:fiscal )?quarter)'

/** Fiscal years and quarters. FY2025 is the fiscal year that ends in 2025. */
export const fiscalRules: readonly Rule[] = [
  rule(fy, (groups, clock) => fiscalYear(groups, clock)),
  rule(`(?:the )?${quarter}(?:,| of| in)?[\\s-]*${fy}`, (groups, clock) => fiscalQuarter(groups, clock)),
  rule(`${fy}[\\s-]*${quarter}`, (groups, clock) => fiscalQuarter(groups, clock)),
  rule(`(?:the )?(?:${fiscal} q(?<q>[1-4])|fq(?<q2>[1-4]))(?: of)? (?<fy>[12]\\d{3})`, (groups, clock) =>
    fiscalQuarter({ ...groups, q: groups['q'] ?? groups['q2'] }, clock),
  ),
  rule(`{which} ${fiscal} (?<fiscalUnit>year|quarter)`, (groups, clock) => stepped(groups, clock)),
  rule(`${fiscal} (?<fiscalUnit>year|quarter) to date|fytd|fiscal ytd`, (groups, clock) =>
    toDate(groups, clock),
  ),
  rule('{which} calendar (?<fiscalUnit>year|quarter)', (groups, clock) => calendarUnit(groups, clock)),
  rule(`(?:by|per|each|every|for each|for every) ${fiscal} (?<fiscalUnit>year|quarter)s?`, (groups) => ({
    kind: 'grain',
    range: null,
    unit: unitOf(groups),
    isFiscal: true,
    says: `per fiscal ${unitOf(groups)}`,
  })),
]

type Groups = Parameters<Rule['read']>[0]

function unitOf(groups: Groups): 'year' | 'quarter' {
  return groups['fiscalUnit'] === 'quarter' ? 'quarter' : 'year'
}

function fiscalYear(groups: Groups, clock: Clock): Meaning {
  const first = clock.calendar.fiscalYearStart
  if (first === null) return unknown('year')
  const start = startOfYear(groups, clock, first)
  return ranged(start, days.add(start, 1, 'year'), 'year', first)
}

function fiscalQuarter(groups: Groups, clock: Clock): Meaning {
  const first = clock.calendar.fiscalYearStart
  if (first === null) return unknown('quarter')
  const nth =
    groups['nth'] === undefined
      ? Number(groups['q'])
      : ['first', 'second', 'third', 'fourth'].indexOf(groups['nth']) + 1
  const start = days.add(startOfYear(groups, clock, first), nth - 1, 'quarter')
  return ranged(start, days.add(start, 1, 'quarter'), 'quarter', first)
}

function startOfYear(groups: Groups, clock: Clock, first: number): string {
  const year = fullYear(groups['fy'] ?? '', clock)
  return days.firstOf(first === 1 ? year : year - 1, first)
}

function stepsOf(groups: Groups): number {
  const which = groups['which'] ?? ''
  return which.includes('next') ? 1 : /last|previous|prior/.test(which) ? -1 : 0
}

function stepped(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const first = clock.calendar.fiscalYearStart
  if (first === null) return unknown(unit)
  const { start, end } = unitRange(clock.today, unit, stepsOf(groups), clock, first)
  return { ...ranged(start, end, unit, 1), anchor: clock.anchor }
}

function calendarUnit(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const range = unitRange(clock.today, unit, stepsOf(groups), clock)
  return { kind: 'range', range, unit, anchor: clock.anchor, says: describeRange(range) }
}

function toDate(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const first = clock.calendar.fiscalYearStart
  if (first === null) return unknown(unit)
  const start = days.startOf(clock.today, unit, clock.calendar, first)
  return { ...ranged(start, days.add(clock.today, 1, 'day'), unit, 1), anchor: clock.anchor }
}

function unknown(unit: 'year' | 'quarter'): Meaning {
  return {
    kind: 'range',
    range: null,
    unit,
    isFiscal: true,
    isAmbiguous: 'fiscal-start-unknown',
    says: `in a fiscal ${unit}`,
  }
}

function ranged(start: string, end: string, unit: 'year' | 'quarter', first: number): Meaning {
  const range = { start, end }
  const named = first === 1 ? {} : { assumption: 'A fiscal year is named after the year in which it ends.' }
  return { kind: 'range', range, unit, isFiscal: true, says: describeRange(range), ...named }
}
