import { isVerbal } from '../words/verbal.ts'
import { isEntity } from './chunk-kind.ts'
import type { Mention } from './draft.ts'
import { plainAmount, type ParseState } from './parse-state.ts'
import { pushOutput } from './push-output.ts'

/** The noun after "of" owns all outputs before it that have no owner. */
export function own(state: ParseState, owner: Mention): void {
  const { draft } = state
  const open = draft.outputs.slice(state.ownerless)
  for (const output of open.length > 0 ? open : draft.outputs.slice(-1))
    if (output.noun !== null) giveOwner(output.noun, owner)
  state.ownerless = draft.outputs.length
  if (state.distinct && state.aggregates.length === 0) draft.distinct = true
  draft.subject ??= owner
  state.governor = owner
  attachPremodifiers(state, owner)
}

function giveOwner(noun: Mention, owner: Mention): void {
  let each = noun
  while (each.of !== null) {
    if (each === owner) return
    each = each.of
  }
  if (each !== owner) each.of = owner
}

export function attachPremodifiers(state: ParseState, noun: Mention): void {
  for (const each of state.premodifiers) state.draft.conditions.push({ ...each, governor: noun })
  state.premodifiers = []
}

export function takeOwner(state: ParseState): void {
  const last = state.draft.outputs.pop()
  if (last === undefined || last.noun === null) return
  const owner = last.noun
  state.governor = owner
  state.draft.subject ??= owner
  const next = state.next(state.at + 1)
  const chunk = state.chunk(next)
  if (state.kind(next) !== 'noun' || chunk === undefined) return
  const noun = state.mention(chunk, 'output', owner)
  state.aggregates.push(...(last.aggregate === null ? [] : [last.aggregate]))
  state.distinct ||= last.distinct
  pushOutput(state, noun)
  state.at = next
}

/** "of the guild members": the last noun is the owner; the first one specifies it. */
export function ownCompound(state: ParseState): void {
  const chunk = state.chunk()
  const next = state.chunk(state.at + 1)
  state.afterOf = false
  if (chunk === undefined) return
  const both =
    state.kind(state.at + 1) === 'noun' &&
    next !== undefined &&
    isEntity(chunk) &&
    isEntity(next) &&
    !isVerbal(next.text)
  own(state, state.mention(both ? next : chunk, 'entity'))
  if (both && (chunk.nouns[0]?.score ?? 0) >= 0.8)
    state.condition({ kind: 'exists', chunk, amount: plainAmount(state.mention(chunk, 'entity')) })
  state.at += both ? 2 : 1
}
