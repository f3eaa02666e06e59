import type { ChunkKind } from './chunk-kind.ts'
import { comparisonOf } from './operands.ts'
import { small, type ParseState } from './parse-state.ts'

/** What each joining word does to the conditions that follow it. */
const joints: Readonly<Partial<Record<ChunkKind, (state: ParseState) => void>>> = {
  not: negate,
  no: negate,
  without: negate,
  except: negate,
  both: (state) => (state.both = true),
  or: (state) => (state.joiner = 'or'),
  and: goOn,
  but: goOn,
  comma: goOn,
  along: (state) => {
    if (startsOutput(state)) state.mode = 'output'
    state.negated = false
  },
  that: openInner,
  whose: openInner,
}

export function readJoint(state: ParseState, kind: ChunkKind): void {
  joints[kind]?.(state)
  state.at++
}

function negate(state: ParseState): void {
  state.negated = true
  if (state.chunk()?.text.toLowerCase().startsWith('but') === true) state.clause++
}

function goOn(state: ParseState): void {
  if (state.kind() !== 'comma') state.joiner = 'and'
  if (!listGoesOn(state)) state.negated = false
  if (startsOutput(state)) state.mode = 'output'
}

function openInner(state: ParseState): void {
  state.clause++
  state.negated = false
}

/** "not in A or B", "neither A nor B": the negation holds on. */
function listGoesOn(state: ParseState): boolean {
  const next = state.kind(state.next(state.at + 1))
  return next === 'value' && state.kind(state.at - 1) === 'value'
}

/** After "and": a further thing to show rather than a condition. */
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
  const along = state.kind() === 'along' && /with|together|well/.test(state.chunk()?.text.toLowerCase() ?? '')
  if (!counted && !along) return false
  for (let place = at + 1; place < Math.min(at + 5, state.kinds.length); place++) {
    const kind = state.kind(place)
    if (kind === 'stop' || kind === 'and') break
    if (comparisonOf(kind) !== undefined || kind === 'comparative') return false
  }
  return true
}
