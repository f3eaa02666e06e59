import type { Calendar } from '../model/ontology.ts'
import type { Expression, TimePart, TimeUnit } from '../model/logical-form.ts'
import { binary, call, cast, fixed, type SqlExpression } from './ast.ts'
import type { Environment } from './environment.ts'
import { valueType } from './value-type.ts'
import { zoneShifted } from './zone-shift.ts'

export const secondsIn = { minute: 60, hour: 3600, day: 86_400, week: 604_800 } as const

/** SQLite has no types for time: this is a value together with the modifiers that its date functions need. */
type Moment = readonly SqlExpression[]

export function sqlitePeriod(
  unit: TimeUnit,
  of: Expression,
  shift: number,
  weekStart: Calendar['weekStart'],
  env: Environment,
): SqlExpression {
  const moment = momentOf(of, env)
  const date = (...modifiers: SqlExpression[]): SqlExpression => call('date', ...moment, ...modifiers)
  if (unit === 'day') return date()
  if (unit === 'week')
    return date(fixed(weekStart === 'monday' ? 'weekday 0' : 'weekday 6'), fixed('-6 days'))
  if (unit === 'month') return date(fixed('start of month'))
  if (unit === 'year' && shift === 0) return date(fixed('start of year'))
  const monthsIn = unit === 'year' ? 12 : 3
  const since = binary(
    binary(call('strftime', fixed('%m'), ...moment), '+', fixed(11 - shift)),
    '%',
    fixed(monthsIn),
  )
  return date(fixed('start of month'), binary(binary(fixed('-'), '||', since), '||', fixed(' months')))
}

export function sqlitePart(part: TimePart, of: Expression, env: Environment): SqlExpression {
  const moment = momentOf(of, env)
  const number = (format: string): SqlExpression =>
    cast(call('strftime', fixed(format), ...moment), 'INTEGER')
  switch (part) {
    case 'hour':
      return number('%H')
    case 'weekday':
      return number('%u')
    case 'day':
      return number('%d')
    case 'week':
      return number('%V')
    case 'month':
      return number('%m')
    case 'quarter':
      return binary(binary(number('%m'), '+', fixed(2)), '/', fixed(3))
    case 'year':
      return number('%Y')
  }
}

export function sqliteSpan(
  unit: TimeUnit | 'hour' | 'minute',
  from: Expression,
  to: Expression,
  env: Environment,
): SqlExpression {
  const [start, end] = [momentOf(from, env), momentOf(to, env)]
  if (unit !== 'month' && unit !== 'quarter' && unit !== 'year') {
    const seconds = binary(call('unixepoch', ...end), '-', call('unixepoch', ...start))
    return binary(seconds, '/', fixed(secondsIn[unit]))
  }
  const months = wholeMonths(start, end)
  if (unit === 'month') return months
  return binary(months, '/', fixed(unit === 'quarter' ? 3 : 12))
}

/** Counts the months begun and subtracts the last one if it is not complete, in either direction. */
function wholeMonths(start: Moment, end: Moment): SqlExpression {
  const text = (format: string, moment: Moment): SqlExpression => call('strftime', fixed(format), ...moment)
  const count = (moment: Moment): SqlExpression =>
    binary(binary(text('%Y', moment), '*', fixed(12)), '+', text('%m', moment))
  const [day, month] = ['%d %H:%M:%f', '%Y-%m']
  const compare = (format: string, operator: string): SqlExpression =>
    binary(text(format, end), operator, text(format, start))
  const lacking: SqlExpression = { kind: 'and', of: [compare(month, '>'), compare(day, '<')] }
  const beyond: SqlExpression = { kind: 'and', of: [compare(month, '<'), compare(day, '>')] }
  return binary(binary(binary(count(end), '-', count(start)), '-', lacking), '+', beyond)
}

export function momentOf(of: Expression, env: Environment): Moment {
  const sql = env.write(of, env)
  const { timeFormat, type, field } = valueType(of, env.level)
  if (timeFormat === 'epoch-seconds') return [zoneShifted(sql, field, env), fixed('unixepoch')]
  if (timeFormat === 'epoch-milliseconds') {
    return [zoneShifted(binary(sql, '/', fixed(1000)), field, env), fixed('unixepoch')]
  }
  if (timeFormat === 'year') return [call('printf', fixed('%04d-01-01'), sql)]
  if (type === 'number') return [sql, fixed('auto')]
  return [sql]
}
