import type { AggregateFunction } from '@quipu/query'
import { isEntity, isNumericNoun, type ChunkKind } from './chunk-kind.ts'
import { readRankedEvent } from './ranked-events.ts'
import { small, type ParseState } from './parse-state.ts'

const counted: Readonly<Partial<Record<ChunkKind, AggregateFunction>>> = {
  count: 'count',
  sum: 'sum',
  average: 'avg',
}
const between: ReadonlySet<ChunkKind> = new Set<ChunkKind>([...small, 'of', 'distinct'])

/** "top 5": how many rows, and from which end. */
export function readTop(state: ParseState): void {
  const next = state.chunk(state.at + 1)
  if (readRankedEvent(state)) return
  if (state.kind(state.at + 1) !== 'number' || next === undefined) {
    state.at++
    return
  }
  state.limit = next.number
  state.top = state.chunk() ?? null
  state.draft.saysTop = true
  state.draft.limitPerGroup = state.draft.groups.length > 0
  state.at += 2
}

/** "top 5 products by revenue": ranked by the sum of what belongs to each, or by their number. */
export function readTopBy(state: ParseState): boolean {
  const { top, limit } = state
  if (state.kind() !== 'by' || top === null || limit === null) return false
  const first = state.next(state.at + 1)
  const aggregate = counted[state.kind(first) ?? 'unknown']
  const at = aggregate === undefined ? first : state.next(first + 1, between)
  const target = state.chunk(at)
  if (state.kind(at) !== 'noun' || target === undefined) return false
  const isThing = isEntity(target) && !isNumericNoun(target)
  if (!isThing && !isNumericNoun(target)) return false
  const ranked = state.draft.groups.length > 0 ? state.draft.outputs.at(-1)?.noun : null
  const governor = ranked ?? state.governor
  const noun = state.mention(target, 'quantity', governor)
  const amount = {
    aggregate: aggregate ?? (isThing ? ('count' as const) : ('sum' as const)),
    distinct: false,
    noun,
    adjective: null,
  }
  state.condition({
    kind: 'superlative',
    chunk: top,
    direction: top.operator === 'bottom' ? 'asc' : 'desc',
    limit,
    amount,
    governor,
  })
  state.limit = null
  state.top = null
  state.at = at + 1
  return true
}
