import type { Expression } from '@quipu/query'
import { literal } from '../interpret/builder.ts'
import type { MeasureSlot } from '../plan/frame.ts'

const minutes = { minute: 1, hour: 60, day: 1440, week: 10_080, month: 43_830, year: 525_960 } as const

/** The time between two moments of a row, with parts of a unit where both have hours. */
export function spanExpression(slot: Extract<MeasureSlot, { kind: 'span' }>): Expression {
  const { unit, isOfDays } = slot
  const moment = (of: Expression): Expression =>
    slot.isByDay === true ? { kind: 'period', unit: 'day', of } : of
  const [from, to] = [moment(slot.from), moment(slot.to)]
  if (unit === 'minute' || (isOfDays && unit === 'day')) return { kind: 'span', unit, from, to }
  return {
    kind: 'arithmetic',
    operator: '/',
    left: { kind: 'span', unit: 'minute', from, to },
    right: literal(minutes[unit]),
  }
}
