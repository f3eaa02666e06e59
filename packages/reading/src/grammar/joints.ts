import type { Chunk } from '../annotate/chunk.ts'
import { isEntity, type ChunkKind } from './chunk-kind.ts'
import { comparisonOf, speakOfOuter } from './operands.ts'
import { small, type ParseState } from './parse-state.ts'

/** What each conjunction does to the conditions after it. */
const joints: Readonly<Partial<Record<ChunkKind, (state: ParseState) => void>>> = {
  not: negate,
  no: negate,
  without: negate,
  except: negate,
  both: (state) => (state.both = true),
  or: (state) => {
    state.joiner = 'or'
    if (!listGoesOn(state)) speakOfOuter(state)
  },
  and: goOn,
  but: goOn,
  comma: goOn,
  along: (state) => {
    speakOfOuter(state)
    if (startsOutput(state)) state.mode = 'output'
    endNegation(state)
  },
  do: speakOfSubject,
  that: openInner,
  whose: openInner,
}

/** "the towns shared by A and B": those that both have. */
export function saysShared(chunk: Chunk): boolean {
  return /^shared$/i.test(chunk.text)
}

export function readJoint(state: ParseState, kind: ChunkKind): void {
  joints[kind]?.(state)
  state.at++
}

function negate(state: ParseState): void {
  const after = negationAfter(state)
  if (after > 0) {
    const last = state.draft.conditions.pop()
    state.negate()
    if (last !== undefined) state.draft.conditions.push({ ...last, negated: true, scope: state.scope })
    endNegation(state)
    state.at += after
    return
  }
  state.negate()
  if (state.chunk()?.text.toLowerCase().startsWith('but') === true) state.clause++
}

/** "the plants that Ann does not water": the negation follows its value. Returns the number of chunks it covers. */
function negationAfter(state: ParseState): number {
  const last = state.draft.conditions.at(-1)
  if (last?.kind !== 'value' || last.negated || last.chunk !== state.chunk(state.at - 1)) return 0
  if (state.kind() !== 'not' || state.kind(state.at - 2) !== 'that') return 0
  const rest = state.kinds.slice(state.at + 1)
  const end = rest.indexOf('stop')
  const kinds = rest.slice(0, end < 0 ? rest.length : end)
  const isVerb = kinds.every((each) => each === 'unknown' || small.has(each)) || kinds.join('') === 'noun'
  return kinds.length > 0 && isVerb ? kinds.length : 0
}

function goOn(state: ParseState): void {
  if (state.kind() !== 'comma') state.joiner = 'and'
  if (!listGoesOn(state)) {
    endNegation(state)
    speakOfOuter(state)
  }
  if (startsOutput(state)) state.mode = 'output'
}

function openInner(state: ParseState): void {
  state.clause++
  const isExcepted = state.kind(state.at - 1) === 'pronoun' && state.kind(state.at - 2) === 'except'
  if (!isExcepted) endNegation(state)
}

function endNegation(state: ParseState): void {
  state.negated = false
  state.scope = null
}

/** "orders without a refund did we have last month": what follows "did" is said of the orders again. */
function speakOfSubject(state: ParseState): void {
  const last = state.draft.conditions.at(-1)
  if (last?.kind !== 'exists' || !last.negated || last.chunk !== state.chunk(state.at - 1)) return
  endNegation(state)
  state.governor = state.draft.subject
}

/** "not in A or B", "neither A nor B": the negation continues. */
function listGoesOn(state: ParseState): boolean {
  const next = state.kind(state.next(state.at + 1))
  return next === 'value' && state.kind(state.at - 1) === 'value'
}

/** Whether a further output follows "and", rather than a condition. */
function startsOutput(state: ParseState): boolean {
  const from = state.at + 1
  const first = state.kind(from)
  if (
    state.kind() === 'along' &&
    /what|list|show|give|return|find|tell/.test(state.chunk()?.text.toLowerCase() ?? '')
  )
    return true
  if (first === 'opener' || first === 'what' || first === 'which') return true
  const at = state.next(
    from,
    new Set<ChunkKind>([...small, 'what', 'which', 'average', 'sum', 'count', 'distinct']),
  )
  const words = state.kinds.slice(from, at)
  if (words.includes('what') || words.includes('opener')) return true
  if (state.kind(at) !== 'noun') return false
  const counted = words.includes('count') || words.includes('average') || words.includes('sum')
  const text = state.chunk()?.text.toLowerCase() ?? ''
  const along = state.kind() === 'along' && (/with|together|well/.test(text) || isOwnProperty(state, at))
  if (!counted && !along) return false
  for (let place = at + 1; place < Math.min(at + 5, state.kinds.length); place++) {
    const kind = state.kind(place)
    if (kind === 'stop' || kind === 'and') break
    if (comparisonOf(kind) !== undefined || kind === 'comparative') return false
  }
  return true
}

/** "customers in Lima and their segment": one more output of the same thing, if nothing else is said about it. */
function isOwnProperty(state: ParseState, at: number): boolean {
  const chunk = state.chunk(at)
  const after = state.kind(at + 1)
  return (
    chunk !== undefined &&
    /^and (?:their|its)$/i.test(state.chunk()?.text ?? '') &&
    !isEntity(chunk) &&
    (after === undefined || after === 'stop' || after === 'and' || after === 'comma' || after === 'order')
  )
}
