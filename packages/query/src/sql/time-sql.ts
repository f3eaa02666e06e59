import type { Field } from '../model/ontology.ts'
import type { ColumnType } from '../model/statement.ts'
import type { Expression, TimePart, TimeUnit } from '../model/logical-form.ts'
import { binary, call, cast, fixed, type SqlExpression } from './ast.ts'
import type { Environment } from './environment.ts'
import type { BuildOptions } from './level.ts'
import { mysqlPeriod } from './mysql-time.ts'
import { secondsIn, sqlitePart, sqlitePeriod, sqliteSpan } from './sqlite-time.ts'
import { valueType } from './value-type.ts'
import { inZone } from '../calendar/zone.ts'
import { zoneShifted } from './zone-shift.ts'

/** The first day of the period that contains the moment. */
export function periodSql(period: Extract<Expression, { kind: 'period' }>, env: Environment): SqlExpression {
  const { unit, of, fiscal = false, fiscalStart } = period
  const { dialect, ontology } = env.level.build
  const { fiscalYearStart, weekStart } = ontology.calendar
  const first = fiscalStart ?? fiscalYearStart ?? 1
  const shift = fiscal && (unit === 'year' || unit === 'quarter') ? first - 1 : 0
  const yearly = yearColumn(of, env)
  if (yearly !== null) return yearStart(yearly, env)
  if (dialect === 'sqlite') return sqlitePeriod(unit, of, shift, weekStart, env)
  const moment = momentSql(of, env)
  if (dialect === 'mysql') return mysqlPeriod(unit, moment, { shift, weekStart })
  if (unit === 'day') return cast(moment, 'date')
  if (shift > 0) return truncateShifted(moment, unit, shift, 'month', '-')
  if (unit === 'week' && weekStart === 'sunday') return truncateShifted(moment, unit, 1, 'day', '+')
  return cast(call('date_trunc', fixed(unit), moment), 'date')
}

export function partSql(part: TimePart, of: Expression, env: Environment): SqlExpression {
  const yearly = yearColumn(of, env)
  if (yearly !== null && part === 'year') return yearly
  if (part === 'hour' && isClock(of, env)) return clockHour(of, env)
  if (env.level.build.dialect === 'sqlite') return sqlitePart(part, of, env)
  const name = part === 'weekday' ? 'isodow' : part
  const moment = yearly === null ? momentSql(of, env) : yearStart(yearly, env)
  return cast({ kind: 'extract', part: name, of: moment }, 'integer')
}

/** The number of whole units between two moments; negative when the second moment is earlier. */
export function spanSql(
  unit: TimeUnit | 'hour' | 'minute',
  from: Expression,
  to: Expression,
  env: Environment,
): SqlExpression {
  const { dialect } = env.level.build
  if (dialect === 'sqlite') return sqliteSpan(unit, from, to, env)
  const [start, end] = [spanEnd(from, env), spanEnd(to, env)]
  if (dialect === 'duckdb') return call('date_sub', fixed(unit), start, end)
  if (dialect === 'mysql') return call(`timestampdiff:${unit}`, start, end)
  if (unit === 'year' || unit === 'month' || unit === 'quarter') {
    const age = call('age', end, start)
    const years: SqlExpression = { kind: 'extract', part: 'year', of: age }
    if (unit === 'year') return cast(years, 'integer')
    const months = binary(binary(years, '*', fixed(12)), '+', { kind: 'extract', part: 'month', of: age })
    return cast(unit === 'month' ? months : call('trunc', binary(months, '/', fixed(3))), 'integer')
  }
  const seconds: SqlExpression = { kind: 'extract', part: 'epoch', of: binary(end, '-', start) }
  return cast(call('trunc', binary(seconds, '/', fixed(secondsIn[unit]))), 'integer')
}

/** A time of day, without a date. */
function isClock(of: Expression, env: Environment): boolean {
  const { type, field } = valueType(of, env.level)
  return type === 'time' || isClockText(type, field)
}

function isClockText(type: ColumnType, field: Field | null): boolean {
  const sample = type === 'text' ? (field?.sample ?? []) : []
  return sample.length > 0 && sample.every((each) => /^\d{1,2}:\d{2}(?::\d{2})?$/.test(each))
}

/** `9:30` begins with its hour. */
function clockHour(of: Expression, env: Environment): SqlExpression {
  const sql = env.write(of, env)
  if (env.level.build.dialect === 'sqlite') return cast(sql, 'INTEGER')
  const { type } = valueType(of, env.level)
  return cast({ kind: 'extract', part: 'hour', of: type === 'time' ? sql : cast(sql, 'time') }, 'integer')
}

/** A time of day is one of the same day as the other. */
function spanEnd(of: Expression, env: Environment): SqlExpression {
  const { type, field } = valueType(of, env.level)
  const isText = isClockText(type, field)
  if (type !== 'time' && !isText) return cast(momentSql(of, env), 'timestamp')
  const sql = env.write(of, env)
  if (env.level.build.dialect === 'mysql') return cast(sql, 'timestamp')
  return binary(cast(fixed('2000-01-01'), 'date'), '+', isText ? cast(sql, 'time') : sql)
}

/** The current moment as local time in the person's time zone. */
export function localNow({ now, timeZone }: BuildOptions): string {
  return inZone(now, timeZone).replace('T', ' ')
}

/** A date, or a timestamp without time zone, in PostgreSQL and DuckDB. */
export function momentSql(of: Expression, env: Environment): SqlExpression {
  const sql = env.write(of, env)
  const { type, timeFormat, isZoned, field } = valueType(of, env.level)
  const { timeZone } = env.level.build
  if (isZoned) return { kind: 'at-zone', of: sql, zone: timeZone }
  if (timeFormat === 'epoch-seconds' || timeFormat === 'epoch-milliseconds') {
    const seconds = timeFormat === 'epoch-seconds' ? sql : binary(sql, '/', fixed(1000, 'factor'))
    // Its zones are known only where an administrator has loaded them; the session is in UTC.
    if (env.level.build.dialect === 'mysql') return call('from_unixtime', zoneShifted(seconds, field, env))
    return { kind: 'at-zone', of: call('to_timestamp', seconds), zone: timeZone }
  }
  if (timeFormat === 'year') return yearStart(sql, env)
  if (type === 'date' || type === 'timestamp') return sql
  return cast(sql, 'timestamp')
}

/** Columns that hold only a year. */
function yearColumn(of: Expression, env: Environment): SqlExpression | null {
  const { timeFormat, type } = valueType(of, env.level)
  if (timeFormat !== 'year') return null
  const sql = env.write(of, env)
  return type === 'number' ? sql : cast(sql, 'integer')
}

function yearStart(year: SqlExpression, env: Environment): SqlExpression {
  if (env.level.build.dialect === 'sqlite') return call('printf', fixed('%04d-01-01'), year)
  if (env.level.build.dialect === 'mysql') return call('makedate', year, fixed(1))
  return call('make_date', cast(year, 'integer'), fixed(1), fixed(1))
}

/** Shifts the moment before truncating it to the unit, and shifts the result back. */
function truncateShifted(
  moment: SqlExpression,
  unit: TimeUnit,
  count: number,
  by: string,
  sign: '+' | '-',
): SqlExpression {
  const step: SqlExpression = { kind: 'interval', count, unit: by }
  const shifted = binary(moment, sign, step)
  const cut = call('date_trunc', fixed(unit), shifted)
  return cast(binary(cut, sign === '+' ? '-' : '+', step), 'date')
}
