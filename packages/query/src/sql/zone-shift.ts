import { binary, call, fixed, type SqlExpression } from './ast.ts'
import type { Environment } from './environment.ts'
import type { Field } from '../model/ontology.ts'
import { inZone } from '../calendar/zone.ts'

interface Change {
  /** When clocks change, in seconds since 1970, and by how many seconds. */
  readonly at: number
  readonly by: number
}

/**
 * Converts seconds since 1970 to local seconds in the zone, for SQLite, which has no time zones, and MySQL, which may have none. Each clock change within
 * the column's range becomes one term. It uses `sign`, so that it is arithmetic and not a condition on the rows.
 */
export function zoneShifted(seconds: SqlExpression, field: Field | null, env: Environment): SqlExpression {
  const { now, timeZone } = env.level.build
  const [from, to] = rangeOf(field, now)
  const start = offsetAt(from, timeZone)
  const first = start === 0 ? seconds : binary(seconds, '+', fixed(start))
  return changesIn(from, to, timeZone).reduce((sum, { at, by }) => {
    const passed = binary(call('sign', binary(seconds, '-', fixed(at - 0.5))), '+', fixed(1))
    return binary(sum, '+', binary(passed, '*', fixed(by / 2)))
  }, first)
}

/** The column's own minimum and maximum, where they are known. */
function rangeOf(field: Field | null, now: Date): readonly [number, number] {
  const unit = field?.timeFormat === 'epoch-milliseconds' ? 1000 : 1
  const { min, max } = field?.statistics ?? { min: null, max: null }
  const today = Math.floor(now.getTime() / 1000)
  const from = typeof min === 'number' ? Math.floor(min / unit) : today - 10 * year
  const to = Math.max(today, typeof max === 'number' ? Math.ceil(max / unit) : today) + year
  return [Math.max(from, to - 60 * year), to]
}

const year = 365 * 86_400
const known = new Map<string, readonly Change[]>()

function changesIn(from: number, to: number, timeZone: string): readonly Change[] {
  const key = JSON.stringify([from, to, timeZone])
  const before = known.get(key)
  if (before !== undefined) return before
  const changes: Change[] = []
  for (let at = from; at < to; at += 20 * 86_400) {
    const end = Math.min(to, at + 20 * 86_400)
    const by = offsetAt(end, timeZone) - offsetAt(at, timeZone)
    if (by !== 0) changes.push({ at: firstWith(offsetAt(end, timeZone), at, end, timeZone), by })
  }
  if (known.size > 200) known.clear()
  known.set(key, changes)
  return changes
}

function firstWith(offset: number, from: number, to: number, timeZone: string): number {
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, timeZone) === offset) high = middle
    else low = middle
  }
  return high
}

function offsetAt(seconds: number, timeZone: string): number {
  const moment = new Date(seconds * 1000)
  return Math.round((new Date(`${inZone(moment, timeZone)}Z`).getTime() - moment.getTime()) / 1000)
}
