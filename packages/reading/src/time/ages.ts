import { days, type TimeUnit } from '@quipu/query'
import { smallCount, smallCountOf } from '../numbers/number-words.ts'
import type { Clock } from './clock.ts'
import { describeRange } from './describe-range.ts'
import type { Found } from './rule.ts'

const form = new RegExp(
  '(?:(?<lead>for|since|in|by)[\\s-]+)?' +
    '(?<than>older than|more than|over|longer than|upwards of|at least|less than|under)[\\s-]+' +
    `(?<n>${smallCount})[\\s-]+(?<unit>day|week|month|quarter|year)s?(?<old>[\\s-]+old)?(?![\\p{L}\\p{N}])`,
  'uy',
)
/** Words that say that something has been so until now. */
const lasting =
  /\b(?:has|have|been|is|are|still|yet|not|never|nobody|no one|without|open|unpaid|outstanding|overdue|late|waiting|pending|ready|idle|unused)\b|n't\b|\b(?:have|has)nt\b/u
const lastingEnd =
  /\b(?:open|unpaid|outstanding|overdue|late|past due|waiting|pending|ready|idle|unused|here|there|sitting|lying|standing)[\s-]+(?:now[\s-]+)?(?:for[\s-]+|by[\s-]+)?$/u
const overdue = /^[\s-]+(?:overdue|late(?![\p{L}])|past[\s-]+(?:due|their|its|the)|behind)/u
const denied =
  /\b(?:not|never|nobody|no[\s-]one|none|no)\b|n't\b|\b(?:have|has|had|did|do|does|was|were|are|is)nt\b/u
/** What has not been done to a row is a state of the row, and not something that happened to others. */
const undone =
  /(?:\bnot|n't|nt|\bnever)[\s-]+(?:yet[\s-]+)?(?:been[\s-]+)?(?:paid|settled|answered|solved|resolved|closed|completed|finished|collected|picked up|returned|shipped|sent|delivered|done|ready|approved)\b/u

/** "older than 4 weeks", "open for more than 30 days", "nobody has called for over a month": since when something is so. */
export function readAge(text: string, at: number, clock: Clock): Found | null {
  form.lastIndex = at
  const match = form.exec(text)
  const { lead, than = '', n = '1', unit, old } = match?.groups ?? {}
  if (match === null || unit === undefined) return null
  const before = text.slice(0, at)
  const end = at + match[0].length
  const isYears = unit === 'year'
  const isSaid =
    than === 'older than' || old !== undefined
      ? // People are 30 years old.
        !isYears && lead === undefined
      : lead === 'for' || lead === 'since' || lead === 'in'
        ? lasting.test(before) && !/\b(?:took|take|takes|taking|last|lasted|lasts)[\s-]+$/u.test(before)
        : lastingEnd.test(before) || overdue.test(text.slice(end))
  if (!isSaid) return null
  // Safe: the pattern matches only names of units.
  const { value } = smallCountOf(n)
  const pin = days.add(clock.today, -value, unit as TimeUnit)
  const isRecent = /^(?:less|under)/.test(than) !== (denied.test(before) && !undone.test(before))
  const range = isRecent
    ? { start: pin, end: days.add(clock.today, 1, 'day') }
    : { start: null, end: than === 'at least' ? days.add(pin, 1, 'day') : pin }
  return {
    end,
    meaning: {
      kind: 'range',
      range,
      unit: unit as TimeUnit,
      anchor: clock.anchor,
      isAge: true,
      says: describeRange(range),
    },
  }
}
