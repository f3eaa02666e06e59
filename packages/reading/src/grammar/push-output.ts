import type { AggregateFunction } from '@quipu/query'
import { isEntity, isNumericNoun } from './chunk-kind.ts'
import type { Mention } from './draft.ts'
import type { ParseState } from './parse-state.ts'

export function pushOutput(state: ParseState, noun: Mention): void {
  const carried = carriedAggregate(state, noun)
  const aggregates = state.aggregates.length > 0 ? state.aggregates : [carried]
  for (const asked of aggregates) {
    const aggregate =
      asked === 'count' && state.saysTotal && isNumericNoun(noun.chunk) && !isEntity(noun.chunk)
        ? 'sum'
        : asked
    state.draft.outputs.push({
      aggregate,
      distinct: state.distinct,
      noun,
      adjective: null,
      frequency: state.frequency,
    })
  }
  state.saysTotal = false
  if (state.draft.outputs.length === 1 && saysAllBefore(state)) state.draft.saysAll = true
  state.lastAggregate = aggregates.at(-1) ?? null
  if (state.distinct && aggregates.every((each) => each !== 'count')) state.draft.distinct = true
  state.aggregates = []
  state.frequency = null
  state.distinct = false
}

function saysAllBefore(state: ParseState): boolean {
  let at = state.at - 1
  while (at >= 0 && state.kind(at) === 'any') at--
  return state.kind(at) === 'all'
}

/** "the maximum price and weight": the aggregate applies to the second noun too. */
function carriedAggregate(state: ParseState, noun: Mention): AggregateFunction | null {
  const last = state.lastAggregate
  if (last === null || last === 'count' || state.kind(state.at - 1) !== 'and') return null
  if (state.chunk(state.at - 1)?.text.toLowerCase() !== 'and') return null
  return isNumericNoun(noun.chunk) && state.draft.outputs.length > 0 ? last : null
}
