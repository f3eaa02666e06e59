import type { TimeUnit } from '@quipu/query'
import type { Chunk, NounCandidate } from '../annotate/chunk.ts'
import type { ConditionDraft, Mention } from './draft.ts'
import { isEntity, isNumericNoun, isState, isRevenue, type ChunkKind } from './chunk-kind.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { isVerbal } from '../words/verbal.ts'
import { singular } from '../words/word-forms.ts'
import { small, type ParseState } from './parse-state.ts'

const skipped: ReadonlySet<ChunkKind> = new Set<ChunkKind>([...small, 'distinct', 'other'])

function countsLater(state: ParseState, from: number): boolean {
  return state.kinds.slice(from).some((kind) => kind === 'count' || kind === 'average' || kind === 'sum')
}

/** "by channel and month": a time step, unless another name fits better. */
function grainOf(state: ParseState, at: number): TimeMention | null {
  const chunk = state.chunk(at)
  if (chunk === undefined || state.kind(at) === 'grain') return chunk?.time ?? null
  const unit = /^(day|week|month|quarter|year)$/i.exec(chunk.text)?.[1]?.toLowerCase()
  if (unit === undefined || (chunk.nouns[0]?.score ?? 0) >= 0.8) return null
  const { start, end, text: words } = chunk
  // Safe: the pattern matches only units of time.
  return {
    start,
    end,
    words,
    kind: 'grain',
    range: null,
    unit: unit as TimeUnit,
    part: null,
    isFiscal: false,
    comparison: null,
    anchor: null,
    confidence: 1,
    says: `per ${unit}`,
  }
}

/** "sales by region": an amount without an aggregate, grouped by something that is not an amount. */
function dividesAmounts(state: ParseState): boolean {
  const target = state.chunk(state.next(state.at + 1, skipped))
  return hasAmounts(state) && state.limit === null && target !== undefined && !isNumericNoun(target)
}

function hasAmounts({ draft: { outputs } }: ParseState): boolean {
  const isAmount = outputs.every(
    ({ noun }) => noun !== null && isNumericNoun(noun.chunk) && !isEntity(noun.chunk),
  )
  return outputs.length > 0 && isAmount
}

/** "freight for each carrier": each one has many rows, so the amount is aggregated. */
function dividesOthers(state: ParseState, target: Chunk | undefined): boolean {
  if (target === undefined || !isEntity(target) || !dividesAmounts(state)) return false
  const isElsewhere = ({ nouns }: Chunk): boolean =>
    nouns.every((each) => each.kind !== 'field' || !target.nouns.some((one) => isAt(one, each.dataset.name)))
  return state.draft.outputs.every(({ noun }) => noun !== null && isElsewhere(noun.chunk))
}

function isAt(noun: NounCandidate, dataset: string): boolean {
  return noun.kind === 'dataset' && noun.dataset.name === dataset
}

/** "orders by status" with nothing else to show: the number of each. */
function countsBareThings(state: ParseState): boolean {
  const { outputs } = state.draft
  const [only] = outputs
  const opens = state.kind(0)
  if (state.kind() !== 'by' || (opens !== 'noun' && opens !== 'value')) return false
  if (outputs.length !== 1 || only?.aggregate !== null || only.noun === null || !isEntity(only.noun.chunk))
    return false
  const target = state.chunk(state.next(state.at + 1, skipped))
  return target !== undefined && !isNumericNoun(target) && state.limit === null
}

/** "for each city", "per month", "by region": reads the grouping. */
export function readGroup(state: ParseState): boolean {
  const kind = state.kind()
  const chunk = state.chunk()
  if (kind === 'grain' && chunk !== undefined && chunk.time !== null) {
    state.draft.groups.push({ noun: null, time: chunk.time })
    state.at = readAfterGrain(state)
    return true
  }
  const isWhether = /^whether$/i.test(state.chunk(state.at + 1)?.text ?? '')
  const at = state.next(state.at + 1, isWhether ? new Set<ChunkKind>([...skipped, 'be']) : skipped)
  if (!divides(state, at)) return false
  if (kind === 'per' || countsBareThings(state)) state.saysPer = true
  state.at = readGroupNouns(state, at, /^of /i.test(chunk?.text ?? ''))
  if (state.kind() === 'comma') {
    state.at++
    state.mode = 'output'
  }
  return true
}

/** "by month and channel": reads further groupings. */
function readAfterGrain(state: ParseState): number {
  const after = state.at + 1
  const at = state.next(after + 1, skipped)
  const target = state.chunk(at)
  const isListed = state.kind(after) === 'and' && /^(?:by|per|for each) /i.test(state.chunk()?.text ?? '')
  if (!isListed || target === undefined || state.kind(at) !== 'noun' || isNumericNoun(target)) return after
  return isAggregated(state) || hasAmounts(state) ? readGroupNouns(state, at, false) : after
}

