import type { Cell } from '@quipu/query'
import { quotedName } from '../sources/quoted-name.ts'
import type { QueryLimits, Source, Table } from '../sources/source.ts'
import { asText, inTime, nameOf, type ColumnProfile, type TableProfile } from './profile.ts'

/** All distinct texts of a column, up to a limit. Undefined if it takes too long or there are more. */
export async function distinctValues(
  source: Source,
  table: Table,
  column: string,
  most: number,
  limits: QueryLimits,
): Promise<{ readonly texts: readonly string[]; readonly isWhole: boolean }> {
  const name = quotedName(column)
  const text = asText(name, source.dialect)
  const sql = `select distinct ${text} from ${nameOf(table)} where ${name} is not null limit ${most + 1}`
  const result = await inTime(source.query({ sql, parameters: [] }, { ...limits, maxRows: most }))
  if (result === undefined) return { texts: [], isWhole: false }
  const texts = result.rows.flatMap(([cell]) => (cell === null || cell === undefined ? [] : [String(cell)]))
  return { texts, isWhole: !result.isTruncated && texts.length <= most }
}

/** By table, then by column. */
export type ByColumn<Value> = ReadonlyMap<string, ReadonlyMap<string, Value>>

export type Quantiles = readonly [number, number, number, number]

/** The 25, 50, 75 and 90 % quantiles of each column. */
export async function quantilesOf(
  source: Source,
  profile: TableProfile,
  limits: QueryLimits,
): Promise<Map<string, Quantiles>> {
  const wanted = profile.columns.filter(({ type, distinct }) => type === 'number' && distinct > 1)
  const found = new Map<string, Quantiles>()
  for (let first = 0; first < wanted.length; first += columnsAtOnce) {
    const some = wanted.slice(first, first + columnsAtOnce)
    const sql =
      source.dialect === 'sqlite' || source.dialect === 'mysql'
        ? sortedSql(profile, some)
        : aggregateSql(profile, some)
    const cells = (await inTime(source.query({ sql, parameters: [] }, limits)))?.rows.flat() ?? []
    some.forEach(({ column }, place) => {
      const [quarter, half, most, nine] = cells
        .slice(place * shares.length, (place + 1) * shares.length)
        .map(finite)
      if (quarter === undefined || half === undefined || most === undefined || nine === undefined) return
      found.set(column.name, [quarter, half, most, nine])
    })
  }
  return found
}

const columnsAtOnce = 100
const shares = [0.25, 0.5, 0.75, 0.9]

function aggregateSql({ table }: TableProfile, columns: readonly ColumnProfile[]): string {
  const parts = columns.flatMap(({ column }) =>
    shares.map((share) => `percentile_disc(${share}) within group (order by ${quotedName(column.name)})`),
  )
  return `select ${parts.join(', ')} from ${nameOf(table)}`
}

/** SQLite and MySQL have no quantile function: one row per column, with the values at their positions in its order. */
function sortedSql({ table, rows }: TableProfile, columns: readonly ColumnProfile[]): string {
  const selects = columns.map(({ column, nulls }) => {
    const name = quotedName(column.name)
    const places = shares.map((share) => Math.max(1, Math.ceil(share * (rows - nulls))))
    const parts = places.map((place) => `max(case when r = ${place} then v end)`)
    return `select ${parts.join(', ')} from (select ${name} as v, row_number() over (order by ${name}) as r from ${nameOf(table)} where ${name} is not null) as ranked`
  })
  return selects.join(' union all ')
}

function finite(cell: Cell): number | undefined {
  const number = typeof cell === 'string' && cell.trim() === '' ? Number.NaN : Number(cell ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}
