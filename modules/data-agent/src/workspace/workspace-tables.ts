import type { ModuleRows, OwnTable } from '@quipu/kit'
import { cutText, inZone } from '@quipu/query'
import type { RowTable } from '../sources/rows/rows-source.ts'

export interface WorkspaceTable extends RowTable {
  readonly synonyms: ReadonlyMap<string, readonly string[]>
}

const mostBytes = 16 * 2 ** 20
const mostCharacters = 2000

/** The tables of all modules under unique names, without empty columns, within the size limits. */
export function workspaceTables(
  found: readonly ModuleRows[],
  timeZone: string,
): { readonly tables: readonly WorkspaceTable[]; readonly caveats: readonly string[] } {
  const taken = new Set<string>()
  const caveats = found.flatMap(({ module, problem }) =>
    problem === undefined ? [] : [`What you have in ${module} could not be read: ${problem}`],
  )
  const tables: WorkspaceTable[] = []
  let room = mostBytes
  for (const { module, tables: own } of found) {
    for (const table of own) {
      const name = taken.has(table.name) ? `${module}_${table.name}` : table.name
      taken.add(name)
      const { rows, left, isCut } = rowsWithin(table, room, timeZone)
      room = left
      if (isCut) caveats.push(`Only the latest ${rows.length} rows of ${name} were looked at.`)
      tables.push(tidied(table, name, rows))
    }
  }
  return { tables, caveats }
}

type Row = OwnTable['rows'][number]

function rowsWithin({ rows, columns, isCut }: OwnTable, room: number, timeZone: string) {
  const moments = columns.map(({ type }) => type === 'timestamp')
  const kept: Row[] = []
  let left = room
  for (const row of rows) {
    const cells = row.map((cell, at) => shownCell(cell, moments[at] ?? false, timeZone))
    left -= cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length * 2 : 8), 0)
    if (left < 0) return { rows: kept, left: 0, isCut: true }
    kept.push(cells)
  }
  return { rows: kept, left, isCut }
}

/** Times in the person's time zone, because questions are about their days. */
function shownCell(cell: Row[number], isMoment: boolean, timeZone: string): Row[number] {
  if (typeof cell !== 'string') return cell
  if (!isMoment) return cutText(cell, mostCharacters)
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(cell)
  const moment = new Date(cell)
  return hasZone && !Number.isNaN(moment.getTime()) ? inZone(moment, timeZone) : cell
}

function tidied({ columns, description }: OwnTable, name: string, rows: readonly Row[]): WorkspaceTable {
  const used = columns.flatMap((_, at) =>
    at === 0 || rows.length === 0 || rows.some((row) => (row[at] ?? null) !== null) ? [at] : [],
  )
  const kept = used.flatMap((at) => columns[at] ?? [])
  return {
    name,
    description,
    columns: kept.map((column) => ({
      name: column.name,
      type: column.type,
      description: column.description,
    })),
    synonyms: new Map(kept.map((column) => [column.name, column.synonyms ?? []])),
    rows: rows.map((row) => used.map((at) => row[at] ?? null)),
  }
}