/** Whether the current word groups the result by the noun at `at`. */
function divides(state: ParseState, at: number): boolean {
  const kind = state.kind()
  const aggregated = isAggregated(state)
  const asBy =
    kind === 'by' &&
    (aggregated || dividesAmounts(state) || countsBareThings(state)) &&
    ((state.kind(state.at - 1) !== 'unknown' &&
      (!isVerbal(state.chunk(state.at - 1)?.text ?? '') || isState(state.chunk(state.at - 1)))) ||
      isBareKind(state, at))
  if ((kind !== 'each' && kind !== 'per' && !asBy) || state.kind(at) !== 'noun') return false
  if (asBy) return state.kind(at + 1) !== 'value' && state.kind(at + 1) !== 'number'
  if (kind !== 'each') return true
  if (/across|any/i.test(state.chunk()?.text ?? '') && state.kind(state.at + 1) === 'all') return false
  return (
    aggregated ||
    dividesOthers(state, state.chunk(at)) ||
    isRanked(state) ||
    state.draft.outputs.length === 0 ||
    state.mode !== 'output' ||
    countsLater(state, at)
  )
}

/** "cancelled by store" is a grouping; an agent would have an article or a plural ("by a store", "by the stores"). */
function isBareKind(state: ParseState, at: number): boolean {
  const text = state.chunk(at)?.text.toLowerCase() ?? ''
  return at === state.at + 1 && /\p{L}$/u.test(text) && singular(text) === text && endsGroups(state, at + 1)
}

function isAggregated(state: ParseState): boolean {
  return (
    state.aggregates.length > 0 ||
    state.draft.calculation === 'growth' ||
    state.draft.calculation === 'running' ||
    state.draft.outputs.some(
      (each) => each.aggregate !== null || (each.noun !== null && isRevenue(each.noun.chunk)),
    )
  )
}

function isRanked(state: ParseState): boolean {
  const ranks = (each: ConditionDraft): boolean =>
    each.kind === 'superlative' && (each.limit !== null || each.chunk.adjective !== null)
  return state.premodifiers.length > 0 || state.draft.conditions.some(ranks)
}

/** Returns the position after the last noun of the list. */
function readGroupNouns(state: ParseState, from: number, owns: boolean): number {
  let at = from
  while (true) {
    const first = state.chunk(at)
    if (first !== undefined && isDescribed(state, at)) {
      state.mention(first, 'entity')
      at++
    }
    const chunk = state.chunk(at)
    if (chunk === undefined) return at
    const isFirst = state.draft.outputs.length === 0 && state.aggregates.length === 0
    const noun = state.mention(chunk, 'group', null)
    state.draft.groups.push({ noun, time: null })
    if (owns) ownOutputs(state, noun)
    if (isFirst || state.governor === null || (isEntity(chunk) && saysWhich(state, at + 1)))
      state.governor = noun
    at = readGroupOwner(state, noun, at + 1)
    const next = state.next(at + 1, skipped)
    const grain = grainOf(state, next)
    if (state.kind(at) === 'and' && grain !== null) {
      state.draft.groups.push({ noun: null, time: grain })
      return next + 1
    }
    const joined = state.kind(at) === 'and' || (state.kind(at) === 'comma' && !isFirst)
    if (!joined || state.kind(next) !== 'noun' || !endsGroups(state, next + 1)) return at
    at = next
  }
}

/** "for each hall that has …": what follows is said of the hall. */
function saysWhich(state: ParseState, at: number): boolean {
  return (
    (state.kind() === 'each' || state.kind() === 'per') &&
    (state.kind(at) === 'that' || state.kind(at) === 'whose')
  )
}

/** Nothing follows that belongs to the last noun, except a time. */
function endsGroups(state: ParseState, from: number): boolean {
  const at = state.next(from, skipped)
  const kind = state.kind(at)
  if (kind === undefined || kind === 'stop' || kind === 'order' || kind === 'time') return true
  return kind === 'preposition' && state.kind(state.next(at + 1)) === 'time'
}

/** "per product category": the second noun is meant. */
function isDescribed(state: ParseState, at: number): boolean {
  const [first, second] = [state.chunk(at), state.chunk(at + 1)]
  if (first === undefined || second === undefined || state.kind(at + 1) !== 'noun') return false
  // In "did each grower water", the second word is the verb.
  if (state.kind(state.at - 1) === 'do') return false
  return isEntity(first) && isEntity(second) && !isVerbal(second.text)
}

/** "the name of each city": the name belongs to the city. */
function ownOutputs(state: ParseState, owner: Mention): void {
  for (const { noun } of state.draft.outputs)
    if (noun !== null && noun.of === null && noun !== owner && !isEntity(noun.chunk)) noun.of = owner
}

function readGroupOwner(state: ParseState, noun: Mention, at: number): number {
  const ownerAt = state.next(at + 1, skipped)
  const owner = state.chunk(ownerAt)
  if (state.kind(at) !== 'of' || state.kind(ownerAt) !== 'noun' || owner === undefined) return at
  noun.of = state.mention(owner, 'entity')
  state.governor = noun.of
  return ownerAt + 1
}
