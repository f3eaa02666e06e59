import { isEntity, isEventVerb, type ChunkKind } from './chunk-kind.ts'
import { small, type ParseState } from './parse-state.ts'

export function readQuestionWord(state: ParseState, kind: ChunkKind): boolean {
  if (state.draft.outputs.length > 0 || state.governor !== null) return false
  const word = state.chunk()?.text.toLowerCase() ?? ''
  if (kind === 'who' || (kind === 'that' && /^(who|whom)$/.test(word))) state.draft.asks = 'who'
  else if (kind === 'when' || word === 'when') state.draft.asks = 'when'
  else if (kind === 'where' || word === 'where') state.draft.asks = 'where'
  else if (kind === 'which' || word.includes('which')) state.draft.asks = 'which'
  else if (kind === 'what')
    state.draft.asks = word === 'what' && state.kind(state.at + 1) === 'noun' ? 'which' : 'what'
  else return false
  state.at++
  if (state.draft.asks === 'when' || state.draft.asks === 'where') readAbout(state)
  if (state.draft.asks === 'who') {
    const at = state.next(state.at, new Set<ChunkKind>([...small, 'be']))
    const chunk = state.chunk(at)
    // A verb follows "who" directly, even if a field has its name: "who worked the most".
    const isVerb = at === state.at || (chunk !== undefined && isEventVerb(chunk))
    if (state.kind(at) !== 'noun' || isVerb || state.kind(at - 1) === 'do') state.mode = 'condition'
  }
  return true
}

/** "When was the mill built?": the first noun is the subject, not an output. */
function readAbout(state: ParseState): void {
  const at = state.next(state.at, new Set<ChunkKind>([...small, 'be']))
  const chunk = state.chunk(at)
  state.mode = 'condition'
  if (state.kind(at) !== 'noun' || chunk === undefined || !isEntity(chunk)) return
  const owner = state.mention(chunk, 'entity')
  state.draft.subject = owner
  state.governor = owner
  state.at = at + 1
}
