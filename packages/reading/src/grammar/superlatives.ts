import type { Chunk } from '../annotate/chunk.ts'
import { isEntity, isEventVerb, isNumericNoun, isState, type ChunkKind } from './chunk-kind.ts'
import type { Amount, Mention } from './draft.ts'
import { verbAmount } from './money-verbs.ts'
import { isDescribedThing } from './comparisons.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'

const skipped: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  ...small,
  'number',
  'distinct',
  'of',
  'count',
  'average',
  'sum',
  'possessive',
])

/** "the most visits", "highest salary", "the oldest", "3 cheapest". Advances past the chunks it uses. */
export function readSuperlative(state: ParseState): void {
  const chunk = state.chunk()
  const kind = state.kind()
  if (chunk === undefined || kind === undefined) return
  const at = state.next(state.at + 1, skipped)
  const described = state.kind(at) === 'value' && state.kind(at + 1) === 'noun' ? state.chunk(at) : undefined
  if (described !== undefined && (kind === 'most' || kind === 'least'))
    if (isState(described) || isDescribedThing(state, at)) return readMostOfKind(state, described, at)
  const target = state.kind(at) === 'noun' ? state.chunk(at) : kindBefore(state)
  const ranked: Ranked = { chunk, kind, at, limit: limitNear(state), direction: directionOf(kind, chunk) }
  if (kind === 'common' || kind === 'rare') {
    const amount = plainAmount(target === undefined ? null : state.mention(target, 'quantity', null))
    state.condition({ kind: 'frequent', chunk, direction: ranked.direction, limit: ranked.limit, amount })
    state.at = state.kind(at) === 'noun' ? at + 1 : state.at + 1
    return
  }
  if (target !== undefined) return readRankedNoun(state, ranked, target)
  const measured = kind === 'most' || kind === 'least' ? verbAmount(state) : null
  if (measured !== null) {
    const { direction, limit } = ranked
    state.condition({ kind: 'superlative', chunk, direction, limit, amount: measured })
    state.at++
    return
  }
  if (rankByLastEvent(state, ranked)) return
  const pending = pendingField(state)
  const saysRows = state.kind(at) === 'times' && state.chunk(at)?.text.toLowerCase() !== 'time'
  const ends = saysRows || state.kind(at) === undefined || state.kind(at) === 'stop'
  if (pending === null && (kind === 'most' || kind === 'least') && state.governor !== null && ends) {
    state.condition({
      kind: 'frequent',
      chunk,
      direction: ranked.direction,
      limit: ranked.limit,
      amount: plainAmount(null),
    })
    state.at = saysRows ? at + 1 : at
    return
  }
  const adjective = pending === null || chunk.adjective?.isTime === true ? chunk.adjective : null
  state.condition({
    kind: 'superlative',
    chunk,
    direction: ranked.direction,
    limit: ranked.limit,
    amount: { ...plainAmount(pending), adjective },
  })
  state.at++
}

/** "the plan that is most common": the plan, which nothing else says anything about. */
function kindBefore(state: ParseState): Chunk | undefined {
  const kind = state.kind()
  const last = state.draft.conditions.at(-1)
  const isSaid = state.kind(state.at - 1) === 'be' && state.kind(state.at - 2) === 'that'
  const chunk = state.chunk(state.at - 3)
  if ((kind !== 'common' && kind !== 'rare') || !isSaid || chunk === undefined || isEntity(chunk))
    return undefined
  if (last?.kind !== 'exists' || last.negated || last.chunk !== chunk) return undefined
  state.draft.conditions.pop()
  return chunk
}

/** "who returned a book most recently": ranked by the verb's time field, though other words are in between. */
function rankByLastEvent(state: ParseState, { chunk, direction, limit }: Ranked): boolean {
  if (chunk.adjective?.isTime !== true || !/ly$/i.test(chunk.text)) return false
  const noun = state.draft.mentions.findLast((each) => isEventVerb(each.chunk))
  if (noun === undefined) return false
  const amount = { ...plainAmount(noun), adjective: chunk.adjective }
  state.condition({ kind: 'superlative', chunk, direction, limit, amount, governor: state.draft.subject })
  state.at++
  return true
}

