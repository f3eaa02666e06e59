import { isNumericNoun, type ChunkKind } from './chunk-kind.ts'
import { readComparison } from './comparisons.ts'
import { comparisonOf } from './operands.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'

/** "with number of seats above 5", or a further output. */
export function readCount(state: ParseState): void {
  const at = state.next(state.at + 1)
  const chunk = state.chunk(at)
  const next = state.next(
    at + 1,
    new Set<ChunkKind>([...small, 'be', 'that', 'they' as ChunkKind, 'unknown', 'have']),
  )
  if (state.kind(at) === 'noun' && chunk !== undefined && comparisonOf(state.kind(next)) !== undefined) {
    const noun = state.mention(chunk, 'quantity', state.governor)
    state.at = next
    return readComparison(state, { aggregate: 'count', distinct: false, noun, adjective: null })
  }
  state.mode = 'output'
  state.ownerless = state.draft.outputs.length
}

export function readAmount(state: ParseState, kind: ChunkKind): void {
  const aggregate = kind === 'average' ? 'avg' : kind === 'sum' ? 'sum' : kind === 'maximum' ? 'max' : 'min'
  const at = state.next(state.at + 1, new Set<ChunkKind>([...small, 'of']))
  const chunk = state.chunk(at)
  const after = state.next(at + 1, new Set<ChunkKind>([...small, 'be', 'of']))
  if (state.kind(at) === 'noun' && chunk !== undefined && comparisonOf(state.kind(after)) !== undefined) {
    const noun = state.mention(chunk, 'quantity', state.governor)
    state.at = after
    return readComparison(state, { aggregate, distinct: false, noun, adjective: null })
  }
  if (state.kind(at) === 'noun' && chunk !== undefined && (kind === 'maximum' || kind === 'minimum')) {
    state.condition({
      kind: 'superlative',
      chunk: state.chunk() ?? chunk,
      direction: kind === 'maximum' ? 'desc' : 'asc',
      amount: plainAmount(state.mention(chunk, 'quantity', state.governor)),
    })
    state.at = at + 1
    return
  }
  if (
    state.kind(state.at - 1) === 'and' ||
    state.kind(state.at - 1) === 'comma' ||
    state.kind(state.at - 1) === 'along'
  ) {
    state.mode = 'output'
    return
  }
  const isLast = state.kind(state.at + 1) === undefined || state.kind(state.at + 1) === 'stop'
  if (aggregate === 'avg' && isLast) state.aggregates.push(aggregate)
  state.at++
}

/** "the top 2 salaries". */
export function readTopOf(state: ParseState, kind: ChunkKind): void {
  const number = state.chunk(state.at + 1)
  if (state.kind(state.at + 1) !== 'number' || number === undefined) {
    state.at++
    return
  }
  const nounAt = state.next(state.at + 2)
  const noun = state.chunk(nounAt)
  state.limit = number.number
  if (state.kind(nounAt) !== 'noun' || noun === undefined || !isNumericNoun(noun)) {
    state.at += 2
    return
  }
  state.condition({
    kind: 'superlative',
    chunk: number,
    direction: kind === 'top' ? 'desc' : 'asc',
    limit: number.number,
    amount: plainAmount(state.mention(noun, 'quantity', state.governor)),
  })
  state.limit = null
  state.at = nounAt + 1
}
