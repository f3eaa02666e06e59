import { days } from '@quipu/query'
import { bare, kindOf, textIn, treeAt, treesAt, type Tree } from './tree.ts'

const today = new Date().toISOString().slice(0, 10)
const calendar = { fiscalYearStart: null, weekStart: 'monday' } as const
const units = ['day', 'week', 'month', 'quarter', 'year'] as const

/** A day that is counted from today, such as `date_trunc('year', current_date) - interval '1 year'`. Null if it is not such a day. */
export function dayOf(node: Tree): string | null {
  const [kind, body] = kindOf(bare(node))
  const name = (textIn(body, 'name') || kind).toLowerCase()
  if (name === 'current_date') return today
  const inner = treeAt(body, 'this')
  if (kind === 'cast' && inner !== null) return dayOf(inner)
  if (name === 'date_trunc') {
    const [unit, of] = kind === 'function' ? treesAt(body, 'args') : [undefined, inner ?? undefined]
    const word = (unit === undefined ? textIn(body, 'unit') : textIn(kindOf(unit)[1], 'value')).toLowerCase()
    const day = of === undefined ? null : dayOf(of)
    const known = units.find((one) => one === word)
    return day === null || known === undefined ? null : days.startOf(day, known, calendar, 1)
  }
  if (kind !== 'sub' && kind !== 'add') return null
  const [left, right] = [treeAt(body, 'left'), treeAt(body, 'right')]
  const day = left === null ? null : dayOf(left)
  const [what, interval] = right === null ? ['', {}] : kindOf(bare(right))
  if (day === null || what !== 'interval') return null
  const text = JSON.stringify(interval)
  const match = /(\d+)\s*(day|week|month|quarter|year)/i.exec(
    text.replaceAll(/"(?:this|literal|value|unit|literal_type|string|number|[a-z_]+)":/g, ' '),
  )
  if (match === null) return null
  const unit = units.find((one) => one === match[2]?.toLowerCase()) ?? 'day'
  return days.add(day, Number(match[1]) * (kind === 'sub' ? -1 : 1), unit)
}
