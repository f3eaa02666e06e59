import type { Entry } from '../api/wire.ts'

export type UndoState = 'applied' | 'undone' | 'other'

/**
 * Which steps of one person can be undone, and which redone. `entries` may be in any order. Steps that undo or redo
 * others have the state `other`.
 */
export function undoStatesOf(entries: readonly Entry[], me: string): Map<number, UndoState> {
  const states = new Map<number, UndoState>()
  for (const entry of [...entries].toSorted((a, b) => a.revision - b.revision)) {
    const { revision, undoes, redoes } = entry
    if (isNumber(undoes)) mark(states, undoes, 'undone')
    if (isNumber(redoes)) mark(states, redoes, 'applied')
    const isOwn = entry.actor.id === me && !isNumber(undoes) && !isNumber(redoes)
    states.set(revision, isOwn ? 'applied' : 'other')
  }
  return states
}

/** A step that is not in the list, or not the person's own, keeps its state. */
function mark(states: Map<number, UndoState>, revision: number, to: UndoState): void {
  const now = states.get(revision)
  if (now !== undefined && now !== 'other') states.set(revision, to)
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number'
}
