import type { Field, TimeFormat } from '../model/ontology.ts'
import { allOf, binary, call, fixed, type SqlExpression } from './ast.ts'

/** Where year, month and day begin in a text of fixed width, and whether a time may come after them. */
const places: Partial<Record<TimeFormat, readonly [number, number, number]>> = {
  'day-first': [7, 4, 1],
  'month-first': [7, 1, 4],
  digits: [1, 5, 7],
  // A month is its first day.
  'year-month': [1, 6, 0],
}

/** Whether the column writes its dates so that they must be rearranged before they are compared. */
export function isRearranged({ timeFormat }: Pick<Field, 'timeFormat'>): boolean {
  return timeFormat !== null && places[timeFormat] !== undefined
}

/** The date of such a column as ISO text, with what comes after the date. An empty text is no date. */
export function rearranged(column: SqlExpression, field: Field): SqlExpression {
  const at = field.timeFormat === null ? undefined : places[field.timeFormat]
  if (at === undefined) return column
  const part = (start: number, length: number): SqlExpression =>
    call('substr', column, fixed(start), fixed(length))
  const isMonth = field.timeFormat === 'year-month'
  const [year, month, day] = [part(at[0], 4), part(at[1], 2), isMonth ? fixed('01') : part(at[2], 2)]
  // Where digits write no day, they write 0 or 99999999.
  const isDay = allOf([binary(year, '>', fixed('0999')), binary(year, '<', fixed('9999'))])
  const date = [month, day].reduce((text, each) => binary(binary(text, '||', fixed('-')), '||', each), year)
  const whole = field.type === 'timestamp' ? binary(date, '||', call('substr', column, fixed(11))) : date
  if (field.timeFormat === 'digits' && isDay !== null) return { kind: 'case', when: isDay, gives: whole }
  return call('nullif', whole, fixed(isMonth ? '--01' : '--'))
}
