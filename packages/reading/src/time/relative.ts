import { days, inZone, type TimeUnit } from '@quipu/query'
import { smallCountOf } from '../numbers/number-words.ts'
import { unitRange, type Clock } from './clock.ts'
import { point } from './dates.ts'
import { describeRange } from './describe-range.ts'
import { monthNumber, weekdayNumber } from './names.ts'
import { rule, type Meaning, type Rule } from './rule.ts'

const whole = '(?:(?<full>full|complete|completed|whole|entire|calendar) )'
const abbreviated: Readonly<Record<string, TimeUnit>> = {
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
  d: 'day',
}

/** Times relative to today. */
export const relativeRules: readonly Rule[] = [
  rule('today|tonight', (_, clock) => fromToday(clock, point(clock.today))),
  rule('yesterday', (_, clock) => fromToday(clock, point(days.add(clock.today, -1, 'day')))),
  rule('tomorrow', (_, clock) => fromToday(clock, point(days.add(clock.today, 1, 'day')))),
  rule('(?:the )?day before yesterday', (_, clock) =>
    fromToday(clock, point(days.add(clock.today, -2, 'day'))),
  ),
  rule('(?:this|the current|current|the present|the running) {unit}', (g, clock) => stepped(g, clock, 0)),
  rule(`(?:the )?last ${whole}?(?<unit>week|month|quarter|year)`, (g, clock) => stepped(g, clock, -1)),
  rule(`(?:the )?(?:previous|prior|preceding) ${whole}?{unit}`, (g, clock) => stepped(g, clock, -1)),
  rule('(?:the )?(?:next|coming|upcoming) {unit}', (g, clock) => stepped(g, clock, 1)),
  rule('(?:the )?{unit} before last', (g, clock) => stepped(g, clock, -2)),
  rule('(?:the )?(?:last|past|trailing|rolling|most recent|latest|recent) {n} {unit}s?', (g, clock) =>
    rolling(g, clock),
  ),
  rule('(?:the )?{n} (?:most recent|last|past|latest) {unit}s', (g, clock) => rolling(g, clock)),
  rule('(?:the )?past {unit}', (g, clock) => rolling({ ...g, n: '1' }, clock)),
  rule(`(?:the )?(?:last|past|most recent|latest) {n} ${whole}{unit}s?`, (g, clock) => fullUnits(g, clock)),
  rule(`(?:the )?(?:previous|prior|preceding) {n} ${whole}?{unit}s?`, (g, clock) => fullUnits(g, clock)),
  rule(
    `(?:the )?(?:last|past|previous) {n} ${whole}?{unit}s?,?[\\s]*\\(?(?<without>not including|excluding|without|including) (?:the )?(?:current|this) (?:day|week|month|quarter|year|one)\\)?`,
    (g, clock) => (g['without'] === 'including' ? withCurrent(g, clock) : fullUnits(g, clock)),
  ),
  rule('(?:the )?(?:next|coming|upcoming|following) {n} {unit}s?', (g, clock) => ahead(g, clock)),
  rule('(?:the )?(?:last|past|previous) (?:(?<n>\\d{1,4}) )?hours?', (g, clock) => clockHours(g, clock)),
  rule('(?:the )?(?:last|past|previous) (?:(?<n>\\d{1,4}) )?minutes?', (g, clock) =>
    clockHours(g, clock, 60_000),
  ),
  rule('(?:the )?(?:ttm|trailing twelve months|ltm)', (_, clock) =>
    rolling({ n: '12', unit: 'month' }, clock),
  ),
  rule('(?:the )?(?:last|past) decade', (_, clock) => rolling({ n: '10', unit: 'year' }, clock)),
  rule('(?:the )?(?:last|past) half year', (_, clock) => rolling({ n: '6', unit: 'month' }, clock)),
  rule('{n} {unit}s? (?:ago|earlier|back|prior)', (g, clock) => ago(g, clock)),
  rule('(?:in|within|over|during|for) the last (?<unit>day|week|month|year)', (g, clock) =>
    lastOne(g, clock),
  ),
  rule('(?<than>more than|over|at least|less than|under|within|at most) {n} {unit}s? ago', (g, clock) =>
    ago(g, clock),
  ),
  rule('{unit} to date', (g, clock) => toDate(unitOf(g), clock)),
  rule('(?<to>[wmqy])td', (g, clock) => toDate(abbreviated[g['to'] ?? ''] ?? 'year', clock)),
  rule('so far this {unit}|this (?<unit2>week|month|quarter|year) so far', (g, clock) =>
    toDate(unitOf({ unit: g['unit'] ?? g['unit2'] }), clock),
  ),
  rule('(?<which>last|next|this) {weekday}', (g, clock) => nearWeekday(g, clock)),
  rule('(?<which>last|next|this) {month}', (g, clock) => nearMonth(g, clock)),
  rule('(?<which>last|previous|this|next) weekend', (g, clock) => nearWeekend(g, clock)),
  rule('all time|(?:the )?(?:entire|whole|full) (?:period|history)|since the beginning', () => ({
    kind: 'range',
    range: { start: null, end: null },
    says: 'over all time',
  })),
  rule(
    'recently|lately|of late|these days|nowadays|in recent (?:days|weeks|months|quarters|years|times)',
    vague,
  ),
  rule(
    '(?:the |this |our )?(?:current|present|this|last|latest|recent|previous) (?:time |reporting )?period',
    vague,
  ),
]