/** "the most unresolved tickets": counts those in that state. */
function readMostOfKind(state: ParseState, described: Chunk, at: number): void {
  const chunk = state.chunk()
  const target = state.chunk(at + 1)
  const kind = state.kind()
  if (chunk === undefined || target === undefined || kind === undefined) return
  readRankedNoun(
    state,
    { chunk, kind, at: at + 1, limit: limitNear(state), direction: directionOf(kind, chunk) },
    target,
  )
  const governor = state.draft.conditions.at(-1)?.amount?.noun ?? state.governor
  state.condition({
    kind: 'value',
    chunk: described,
    operand: { kind: 'text', chunk: described },
    governor,
    negated: false,
  })
}

interface Ranked {
  readonly chunk: Chunk
  readonly kind: ChunkKind
  /** The position of the noun. */
  readonly at: number
  readonly limit: number | null
  readonly direction: 'asc' | 'desc'
}

function directionOf(kind: ChunkKind, chunk: Chunk): 'asc' | 'desc' {
  if (kind === 'most' || kind === 'common') return 'desc'
  return kind === 'least' || kind === 'rare' ? 'asc' : (chunk.adjective?.direction ?? 'desc')
}

/** "the highest average guest age": the property of the guests. */
function propertyAfter(state: ParseState, at: number, thing: Chunk): { at: number; target: Chunk } {
  const next = state.chunk(at + 1)
  const isOwned =
    next !== undefined &&
    state.kind(at + 1) === 'noun' &&
    isEntity(thing) &&
    isNumericNoun(next) &&
    !isEntity(next) &&
    state.kind(at - 1) === 'average'
  return isOwned ? { at: at + 1, target: next } : { at, target: thing }
}

function readRankedNoun(state: ParseState, ranked: Ranked, thing: Chunk): void {
  const { chunk, kind, limit, direction } = ranked
  const { at, target } = propertyAfter(state, ranked.at, thing)
  const between = state.kinds.slice(state.at + 1, at)
  const saysNumber = / (number|count|amount) of$/.test(chunk.text.toLowerCase()) || between.includes('count')
  const generic = isNumericNoun(target) && (chunk.adjective?.fields.length ?? 0) < 4
  const mean = between.includes('average') ? 'avg' : between.includes('sum') ? 'sum' : null
  if (chunk.adjective !== null && !saysNumber && mean === null && isEntity(target) && !generic)
    return describe(state, ranked, target)
  const counts = saysNumber || ((kind === 'most' || kind === 'least') && !isNumericNoun(target))
  const noun = state.mention(target, 'quantity', state.governor)
  const amount: Amount = {
    aggregate: counts ? 'count' : mean,
    distinct: between.includes('distinct'),
    noun,
    adjective: saysNumber ? null : chunk.adjective,
  }
  state.condition({ kind: 'superlative', chunk, direction, limit, amount })
  state.at = at + 1
  const ownerAt = state.next(state.at + 1)
  const owner = state.chunk(ownerAt)
  if (state.kind() !== 'of' || state.kind(ownerAt) !== 'noun' || owner === undefined) return
  noun.of = state.mention(owner, 'entity')
  state.at = ownerAt + 1
}

/** "the oldest greenhouse": the adjective ranks the thing itself. */
function describe(state: ParseState, { chunk, at, limit, direction }: Ranked, target: Chunk): void {
  const made = state.condition({
    kind: 'superlative',
    chunk,
    direction,
    limit,
    amount: { ...plainAmount(null), adjective: chunk.adjective },
    governor: null,
  })
  state.draft.conditions.pop()
  if (state.mode === 'output') {
    state.premodifiers.push(made)
    state.at++
    return
  }
  const noun = state.mention(target, 'entity')
  state.draft.conditions.push({ ...made, governor: noun })
  state.governor = noun
  state.at = at + 1
}

/** "whose salary is the highest": ranks by the noun before it. */
function pendingField(state: ParseState): Mention | null {
  for (let at = state.at - 1; at >= Math.max(0, state.at - 3); at--) {
    if (state.kind(at) === 'noun') {
      const chunk = state.chunk(at)
      return (
        state.draft.mentions.find(
          (each) => each.chunk === chunk && (each.role === 'condition' || each.role === 'quantity'),
        ) ?? null
      )
    }
    if (state.kind(at) !== 'be' && !small.has(state.kind(at) ?? 'stop')) return null
  }
  return null
}

function limitNear(state: ParseState): number | null {
  const before = state.chunk(state.at - 1)
  const after = state.chunk(state.at + 1)
  const used = state.draft.conditions.at(-1)?.chunk
  const near =
    state.kind(state.at - 1) === 'number' && before !== used
      ? before
      : state.kind(state.at + 1) === 'number'
        ? after
        : undefined
  const found = state.limit ?? near?.number ?? null
  state.limit = null
  return found
}
