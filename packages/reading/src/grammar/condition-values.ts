import type { Chunk } from '../annotate/chunk.ts'
import { adjectiveOf } from '../words/adjectives.ts'
import { isEntity, isEventVerb, isNumericNoun, isTimeNoun, type ChunkKind } from './chunk-kind.ts'
import type { ConditionDraft } from './draft.ts'
import { readPart } from './likes.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'

const skippedToNoun: ReadonlySet<ChunkKind> = new Set<ChunkKind>(['any', 'paren'])

export function readValue(state: ParseState): void {
  const chunk = state.chunk()
  if (chunk === undefined || readPart(state)) return
  const previous = state.draft.conditions.at(-1)
  const before = state.kind(state.at - 1)
  const inList =
    previous !== undefined &&
    (previous.kind === 'value' || previous.kind === 'like') &&
    (before === 'or' ||
      before === 'and' ||
      before === 'comma' ||
      (before !== undefined && small.has(before) && state.kind(state.at - 2) === 'or'))
  const nextAt = state.next(state.at + 1, skippedToNoun)
  const next = state.chunk(nextAt)
  const fields = chunk.values.map((each) => `${each.dataset}.${each.field}`)
  const named =
    state.kind(nextAt) === 'noun' &&
    next !== undefined &&
    !isNumericNoun(next) &&
    !isTimeNoun(next) &&
    next.nouns.some(
      (each) => each.kind === 'field' && fields.includes(`${each.dataset.name}.${each.field.name}`),
    )
  if (named && next !== undefined && !isEntity(next)) {
    state.condition({
      kind: 'value',
      chunk,
      amount: plainAmount(state.mention(next, 'condition', state.governor)),
      operand: { kind: 'text', chunk },
    })
    state.at = nextAt + 1
    return
  }
  const negated = state.negated || (inList && previous.negated)
  const isLike = inList && previous.kind === 'like'
  state.condition({
    kind: isLike ? 'like' : 'value',
    chunk,
    ...(isLike ? { operator: previous.operator } : {}),
    amount: inList ? previous.amount : null,
    governor: inList ? previous.governor : state.governor,
    operand: { kind: 'text', chunk },
    negated,
    scope: inList ? previous.scope : state.scope,
  })
  state.at++
}

export function readNumber(state: ParseState): void {
  const chunk = state.chunk()
  if (chunk === undefined) return
  if (state.kind(state.at + 1) === 'superlative' || state.kind(state.at + 1) === 'most') {
    state.limit = chunk.number
    state.at++
    return
  }
  if (state.kind(state.at + 1) === 'aged') {
    const bound = state.kind(state.at + 2)
    state.condition({
      kind: 'compare',
      chunk,
      operator: bound === 'orMore' ? '>=' : bound === 'orLess' ? '<=' : '=',
      operand: { kind: 'number', value: chunk.number ?? 0 },
      amount: { ...plainAmount(null), adjective: adjectiveOf('older') ?? null },
    })
    state.at += bound === 'orMore' || bound === 'orLess' ? 3 : 2
    return
  }
  const wide = state.kind(state.at + 1)
  if (wide === 'orMore' || wide === 'orLess') {
    const nounAt = state.next(state.at + 2)
    const noun = state.chunk(nounAt)
    const operator = wide === 'orMore' ? '>=' : '<='
    const named = state.kind(nounAt) === 'noun' && noun !== undefined
    state.condition({
      kind: named ? 'quantity' : 'compare',
      chunk,
      amount: named ? plainAmount(state.mention(noun, 'quantity', state.governor)) : null,
      operator,
      operand: { kind: 'number', value: chunk.number ?? 0 },
    })
    state.at = named ? nounAt + 1 : state.at + 2
    return
  }
  if (readCounted(state, chunk)) return
  const listed = listedAmount(state)
  state.condition({
    kind: 'compare',
    chunk,
    operand: { kind: 'number', value: chunk.number ?? 0 },
    ...(listed === null ? {} : { amount: listed.amount, governor: listed.governor }),
  })
  state.at++
}

/** "3 times", "3 litres", "3 or 4 litres": the counted noun follows the number. */
function readCounted(state: ParseState, chunk: Chunk): boolean {
  const operand = { kind: 'number', value: chunk.number ?? 0 } as const
  const next = state.chunk(state.at + 1)
  if (state.kind(state.at + 1) === 'times' && /^times?$/i.test(next?.text ?? '')) {
    const amount = { ...plainAmount(null), aggregate: 'count' } as const
    state.condition({ kind: 'quantity', chunk, operand, amount })
    state.at += 2
    return true
  }
  const goesOn = state.kind(state.at + 1) === 'or' && state.kind(state.at + 2) === 'number'
  const counted = goesOn ? state.chunk(state.at + 3) : next
  if (state.kind(state.at + (goesOn ? 3 : 1)) !== 'noun' || counted === undefined) return false
  if (isEventVerb(counted)) return false
  const amount = plainAmount(state.mention(counted, 'quantity', state.governor))
  state.condition({ kind: 'quantity', chunk, amount, operator: '=', operand })
  state.at += goesOn ? 1 : 2
  return true
}

/** "aged 20 or 21": the second number belongs to the same field as the first. */
function listedAmount(state: ParseState): ConditionDraft | null {
  const previous = state.draft.conditions.at(-1)
  if (previous === undefined || previous.chunk !== state.chunk(state.at - 2)) return null
  return state.kind(state.at - 1) === 'or' && previous.kind === 'compare' && previous.operator === '='
    ? previous
    : null
}
