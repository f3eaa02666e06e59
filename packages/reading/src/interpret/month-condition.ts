import type { Condition, Dataset, Field } from '@quipu/query'
import { monthName } from '../time/names.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { compare, field, literal } from './builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'

/** The months of a range within one year, where year and month are two fields. Null when the whole year is meant or no field holds months. */
export function monthCondition(owner: Dataset, start: string, end: string): Condition | null {
  const months = monthsOf(start, end)
  const one = visible(owner).find((each) => nameWords(each.label).at(-1) === 'month')
  if (one === undefined || months === null || months.length === 12) return null
  const of = field(owner, one)
  const values = months.map((month) => written(one, month))
  const [only] = values
  if (values.length === 1 && only !== undefined)
    return compare(of, '=', literal(only), typeof only === 'string')
  return { kind: 'in', of, values, ...(one.type === 'text' ? { fold: true } : {}) }
}

/** The months from 1 to 12 that the range covers. Null when it is not within one year. */
function monthsOf(start: string, end: string): readonly number[] | null {
  const last = new Date(new Date(`${end.slice(0, 10)}T00:00:00Z`).getTime() - 86_400_000)
  const [year, from] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))]
  if (last.getUTCFullYear() !== year) return null
  return Array.from({ length: last.getUTCMonth() + 2 - from }, (_, i) => from + i)
}

/** As the field writes its months: 4, `04`, `Apr`, `April`. */
function written(one: Field, month: number): number | string {
  if (one.type === 'number') return month
  if (one.sample.some((each) => /^\d\d$/.test(each))) return String(month).padStart(2, '0')
  if (one.sample.some((each) => /^\d$/.test(each))) return String(month)
  const name = monthName(month)
  const isShort = one.sample.length > 0 && one.sample.every((each) => each.length === 3)
  return isShort ? name.slice(0, 3) : name
}
