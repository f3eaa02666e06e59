import type { Chunk } from '../annotate/chunk.ts'
import { adjectiveOf, type Adjective } from '../words/adjectives.ts'
import { isEntity, isEventVerb } from './chunk-kind.ts'
import { plainAmount, type ParseState } from './parse-state.ts'

/** "the most recently opened office", "the last hired grower": ranked by the verb's time field. */
export function readRankedEvent(state: ParseState): boolean {
  const chunk = state.chunk()
  const verb = state.chunk(state.at + 1)
  const thing = state.chunk(state.at + 2)
  const adjective = chunk === undefined ? null : inTime(chunk)
  if (chunk === undefined || adjective === null || verb === undefined || thing === undefined) return false
  if (state.kind(state.at + 1) !== 'noun' || !isEventVerb(verb)) return false
  if (state.kind(state.at + 2) !== 'noun' || !isEntity(thing)) return false
  const amount = { ...plainAmount(state.mention(verb, 'quantity')), adjective }
  const { direction } = adjective
  const { limit } = state
  const made = state.condition({ kind: 'superlative', chunk, direction, limit, amount, governor: null })
  state.draft.conditions.pop()
  state.premodifiers.push(made)
  state.limit = null
  state.at += 2
  return true
}

/** "which agent joined first". */
export function readEventRank(state: ParseState, verb: Chunk, at: number): boolean {
  const chunk = state.chunk(at)
  const after = state.kind(at + 1)
  const adjective = chunk === undefined ? null : inTime(chunk)
  if (chunk === undefined || adjective === null || !isEventVerb(verb)) return false
  if (after !== undefined && after !== 'stop') return false
  const amount = { ...plainAmount(state.mention(verb, 'condition', state.governor)), adjective }
  const { direction } = adjective
  state.condition({ kind: 'superlative', chunk, direction, limit: state.limit, amount })
  state.limit = null
  state.at = at + 1
  return true
}

function inTime({ adjective, text }: Chunk): Adjective | null {
  if (adjective !== null) return adjective.isTime && adjective.degree === 'superlative' ? adjective : null
  if (/^(?:the )?first$/i.test(text)) return adjectiveOf('earliest') ?? null
  return /^(?:the )?last$/i.test(text) ? (adjectiveOf('latest') ?? null) : null
}