/** Times relative to the last day of the data. */
export const dataRules: readonly Rule[] = [
  rule('(?:the )?(?:latest|most recent|newest|last available|latest available) {unit}', (g, clock) =>
    latest(g, clock),
  ),
  rule(
    '(?:the )?(?:latest|most recent|last) {unit} (?:(?:of|in|with) (?:the )?(?:data|dataset|records?)|on record|available)',
    (g, clock) => latest(g, clock),
  ),
  rule(
    '(?:the )?(?:latest|most recent|last) {n} {unit}s? (?:(?:of|in|with) (?:the )?(?:data|dataset|records?)|on record|available)',
    (g, clock) => latest(g, clock),
  ),
]

/** Marks mentions that are relative to today, so that they can be read relative to the data's last day. */
function fromToday(clock: Clock, meaning: Meaning): Meaning {
  return { ...meaning, anchor: clock.anchor }
}

type Groups = Parameters<Rule['read']>[0]

function unitOf(groups: Groups): TimeUnit {
  // Safe: the pattern matches only names of units.
  return groups['unit'] as TimeUnit
}

function ranged(
  clock: Clock,
  start: days.Day | null,
  end: days.Day | null,
  more: Partial<Meaning> = {},
): Meaning {
  const range = { start, end }
  return fromToday(clock, { kind: 'range', range, says: describeRange(range), ...more })
}

function stepped(groups: Groups, clock: Clock, steps: number): Meaning {
  const unit = unitOf(groups)
  const { start, end } = unitRange(clock.today, unit, steps, clock)
  if (unit === 'day') return fromToday(clock, point(start))
  const more = unit === 'quarter' || unit === 'year' ? besideFiscal(unit, steps, clock, { start, end }) : {}
  return ranged(clock, start, end, { unit, ...more })
}

/** A plain quarter or year is the calendar's. Where the fiscal one differs, it is the alternative. */
function besideFiscal(
  unit: 'quarter' | 'year',
  steps: number,
  clock: Clock,
  range: { start: days.Day; end: days.Day },
): Partial<Meaning> {
  const first = clock.calendar.fiscalYearStart
  if (first === null) return { assumption: `Taken as the calendar ${unit}, since no fiscal year is set.` }
  const fiscal = unitRange(clock.today, unit, steps, clock, first)
  if (fiscal.start === range.start) return {}
  const which = steps === 0 ? 'current' : steps === -1 ? 'last' : steps === 1 ? 'next' : null
  const assumption = `Taken as the calendar ${unit}, not the fiscal one.`
  if (which === null) return { assumption }
  const alternatives = [
    { words: `${which} calendar ${unit}`, range },
    { words: `${which} fiscal ${unit}`, range: fiscal },
  ]
  return { isAmbiguous: 'fiscal-or-calendar', alternatives, assumption }
}

function rolling(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const { value, isLoose } = smallCountOf(groups['n'] ?? '1')
  const start = days.add(clock.today, -value, unit)
  const loosely = isLoose ? { assumption: `“${groups['n']}” is taken as ${value}.`, confidence: 0.9 } : {}
  return ranged(clock, start, days.add(clock.today, 1, 'day'), { unit, ...loosely })
}

function fullUnits(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const { value } = smallCountOf(groups['n'] ?? '1')
  const end = days.startOf(clock.today, unit, clock.calendar)
  return ranged(clock, days.add(end, -value, unit), end, { unit })
}

function withCurrent(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const { end } = unitRange(clock.today, unit, 0, clock)
  return ranged(clock, days.add(end, -smallCountOf(groups['n'] ?? '1').value, unit), end, { unit })
}

