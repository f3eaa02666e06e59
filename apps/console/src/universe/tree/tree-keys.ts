import type { Row } from './rows.ts'

export type TreeStep =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'turn'; readonly key: string }
  | { readonly kind: 'open'; readonly index: number }

/** The effect of a key in the tree, according to the WAI-ARIA practices. Undefined for a key without one. */
export function treeStep(
  rows: readonly Row[],
  active: number,
  key: string,
  page: number,
): TreeStep | undefined {
  const last = rows.length - 1
  const row = rows[active]
  if (last < 0) return undefined
  if (row === undefined) return isMove(key) ? { kind: 'go', index: key === 'End' ? last : 0 } : undefined
  switch (key) {
    case 'ArrowDown':
      return { kind: 'go', index: Math.min(last, active + 1) }
    case 'ArrowUp':
      return { kind: 'go', index: Math.max(0, active - 1) }
    case 'PageDown':
      return { kind: 'go', index: Math.min(last, active + page) }
    case 'PageUp':
      return { kind: 'go', index: Math.max(0, active - page) }
    case 'Home':
      return { kind: 'go', index: 0 }
    case 'End':
      return { kind: 'go', index: last }
    case 'ArrowRight':
      return right(row, active)
    case 'ArrowLeft':
      return left(rows, row)
    case 'Enter':
      return { kind: 'open', index: active }
    default:
      return undefined
  }
}

function right(row: Row, active: number): TreeStep | undefined {
  if (row.isOpen === undefined) return undefined
  return row.isOpen ? { kind: 'go', index: active + 1 } : { kind: 'turn', key: row.key }
}

function left(rows: readonly Row[], row: Row): TreeStep | undefined {
  if (row.isOpen === true) return { kind: 'turn', key: row.key }
  const parent = rows.findIndex(({ key }) => key === row.parentKey)
  return parent < 0 ? undefined : { kind: 'go', index: parent }
}

function isMove(key: string): boolean {
  return /^(?:Arrow(?:Up|Down)|Home|End|Page(?:Up|Down))$/.test(key)
}
