import type { QueryLimits, Source, Table } from '../sources/source.ts'
import { quotedName } from '../sources/quoted-name.ts'
import { inTime, nameOf, numberOf, type ColumnProfile } from './profile.ts'

/** Columns of whole numbers that are days such as 20260131 by their values, whatever they are called. */
export async function withDigitDays(
  source: Source,
  table: Table,
  columns: readonly ColumnProfile[],
  limits: QueryLimits,
): Promise<readonly ColumnProfile[]> {
  if (source.dialect !== 'sqlite') return columns
  const found: ColumnProfile[] = []
  for (const profile of columns)
    found.push(mayBeDays(profile) ? await asDays(source, table, profile, limits) : profile)
  return found
}

/** The range that days and the marks for “no day” can have. */
function mayBeDays({ type, isWhole, min, max }: ColumnProfile): boolean {
  if (type !== 'number' || !isWhole || typeof min !== 'number' || typeof max !== 'number') return false
  return (min === 0 || min >= firstDay) && max >= firstDay && max <= noDay
}

const firstDay = 19_000_101
const lastDay = 29_991_231
const noDay = 99_999_999

async function asDays(
  source: Source,
  table: Table,
  profile: ColumnProfile,
  limits: QueryLimits,
): Promise<ColumnProfile> {
  const name = quotedName(profile.column.name)
  const isDay = `${name} between ${firstDay} and ${lastDay} and ${name} % 100 between 1 and 31 and ${name} / 100 % 100 between 1 and 12`
  const isNone = `${name} = 0 or ${name} >= 99990000`
  const day = `case when ${isDay} then ${name} end`
  const parts = ['count(*)', `count(${day})`, `sum(${isNone})`, `min(${day})`, `max(${day})`]
  const sql = `select ${parts.join(', ')} from ${nameOf(table)} where ${name} is not null`
  const result = await inTime(source.query({ sql, parameters: [] }, limits))
  const [all, days, none, min = null, max = null] = (result?.rows[0] ?? []).map((cell) => cell)
  const isTold = numberOf(days) >= fewestDays && numberOf(days) + numberOf(none) === numberOf(all)
  if (!isTold) return profile
  return { ...profile, nulls: profile.nulls + numberOf(none), min, max, areDays: true }
}

/** Few numbers may look like days by chance; of many, one of 30 would. */
const fewestDays = 3
