import type { Condition } from '../model/logical-form.ts'
import { allOf, binary, call, type SqlExpression } from './ast.ts'
import type { Environment } from './environment.ts'
import { expressionSql, literal } from './expression-sql.ts'
import { momentSql } from './time-sql.ts'
import { momentOf } from './sqlite-time.ts'
import { valueType } from './value-type.ts'
import { fromZone } from '../calendar/zone.ts'

type During = Extract<Condition, { kind: 'during' }>

/** Both bounds, written the way the column stores time. Null when neither bound is given. */
export function duringSql(of: During, env: Environment): SqlExpression | null {
  const { timeFormat } = valueType(of.of, env.level)
  if (timeFormat === 'year') return duringYears(of, env)
  const { column, bound } = comparable(of, env)
  const start = of.start === null ? null : binary(column, '>=', bound(of.start))
  const end = of.end === null ? null : binary(column, '<', bound(of.end))
  return allOf([start, end])
}

interface Comparable {
  readonly column: SqlExpression
  readonly bound: (iso: string) => SqlExpression
}

function comparable({ of, start, end }: During, env: Environment): Comparable {
  const { dialect, timeZone } = env.level.build
  const type = valueType(of, env.level)
  const against = of.kind === 'field' ? `${of.dataset}.${of.field}` : type.type
  const column = expressionSql(of, env)
  if (type.timeFormat === 'epoch-seconds' || type.timeFormat === 'epoch-milliseconds') {
    const unit = type.timeFormat === 'epoch-seconds' ? 1000 : 1
    return { column, bound: (iso) => literal(fromZone(iso, timeZone).getTime() / unit, 'plain', against) }
  }
  if (type.isZoned && dialect !== 'sqlite') {
    return { column, bound: (iso) => literal(fromZone(iso, timeZone).toISOString(), 'moment', against) }
  }
  const hasTime = [start, end].some((iso) => iso !== null && iso.length > 10)
  if (dialect === 'sqlite') {
    if (!hasTime) return { column, bound: (iso) => literal(iso, 'plain', against) }
    return {
      column: call('datetime', ...momentOf(of, env)),
      bound: (iso) =>
        literal(
          iso
            .replace('T', ' ')
            .slice(0, 19)
            .padEnd(19, ' 00:00:00'.slice(iso.length - 10)),
          'plain',
          against,
        ),
    }
  }
  if (type.type === 'date' || type.type === 'timestamp') {
    return { column, bound: (iso) => literal(iso, iso.length > 10 ? 'timestamp' : 'date', against) }
  }
  if (!hasTime) return { column, bound: (iso) => literal(iso, 'plain', against) }
  return { column: momentSql(of, env), bound: (iso) => literal(iso, 'timestamp', against) }
}

/** A column that stores years is compared with every year that the range touches. */
function duringYears({ of, start, end }: During, env: Environment): SqlExpression | null {
  const column = expressionSql(of, env)
  const isText = valueType(of, env.level).type === 'text'
  const against = of.kind === 'field' ? `${of.dataset}.${of.field}` : 'year'
  const year = (value: number): SqlExpression => literal(isText ? String(value) : value, 'plain', against)
  const first = start === null ? null : Number(start.slice(0, 4))
  const last = end === null ? null : lastYear(end)
  if (first !== null && first === last) return binary(column, '=', year(first))
  return allOf([
    first === null ? null : binary(column, '>=', year(first)),
    last === null ? null : binary(column, '<=', year(last)),
  ])
}

function lastYear(end: string): number {
  const isNewYear = /^\d{4}-01-01($|T00:00(:00)?)/.test(end)
  return Number(end.slice(0, 4)) - (isNewYear ? 1 : 0)
}
