import {
  bestDatasetScore,
  isEntity,
  isNumericNoun,
  isState,
  isTimeNoun,
  type ChunkKind,
} from './chunk-kind.ts'
import { openClause } from './clauses.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'
import { readRankedEvent } from './ranked-events.ts'
import { readSuperlative } from './superlatives.ts'

const beforeRanked: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  ...small,
  'number',
  'distinct',
  'and',
  'comma',
  'along',
  'superlative',
  'average',
  'sum',
  'minimum',
  'maximum',
])

export function readRanking(state: ParseState, kind: ChunkKind): void {
  const chunk = state.chunk()
  const extreme = /^(the )?(max|min)/.exec(chunk?.text.toLowerCase() ?? '')
  if (
    (kind === 'most' || kind === 'least') &&
    extreme !== null &&
    isNumericAt(state, state.next(state.at + 1))
  ) {
    state.aggregates.push(extreme[2] === 'max' ? 'max' : 'min')
    state.at++
    return
  }
  const at = state.next(state.at + 1, beforeRanked)
  const isList = state.kinds
    .slice(state.at + 1, at)
    .some((each) => each === 'and' || each === 'comma' || each === 'along')
  if (readRankedEvent(state)) return
  const target = state.chunk(isOwnedAmount(state, at) ? at + 1 : at)
  if (kind === 'common' || kind === 'rare') {
    if (state.draft.outputs.length > 0 && state.kind(at) !== 'noun') {
      openClause(state)
      return readSuperlative(state)
    }
    state.frequency = kind === 'common' ? 'desc' : 'asc'
    state.at++
    return
  }
  if (target !== undefined && chunk !== undefined && state.kind(at) === 'noun') {
    const measures = isNumericNoun(target) || (chunk.adjective !== null && isTimeNoun(target))
    const asAggregate =
      measures &&
      bestDatasetScore(target) < (target.nouns[0]?.score ?? 0) &&
      state.limit === null &&
      (!isList || state.kind(at) === 'noun')
    if (
      kind === 'superlative' &&
      asAggregate &&
      (state.draft.outputs.every((each) => each.aggregate !== null) || isListedPerGroup(state, at))
    ) {
      state.aggregates.push(chunk.adjective?.direction === 'asc' ? 'min' : 'max')
      state.at++
      return
    }
  }
  readSuperlative(state)
}

/** "the title and the highest price for each film": one more output, computed for each group. */
function isListedPerGroup(state: ParseState, at: number): boolean {
  const after = state.kind(at + 1)
  const from = state.kinds.slice(0, state.at).findLastIndex((each) => each !== 'any')
  const joint = state.kind(from)
  return (joint === 'and' || joint === 'along' || joint === 'comma') && (after === 'each' || after === 'per')
}

/** "highest order amount": the amount of the orders. */
function isOwnedAmount(state: ParseState, at: number): boolean {
  const [thing, amount] = [state.chunk(at), state.chunk(at + 1)]
  if (thing === undefined || amount === undefined || state.kind(at + 1) !== 'noun') return false
  return isEntity(thing) && isNumericNoun(amount) && !isEntity(amount)
}

/** "female students", "order 12", "the 5 cheapest products". */
export function readPremodifier(state: ParseState, kind: ChunkKind): void {
  const chunk = state.chunk()
  if (chunk === undefined) return
  const before = state.kind(state.at - 1)
  const after = state.next(state.at + 1)
  const afterKind = state.kind(after)
  if (
    kind === 'number' &&
    (afterKind === 'superlative' ||
      afterKind === 'most' ||
      afterKind === 'least' ||
      afterKind === 'common' ||
      (afterKind === 'noun' && before !== 'noun'))
  ) {
    state.limit = chunk.number
    state.at++
    return
  }
  const last = state.draft.outputs.at(-1)
  if (before === 'noun' && isState(chunk)) return openClause(state)
  if (before === 'noun' && last !== undefined && last.noun !== null && kind !== 'time') {
    state.governor ??= last.noun
    const noun = state.governor.chunk === state.chunk(state.at - 1) ? state.governor : last.noun
    state.condition({
      kind: kind === 'number' ? 'compare' : 'value',
      chunk,
      amount: plainAmount(noun),
      operand: kind === 'number' ? { kind: 'number', value: chunk.number ?? 0 } : { kind: 'text', chunk },
    })
    state.at++
    return
  }
  const isFullName = afterKind === 'value' && state.kind(after + 1) === 'noun' && last === undefined
  if (((afterKind === 'noun' && after === state.at + 1) || isFullName) && kind === 'value') {
    const made = state.condition({ kind: 'value', chunk, operand: { kind: 'text', chunk }, governor: null })
    state.draft.conditions.pop()
    state.premodifiers.push(made)
    state.at++
    return
  }
  openClause(state)
}

function isNumericAt(state: ParseState, at: number): boolean {
  const chunk = state.chunk(at)
  return chunk !== undefined && isNumericNoun(chunk)
}
