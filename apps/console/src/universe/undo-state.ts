import type { Entry } from '../wire.ts'

export type Standing = 'stands' | 'undone' | 'other'

/**
 * Which steps of one person can be taken back, and which brought back. `entries` in any order; steps that undo or redo
 * others are not steps of their own here.
 */
export function standingOf(entries: readonly Entry[], me: string): Map<number, Standing> {
  const standing = new Map<number, Standing>()
  for (const entry of [...entries].toSorted((a, b) => a.revision - b.revision)) {
    const { revision, undoes, redoes } = entry
    if (isNumber(undoes)) turn(standing, undoes, 'undone')
    if (isNumber(redoes)) turn(standing, redoes, 'stands')
    const isOwn = entry.actor.id === me && !isNumber(undoes) && !isNumber(redoes)
    standing.set(revision, isOwn ? 'stands' : 'other')
  }
  return standing
}

/** A step that is not in the list, or not one's own, stays what it is. */
function turn(standing: Map<number, Standing>, revision: number, to: Standing): void {
  const now = standing.get(revision)
  if (now !== undefined && now !== 'other') standing.set(revision, to)
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number'
}
