import type { Chunk } from '../annotate/chunk.ts'
import { isEntity, isHeadcount, isNumericNoun, isRevenue } from './chunk-kind.ts'
import { readCondition } from './conditions.ts'
import type { Draft } from './draft.ts'
import {
  countStates,
  readTrailingMean,
  rankPeriods,
  readRunningTotal,
  sumEventAmounts,
  readTrailingTotal,
} from './late-words.ts'
import { readOrder } from './order.ts'
import { readOutput } from './outputs.ts'
import { ParseState } from './parse-state.ts'
import { singular } from '../words/word-forms.ts'

/** Reads the chunks of a question once, from left to right, into a draft. */
export function parse(chunks: readonly Chunk[]): Draft {
  const state = new ParseState(chunks)
  let guard = chunks.length * 4
  while (state.at < chunks.length && guard-- > 0) {
    const before = state.at
    const mode = state.mode
    if (readOrder(state)) continue
    if (state.mode === 'output') readOutput(state)
    else readCondition(state)
    if (state.at === before && state.mode === mode) state.at++
  }
  finish(state)
  return state.draft
}

/** "how many times it was polished": counts polishings. */
function countWhatIsRelated(state: ParseState): void {
  const { draft } = state
  const counted = draft.outputs.findIndex(
    (each) =>
      each.aggregate === 'count' &&
      each.noun !== null &&
      each.noun === draft.subject &&
      each.isTimes === true,
  )
  const pending = state.aggregates.includes('count')
  const exists = draft.conditions.findIndex(
    (each) => each.kind === 'exists' && !each.negated && each.amount?.noun !== null,
  )
  const noun = draft.conditions[exists]?.amount?.noun
  if ((counted < 0 && !pending) || noun === undefined || noun === null || !state.saysTimes) return
  draft.conditions.splice(exists, 1)
  if (counted >= 0) draft.outputs.splice(counted, 1)
  state.aggregates = []
  draft.outputs.push({ aggregate: 'count', distinct: false, noun, adjective: null, frequency: null })
}

function finish(state: ParseState): void {
  const { draft } = state
  if (state.limit !== null && draft.limit === null) draft.limit = state.limit
  for (const each of state.premodifiers)
    draft.conditions.push({ ...each, governor: each.governor ?? state.governor })
  countWhatIsRelated(state)
  sumEventAmounts(state)
  rankPeriods(state)
  readTrailingTotal(state)
  if (state.aggregates.includes('count') && !draft.outputs.some((each) => each.aggregate === 'count'))
    draft.outputs.push({
      aggregate: 'count',
      distinct: state.distinct,
      noun: null,
      adjective: null,
      frequency: null,
    })
  draft.subject ??= draft.outputs.find((each) => each.noun !== null)?.noun ?? null
  countStates(state)
  impliedAggregates(state)
  readTrailingMean(state)
  readRunningTotal(state)
}

/** "what is the total amount of the orders?" where each order has a total amount: the sum over all orders. */
function impliedTotal({ outputs, conditions }: ParseState['draft'], chunks: readonly Chunk[]): void {
  const [only] = outputs
  const noun = only?.noun
  if (
    only === undefined ||
    only.aggregate !== null ||
    noun === null ||
    noun === undefined ||
    !isNumericNoun(noun.chunk) ||
    isEntity(noun.chunk)
  )
    return
  const owner = noun.of?.chunk.text.toLowerCase() ?? ''
  const opens = chunks
    .slice(0, chunks.indexOf(noun.chunk))
    .map((each) => each.text.toLowerCase())
    .join(' ')
  const isOne = conditions.some(
    (each) => each.kind === 'superlative' || each.kind === 'frequent' || each.kind === 'value',
  )
  if (
    !/^total /i.test(noun.chunk.text) ||
    !/^(?:what(?:'s| is| was)(?: the)?)?$/.test(opens) ||
    owner === singular(owner) ||
    isOne
  )
    return
  outputs[0] = { ...only, aggregate: 'sum' }
}

/** "sales per month", "customers per city": grouped amounts are summed and grouped things are counted. */
function impliedAggregates({ draft, saysPer, chunks }: ParseState): void {
  const { outputs, groups } = draft
  outputs.forEach((each, i) => {
    if (each.aggregate === null && each.noun !== null && isRevenue(each.noun.chunk))
      outputs[i] = { ...each, aggregate: 'sum' }
    if (each.aggregate === null && each.noun !== null && isHeadcount(each.noun.chunk))
      outputs[i] = { ...each, aggregate: 'count' }
  })
  if (groups.length === 0 && outputs.length === 1) return impliedTotal(draft, chunks)
  const isDivided =
    groups.length > 0 &&
    outputs.length > 0 &&
    outputs.every(
      (each) =>
        each.aggregate === null && each.noun !== null && each.frequency === null && each.isWhole !== true,
    )
  if (
    !isDivided ||
    draft.limit !== null ||
    draft.conditions.some((each) => each.kind === 'superlative' || each.kind === 'frequent')
  )
    return
  const isAmount = (chunk: Chunk): boolean => isNumericNoun(chunk) && !isEntity(chunk)
  const [only] = outputs
  if (outputs.every((each) => each.noun !== null && isAmount(each.noun.chunk)))
    outputs.splice(0, outputs.length, ...outputs.map((each) => ({ ...each, aggregate: 'sum' as const })))
  else if (
    outputs.length === 1 &&
    only?.noun !== null &&
    only !== undefined &&
    isEntity(only.noun.chunk) &&
    (saysPer || groups.some((each) => each.time !== null))
  )
    outputs.splice(0, 1, { ...only, aggregate: 'count' })
}
