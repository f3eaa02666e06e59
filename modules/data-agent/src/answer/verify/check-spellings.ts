import { visibleText, type Cell } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import type { Level } from './level.ts'
import { wrong, type Finding } from './prober.ts'

/** Groups that differ in nothing but capitals or spaces, such as `Dog` and `dog`, are one group to people. */
export function checkSpellings({ query }: Level, { rows }: ResultSet): readonly Finding[] {
  const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
  const keys = query.groupBy.map((key) =>
    query.outputs.findIndex(({ expression }) => isSame(expression, key)),
  )
  // A key that is not shown tells people of the same name apart.
  if (keys.length === 0 || keys.includes(-1)) return []
  const groups = new Map<string, Set<string>>()
  for (const row of rows) {
    const key = keys.map((at) => row[at] ?? null)
    const folded = JSON.stringify(key.map(plain))
    groups.set(folded, (groups.get(folded) ?? new Set()).add(JSON.stringify(key)))
  }
  const [apart] = [...groups.values()].filter((each) => each.size > 1)
  if (apart === undefined) return []
  const shown = [...apart].map((key) => `“${textOf(key)}”`)
  const label = visibleText(query.outputs[keys[0] ?? 0]?.label ?? 'groups')
  return [
    wrong(
      'duplicates',
      'warning',
      `${shown.slice(0, 3).join(' and ')} are listed apart, though they may be the same ${label}.`,
    ),
  ]
}

function plain(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.trim().replaceAll(/\s+/g, ' ').toLowerCase() : cell
}

function textOf(key: string): string {
  const cells: unknown = JSON.parse(key)
  return visibleText(Array.isArray(cells) ? cells.filter((cell) => cell !== null).join(', ') : key)
}
