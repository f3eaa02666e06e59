import { isVerbal } from '../words/verbal.ts'
import { isVerb, isEntity, isEventVerb, isNumericNoun, isTimeNoun, type ChunkKind } from './chunk-kind.ts'
import { openClause, saysMore } from './clauses.ts'
import type { Mention, OutputDraft } from './draft.ts'
import { measuresWhatFollows } from './money-verbs.ts'
import { attachPremodifiers, own, ownCompound } from './owners.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'
import { pushOutput } from './push-output.ts'

/** Reads a noun among the outputs: one more output, the owner of those before it, or the start of a clause. */
export function readOutputNoun(state: ParseState): void {
  const chunk = state.chunk()
  if (chunk === undefined) return
  const { draft } = state
  if (isDone(state)) {
    const amount = plainAmount(state.mention(chunk, 'condition'))
    const made = state.condition({ kind: 'exists', chunk, amount, governor: null })
    draft.conditions.splice(draft.conditions.indexOf(made), 1)
    state.premodifiers.push(made)
    state.at++
    return
  }
  const isAsked = draft.outputs.length > 0 || ['who', 'which', 'what'].includes(draft.asks)
  if (isAsked && measuresWhatFollows(state)) return openClause(state)
  const isFree = state.aggregates.length === 0 && state.frequency === null
  if (state.afterOf && draft.outputs.length > Math.max(0, state.ownerless - 1) && isFree) {
    if (draft.subject !== null && saysMore(state, state.at + 1)) return openClause(state)
    return ownCompound(state)
  }
  if (isFree && isOwnerWithoutOf(state)) {
    own(state, state.mention(chunk, 'entity'))
    state.at++
    return
  }
  const before = state.kind(state.at - 1)
  const beside = before === 'noun' ? draft.outputs.at(-1) : undefined
  const saysLittle =
    beside?.noun !== undefined &&
    beside.noun !== null &&
    isEntity(beside.noun.chunk) &&
    (chunk.nouns[0]?.score ?? 0) < 0.75
  if (saysLittle || (isVerbal(chunk.text) && state.kind(state.at + 1) === 'noun')) {
    state.at++
    return
  }
  state.afterOf = false
  if (beside !== undefined && !isCompound(state, beside.noun)) return openClause(state)
  if (startsClause(state, before)) return openClause(state)
  const noun = state.mention(chunk, 'output')
  if (beside !== undefined) joinCompound(state, beside, noun)
  pushOutput(state, noun)
  attachPremodifiers(state, noun)
  if (isEntity(chunk) && (state.governor === null || draft.subject === null)) state.governor = noun
  state.at++
}

/** "cancelled subscriptions": the verb gives the time field of the thing that follows. */
function isDone(state: ParseState): boolean {
  const [chunk, thing] = [state.chunk(), state.chunk(state.at + 1)]
  return (
    chunk !== undefined &&
    thing !== undefined &&
    /ed$/i.test(chunk.text) &&
    isVerbal(chunk.text) &&
    isTimeNoun(chunk) &&
    state.kind(state.at + 1) === 'noun' &&
    isEntity(thing)
  )
}

/** "cities our customers live in": the owner follows without "of", and a preposition ends the clause. */
function isOwnerWithoutOf(state: ParseState): boolean {
  const chunk = state.chunk()
  const last = state.draft.outputs.at(-1)?.noun ?? null
  if (chunk === undefined || last === null || last.of !== null || isEntity(last.chunk)) return false
  const lastAt = state.chunks.indexOf(last.chunk)
  const end = state.next(state.at + 1, new Set<ChunkKind>([...small, 'unknown', 'be', 'have']))
  const isLeftOver = ['preposition', 'with', 'by'].includes(state.kind(end) ?? '')
  const after = state.kind(end + 1)
  return (
    isEntity(chunk) &&
    state.kinds.slice(lastAt + 1, state.at).every((each) => small.has(each)) &&
    isLeftOver &&
    (after === undefined || after === 'stop')
  )
}

/** Two nouns in a row: the first one specifies the second, owns it, or adds nothing. */
function joinCompound(state: ParseState, beside: OutputDraft, noun: Mention): void {
  const first = beside.noun
  if (first === null) return
  if (beside.aggregate !== null) {
    if (isEntity(first.chunk) && isNumericNoun(noun.chunk) && !isEntity(noun.chunk))
      return giveAggregates(state, first, noun)
    if (!isEntity(noun.chunk) || !isEntity(first.chunk)) return
    state.draft.outputs.pop()
    state.aggregates = [beside.aggregate]
    state.condition({ kind: 'exists', chunk: first.chunk, amount: plainAmount(first) })
    return
  }
  const isVague = isEntity(noun.chunk) && (first.chunk.nouns[0]?.score ?? 0) < 0.8
  if (!isVague && !isEntity(first.chunk)) return
  state.draft.outputs.pop()
  if (isVague) return
  noun.of = first
  state.governor ??= first
}

/** "minimum and average order amount": applies to the property, not to the thing it belongs to. */
function giveAggregates(state: ParseState, owner: Mention, noun: Mention): void {
  const { outputs } = state.draft
  const taken = outputs.filter((each) => each.noun === owner)
  outputs.splice(0, outputs.length, ...outputs.filter((each) => each.noun !== owner))
  state.aggregates = taken.flatMap(({ aggregate }) => (aggregate === null ? [] : [aggregate]))
  noun.of = owner
  state.governor ??= owner
}

/** "miller names" is a thing and its property, not a thing and a verb. */
function isCompound(state: ParseState, owner: Mention | null): boolean {
  const chunk = state.chunk()
  if (owner === null || chunk === undefined || owner.chunk !== state.chunk(state.at - 1)) return false
  return isEntity(owner.chunk) && !isVerb(chunk) && !isEventVerb(chunk)
}

/** After the owner, a further noun without "and" starts a clause about it. */
function startsClause(state: ParseState, before: ChunkKind | undefined): boolean {
  if (
    state.draft.outputs.length === 0 ||
    state.ownerless < state.draft.outputs.length ||
    state.aggregates.length > 0 ||
    state.frequency !== null
  )
    return false
  return before === 'noun' || before === 'unknown' || before === 'value'
}