function ahead(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const last = days.add(clock.today, smallCountOf(groups['n'] ?? '1').value, unit)
  return ranged(clock, clock.today, days.add(last, 1, 'day'), { unit })
}

/** Counted in absolute time, so that a clock change neither adds nor removes an hour. */
function clockHours(groups: Groups, clock: Clock, length = 3_600_000): Meaning {
  const from = new Date(clock.now.getTime() - Number(groups['n'] ?? 1) * length)
  const range = { start: inZone(from, clock.timeZone), end: inZone(clock.now, clock.timeZone) }
  return {
    kind: 'range',
    range,
    unit: length === 60_000 ? 'minute' : 'hour',
    anchor: 'today',
    says: describeRange(range),
  }
}

function ago(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const pin = days.add(clock.today, -smallCountOf(groups['n'] ?? '1').value, unit)
  if (groups['than'] !== undefined) return farther(groups['than'], pin, unit, clock)
  if (unit === 'day') return fromToday(clock, point(pin, { pin }))
  const { start, end } = unitRange(pin, unit, 0, clock)
  return ranged(clock, start, end, { unit, pin })
}

function farther(than: string, pin: days.Day, unit: TimeUnit, clock: Clock): Meaning {
  if (/less|under|within|most/.test(than))
    return ranged(clock, pin, days.add(clock.today, 1, 'day'), { unit })
  return ranged(clock, null, than === 'at least' ? days.add(pin, 1, 'day') : pin, { unit })
}

/** "Last month" is the month before this one; "in the last month" is the month up to today. */
function lastOne(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const meaning = rolling({ ...groups, n: '1' }, clock)
  return { ...meaning, assumption: `Taken as one ${unit} back from today.` }
}

function toDate(unit: TimeUnit, clock: Clock): Meaning {
  return ranged(clock, days.startOf(clock.today, unit, clock.calendar), days.add(clock.today, 1, 'day'), {
    unit,
  })
}

function nearWeekday(groups: Groups, clock: Clock): Meaning {
  const away = weekdayNumber(groups['weekday'] ?? '') - days.weekdayOf(clock.today)
  const back = away < 0 ? away : away - 7
  if (groups['which'] === 'last') return fromToday(clock, point(days.add(clock.today, back, 'day')))
  if (groups['which'] === 'next')
    return fromToday(clock, point(days.add(clock.today, away > 0 ? away : away + 7, 'day')))
  const { start } = unitRange(clock.today, 'week', 0, clock)
  const into = (weekdayNumber(groups['weekday'] ?? '') - days.weekdayOf(start) + 7) % 7
  return fromToday(clock, point(days.add(start, into, 'day')))
}

function nearMonth(groups: Groups, clock: Clock): Meaning {
  const month = monthNumber(groups['month'] ?? '')
  const current = Number(clock.today.slice(5, 7))
  const later = month > current ? 0 : 1
  const earlier = month < current ? 0 : -1
  const years = { last: earlier, next: later, this: 0 }[groups['which'] ?? 'this'] ?? 0
  const inYear = days.add(`${clock.today.slice(0, 4)}-${String(month).padStart(2, '0')}-01`, years, 'year')
  return ranged(clock, inYear, days.add(inYear, 1, 'month'), { unit: 'month' })
}

function nearWeekend(groups: Groups, clock: Clock): Meaning {
  const monday = days.add(clock.today, 1 - days.weekdayOf(clock.today), 'day')
  const weeks = groups['which'] === 'next' ? 1 : groups['which'] === 'this' ? 0 : -1
  const start = days.add(days.add(monday, 5, 'day'), weeks, 'week')
  return ranged(clock, start, days.add(start, 2, 'day'), { unit: 'day' })
}

function vague(): Meaning {
  return {
    kind: 'range',
    range: null,
    says: 'in a period that is not stated',
    isAmbiguous: 'vague',
    confidence: 0.8,
  }
}

function latest(groups: Groups, clock: Clock): Meaning {
  const unit = unitOf(groups)
  const day = clock.lastDay ?? clock.today
  const last = unitRange(day, unit, 0, clock)
  const count = groups['n'] === undefined ? 1 : smallCountOf(groups['n']).value
  const range = { start: days.add(last.start, 1 - count, unit), end: last.end }
  const meaning: Meaning = {
    kind: unit === 'day' && count === 1 ? 'point' : 'range',
    range,
    unit,
    says: describeRange(range),
    anchor: 'data',
  }
  if (clock.lastDay !== null) return meaning
  return {
    ...meaning,
    isAmbiguous: 'last-day-unknown',
    assumption: 'Counted from today, since the last day of the data is not known.',
  }
}
