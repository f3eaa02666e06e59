import type { TimeUnit } from '../model/logical-form.ts'
import { binary, call, cast, fixed, type SqlExpression } from './ast.ts'

interface PeriodOptions {
  /** Months by which a fiscal year begins later. */
  readonly shift: number
  readonly weekStart: 'monday' | 'sunday'
}

/** The first day of the period that contains the moment. */
export function mysqlPeriod(
  unit: TimeUnit,
  moment: SqlExpression,
  { shift, weekStart }: PeriodOptions,
): SqlExpression {
  if (shift > 0) {
    const step: SqlExpression = { kind: 'interval', count: shift, unit: 'month' }
    return cast(binary(firstDay(unit, binary(moment, '-', step), weekStart), '+', step), 'date')
  }
  return firstDay(unit, moment, weekStart)
}

function firstDay(unit: TimeUnit, moment: SqlExpression, weekStart: 'monday' | 'sunday'): SqlExpression {
  const part = (name: string): SqlExpression => ({ kind: 'extract', part: name, of: moment })
  switch (unit) {
    case 'year':
      return call('makedate', part('year'), fixed(1))
    case 'quarter': {
      const month = binary(binary(binary(part('quarter'), '-', fixed(1)), '*', fixed(3)), '+', fixed(1))
      return call(
        'str_to_date',
        call('concat_ws', fixed('-'), part('year'), month, fixed(1)),
        fixed('%Y-%m-%d'),
      )
    }
    case 'month':
      return cast(call('date_format', moment, fixed('%Y-%m-01')), 'date')
    case 'week': {
      const since =
        weekStart === 'monday' ? call('weekday', moment) : binary(call('dayofweek', moment), '-', fixed(1))
      return call('subdate', cast(moment, 'date'), since)
    }
    case 'day':
      return cast(moment, 'date')
  }
}
