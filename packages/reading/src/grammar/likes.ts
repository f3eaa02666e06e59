import type { Chunk } from '../annotate/chunk.ts'
import type { ChunkKind } from './chunk-kind.ts'
import type { Mention } from './draft.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'

export function readLike(
  state: ParseState,
  kind: 'contains' | 'begins' | 'ends',
  amount: ReturnType<typeof plainAmount>,
): void {
  const chunk = state.chunk()
  let at = state.at + 1
  while (at < state.chunks.length && !isSingleLetter(state, at) && likeSkipped.has(state.kind(at) ?? 'stop'))
    at++
  const text = letterIn(chunk, state.kind(at)) ?? state.chunk(at)
  if (text?.from === chunk?.from) at = state.at
  if (text === undefined || chunk === undefined) {
    state.at++
    return
  }
  const made = state.condition({
    kind: 'like',
    chunk,
    amount,
    operator: kind,
    operand: { kind: 'text', chunk: text },
  })
  at++
  const named = fieldAfter(state, at)
  if (named !== null) {
    state.draft.conditions.pop()
    state.draft.conditions.push({
      ...made,
      amount: plainAmount(state.mention(named.chunk, 'condition', state.governor)),
    })
    at = named.to
  }
  state.at = at
}

/** "starts with A in alphabetical order": the last word is the letter, where no text follows. */
function letterIn(chunk: Chunk | undefined, after: ChunkKind | undefined): Chunk | null {
  if (chunk === undefined || !/\bA$/.test(chunk.text)) return null
  return after === 'value' || after === 'unknown' || after === 'noun' ? null : { ...chunk, text: 'A' }
}

const likeSkipped: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  ...small,
  'letter',
  'contains',
  'with',
  'named',
  'be',
])

/** After "the letter", a single letter is the text to search for, even if it is a word. */
function isSingleLetter(state: ParseState, at: number): boolean {
  const text = state.chunk(at)?.text ?? ''
  return (
    text.length === 1 &&
    /\p{L}/u.test(text) &&
    (/^\p{Lu}$/u.test(text) ||
      state.kind(at - 1) === 'letter' ||
      /letter$/i.test(state.chunk(at - 1)?.text ?? ''))
  )
}

/** "… in their names": the field that is searched. */
function fieldAfter(state: ParseState, from: number): { chunk: Mention['chunk']; to: number } | null {
  if (!/^(in|in the|within)$/i.test(state.chunk(from)?.text ?? '')) return null
  let at = from + 1
  while (
    state.kind(at) === 'pronoun' ||
    state.kind(at) === 'any' ||
    state.kind(at) === 'of' ||
    /^part$/i.test(state.chunk(at)?.text ?? '')
  )
    at++
  const chunk = state.chunk(at)
  if (state.kind(at) !== 'noun' || chunk === undefined || at === from + 1) return null
  return chunk.nouns.some((each) => each.kind === 'field' && each.field.type === 'text')
    ? { chunk, to: at + 1 }
    : null
}

/** "with Rose in their names". */
export function readPart(state: ParseState): boolean {
  const chunk = state.chunk()
  const named = fieldAfter(state, state.at + 1)
  if (chunk === undefined || named === null || !(chunk.isQuoted || chunk.isCapital)) return false
  if (state.kind(named.to - 2) !== 'pronoun' && !/part/i.test(state.chunk(named.to - 3)?.text ?? ''))
    return false
  state.condition({
    kind: 'like',
    chunk,
    amount: plainAmount(state.mention(named.chunk, 'condition', state.governor)),
    operator: 'contains',
    operand: { kind: 'text', chunk },
  })
  state.at = named.to
  return true
}
