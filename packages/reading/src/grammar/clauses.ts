import { comparisonOf, speakOfOuter } from './operands.ts'
import { isEntity, type ChunkKind } from './chunk-kind.ts'
import { small, type ParseState } from './parse-state.ts'

export function hasSomething(state: ParseState): boolean {
  return state.draft.outputs.length > 0 || state.governor !== null || state.aggregates.length > 0
}

export function openClause(state: ParseState): void {
  state.mode = 'condition'
  state.clause++
  const last = state.draft.outputs.at(-1)?.noun ?? null
  state.governor ??= last
  flushCount(state)
}

/** A count without a noun counts rows of the subject. */
function flushCount(state: ParseState): void {
  if (state.aggregates.length === 0 || state.governor === null) return
  for (const aggregate of state.aggregates)
    state.draft.outputs.push({
      aggregate,
      distinct: state.distinct,
      noun: aggregate === 'count' ? state.governor : null,
      adjective: null,
      frequency: null,
      isTimes: state.saysTimes,
    })
  state.aggregates = []
  state.distinct = false
}

/** Whether a value or a comparison follows the noun, which makes it part of a condition. */
export function saysMore(state: ParseState, from: number): boolean {
  const kind = state.kind(state.next(from, new Set<ChunkKind>([...small, 'be'])))
  return kind === 'value' || kind === 'number' || (kind !== undefined && isComparison(kind))
}

export function isComparison(kind: ChunkKind): boolean {
  return comparisonOf(kind) !== undefined || kind === 'between' || kind === 'comparative'
}

export function endSentence(state: ParseState): void {
  state.at++
  state.ownerless = state.draft.outputs.length
  if (state.at >= state.chunks.length) return
  startSentence(state)
}

/** Later sentences say what to show ("Give me their names") or how to sort. */
function startSentence(state: ParseState): void {
  state.mode = 'output'
  state.negated = false
  state.scope = null
  state.both = false
  state.joiner = 'and'
  speakOfOuter(state)
  state.ownerless = state.draft.outputs.length
  state.governor =
    state.draft.subject ?? state.draft.outputs.find((each) => each.noun !== null)?.noun ?? state.governor
  const shows = state.kinds.slice(state.at).findIndex((kind) => kind === 'noun' || kind === 'count')
  const order = state.kinds
    .slice(state.at)
    .findIndex(
      (kind) => kind === 'order' || kind === 'ascending' || kind === 'descending' || kind === 'alphabetical',
    )
  const only = state.draft.outputs.length === 1 ? state.draft.outputs[0] : undefined
  if (
    shows >= 0 &&
    (order < 0 || shows < order) &&
    only !== undefined &&
    only.aggregate === null &&
    only.noun !== null &&
    isEntity(only.noun.chunk)
  ) {
    state.draft.subject ??= only.noun
    state.draft.outputs.length = 0
    state.ownerless = 0
  }
}
