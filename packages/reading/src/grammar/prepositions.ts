import { isEntity, type ChunkKind } from './chunk-kind.ts'
import { hasSomething, isComparison, openClause, saysMore } from './clauses.ts'
import { own } from './owners.ts'
import type { ParseState } from './parse-state.ts'
import { readTopBy } from './top-by.ts'

export function readPreposition(state: ParseState, kind: ChunkKind): void {
  if (readTopBy(state)) return
  const at = state.next(state.at + 1)
  const next = state.kind(at)
  const chunk = state.chunk(at)
  if (next === 'count' && kind === 'with' && !comparesLater(state, at + 1)) {
    state.at++
    return
  }
  if (!hasSomething(state)) {
    state.at++
    return
  }
  if (next === 'noun' && chunk !== undefined && !saysMore(state, at + 1)) {
    const isOwner =
      kind === 'preposition' &&
      state.draft.subject === null &&
      isEntity(chunk) &&
      state.draft.outputs.every((each) => each.noun === null || !isEntity(each.noun.chunk))
    if (isOwner && state.draft.outputs.length > 0) {
      own(state, state.mention(chunk, 'entity'))
      state.at = at + 1
      return
    }
  }
  openClause(state)
}

function comparesLater(state: ParseState, from: number): boolean {
  for (let at = from; at < Math.min(state.chunks.length, from + 5); at++) {
    const kind = state.kind(at)
    if (kind === undefined || kind === 'stop' || kind === 'comma' || kind === 'and') return false
    if (isComparison(kind)) return true
  }
  return false
}
