import { isVerb, isEntity, isEventVerb, isNumericNoun, type ChunkKind } from './chunk-kind.ts'
import { readBetween, readComparative, readComparison, readRange } from './comparisons.ts'
import type { ConditionDraft, Mention } from './draft.ts'
import { readLike } from './likes.ts'
import { measuresWhatFollows } from './money-verbs.ts'
import { readValue } from './condition-values.ts'
import { comparisonOf } from './operands.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'
import { readEventRank } from './ranked-events.ts'

const betweenNounAndPredicate: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  ...small,
  'be',
  'not',
  'have',
  'preposition',
  'named',
  'with',
  'by',
  'either',
  'both',
  'no',
  'unknown',
  'letter',
  'of',
])

/** Reads a noun among the conditions: with what is said about it, as owner of the value before it, or as something that must exist. */
export function readConditionNoun(state: ParseState): void {
  const chunk = state.chunk()
  if (chunk === undefined) return
  if (continuesValues(state, chunk)) return readValue(state)
  if (measuresWhatFollows(state)) {
    state.at++
    return
  }
  const at = state.next(state.at + 1, betweenNounAndPredicate)
  const kind = state.kind(at)
  const between = state.kinds.slice(state.at + 1, at)
  const directly = between.every((each) => small.has(each) || direct.has(each))
  const negated = state.negated || between.includes('not')
  if (!isPredicate(kind, directly) && takesAsOwner(state, chunk)) return
  const holds = state.chunks.slice(state.at + 1, at).some((each) => /^(contain|includ)/i.test(each.text))
  if (holds && kind === 'value' && !isEntity(chunk)) {
    state.at = at - 1
    state.negated = negated
    return readLike(state, 'contains', plainAmount(state.mention(chunk, 'condition', state.governor)))
  }
  if (directly && readEventRank(state, chunk, at)) return
  if (isPredicate(kind, directly) && !standsAlone(state, chunk, at, between))
    return readPredicate(state, chunk, at, negated, between.includes('both'))
  if (directly && isRankedBy(state, chunk, at, between)) {
    state.mention(chunk, 'condition', state.governor)
    state.at = at
    return
  }
  readThing(state, chunk)
}

const direct: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  'be',
  'not',
  'named',
  'of',
  'unknown',
  'either',
  'both',
])

/** "both by letter and in person": a value of the same field as the one before, though it also names a thing. */
function continuesValues(state: ParseState, chunk: Mention['chunk']): boolean {
  const previous = lastCondition(state)
  const place = previous?.chunk.values[0]
  if (previous?.kind !== 'value' || place === undefined || !(previous.both || state.joiner === 'or'))
    return false
  let at = state.at - 1
  while (small.has(state.kind(at) ?? 'stop') || state.kind(at) === 'preposition' || state.kind(at) === 'by')
    at--
  const joint = state.kind(at)
  return (
    (joint === 'and' || joint === 'or' || joint === 'comma') &&
    chunk.values.some((each) => each.dataset === place.dataset && each.field === place.field)
  )
}

/** "the price of plants": the owner of the noun in the condition before. */
function takesAsOwner(state: ParseState, chunk: Mention['chunk']): boolean {
  const noun = state.kind(state.at - 1) === 'of' ? (lastCondition(state)?.amount?.noun ?? null) : null
  if (noun === null || noun.chunk !== state.chunk(state.at - 2)) return false
  noun.of = state.mention(chunk, 'entity')
  state.at++
  return true
}

/** The words that follow are not about this noun: "keepers older than 50", "tend more than 2 gardens". */
function standsAlone(
  state: ParseState,
  chunk: Mention['chunk'],
  at: number,
  between: readonly ChunkKind[],
): boolean {
  const kind = state.kind(at)
  if (kind === 'number' && state.kind(at + 1) === 'times') return true
  if (saysAge(state, chunk, at) || countsOrMore(state, at)) return true
  if ((kind === 'comparative' && isEntity(chunk)) || countsAfter(state, chunk, at)) return true
  if (between.includes('do') && kind === 'time' && isEntity(chunk)) return true
  if (between.includes('of')) return kind === 'time' || (kind === 'value' && isEntity(chunk))
  return between.length === 0 && kind === 'time' && isEntity(chunk)
}

/** "members over 20 years old", "members who are 20 years old": the age, not the number of members. */
function saysAge(state: ParseState, chunk: Mention['chunk'], at: number): boolean {
  const number = comparisonOf(state.kind(at)) === undefined ? at : state.next(at + 1)
  return isEntity(chunk) && state.kind(number) === 'number' && state.kind(number + 1) === 'aged'
}

/** "did not visit two or more parks": the number belongs to the thing after it. */
function countsOrMore(state: ParseState, at: number): boolean {
  const wide = state.kind(at + 1)
  const noun = state.chunk(at + 2)
  if (state.kind(at) !== 'number' || (wide !== 'orMore' && wide !== 'orLess')) return false
  return state.kind(at + 2) === 'noun' && noun !== undefined && isEntity(noun)
}

/** "whose salary is the highest", "that costs the most". */
function isRankedBy(
  state: ParseState,
  chunk: Mention['chunk'],
  at: number,
  between: readonly ChunkKind[],
): boolean {
  const kind = state.kind(at)
  if (kind !== 'superlative' && kind !== 'most' && kind !== 'least') return false
  return between.includes('be') || (isNumericNoun(chunk) && state.kind(state.next(at + 1)) !== 'noun')
}

/** "with the maximum load" where a field has that name: the highest value of all. */
function readExtreme(state: ParseState, chunk: Mention['chunk']): boolean {
  const extreme = /^(max|min)/i.exec(chunk.text)?.[1]?.toLowerCase()
  if (extreme === undefined || isEntity(chunk) || !isNumericNoun(chunk) || state.negated) return false
  if (!/\bthe$/i.test(state.chunk(state.at - 1)?.text ?? '')) return false
  state.condition({
    kind: 'superlative',
    chunk,
    direction: extreme === 'max' ? 'desc' : 'asc',
    amount: plainAmount(state.mention(chunk, 'quantity', state.governor)),
  })
  state.at++
  return true
}

function readThing(state: ParseState, chunk: Mention['chunk']): void {
  if (readExtreme(state, chunk)) return
  const previous = lastCondition(state)
  const ownsValue =
    previous?.kind === 'value' &&
    previous.amount === null &&
    state.kind(state.at - 1) === 'value' &&
    !isEventVerb(chunk)
  state.at++
  if (ownsValue && !isEntity(chunk))
    return replaceLast(state, { amount: plainAmount(state.mention(chunk, 'condition', state.governor)) })
  const verbal = isVerb(chunk) || followsDoNot(state)
  const weak = (chunk.nouns[0]?.score ?? 0) < 0.8
  const next = state.kind(state.next(state.at, new Set<ChunkKind>([...small, 'preposition', 'with', 'by'])))
  if (verbal && weak && (!state.negated || next === 'noun' || next === 'number' || comparisonOf(next))) return
  const noun = state.mention(chunk, 'entity', isEntity(chunk) ? null : state.governor)
  if (ownsValue) replaceLast(state, { governor: noun })
  const denied = deniedBefore(state, chunk)
  if (denied !== null) {
    state.condition({ kind: 'exists', chunk, amount: plainAmount(noun), ...denied, joiner: 'or' })
    state.governor = noun
  } else if (!ownsValue || state.negated)
    state.condition({
      kind: 'exists',
      chunk,
      amount: plainAmount(noun),
      negated: state.negated && !ownsValue,
    })
  if ((isEntity(chunk) && !verbal) || state.negated) state.governor = noun
  state.negated = false
}

/** "did not affect": a verb in its plain form. `at` is after it. */
function followsDoNot(state: ParseState): boolean {
  return /\b(?:do|does|did)(?: not|n't)$/i.test(state.chunk(state.at - 2)?.text ?? '')
}

/** "without a booking or a payment": the second thing is denied as the first is, of the same rows. */
function deniedBefore(
  state: ParseState,
  chunk: Mention['chunk'],
): Pick<ConditionDraft, 'negated' | 'scope' | 'governor'> | null {
  const last = lastCondition(state)
  if (last?.kind !== 'exists' || !last.negated || last.scope === null || !isEntity(chunk)) return null
  const own = state.chunks.indexOf(last.chunk)
  const joint = state.kinds.slice(own + 1, state.chunks.indexOf(chunk))
  const isList =
    joint.length > 0 && joint.every((each) => each === 'or' || each === 'comma' || small.has(each))
  return isList ? { negated: true, scope: last.scope, governor: last.governor } : null
}

/** "tend more than 2 gardens", "beds with at least 20 litres": the number belongs to the noun after it. */
function countsAfter(state: ParseState, chunk: Mention['chunk'], at: number): boolean {
  if (comparisonOf(state.kind(at)) === undefined) return false
  const number = state.next(at + 1)
  const noun = state.chunk(state.next(number + 1))
  return (
    state.chunk(number)?.number !== null &&
    state.chunk(number) !== undefined &&
    state.kind(state.next(number + 1)) === 'noun' &&
    noun !== undefined &&
    (isEntity(noun) || (isEntity(chunk) && isNumericNoun(noun)))
  )
}

function isPredicate(kind: ChunkKind | undefined, directly: boolean): boolean {
  if (kind === undefined) return false
  if (kind === 'value' || kind === 'number' || kind === 'time' || kind === 'range') return directly
  return (
    comparisonOf(kind) !== undefined ||
    kind === 'contains' ||
    kind === 'begins' ||
    kind === 'ends' ||
    kind === 'null' ||
    kind === 'between' ||
    kind === 'comparative'
  )
}

/** A noun and its predicate: "status is open", "age above 30", "name contains x". */
function readPredicate(
  state: ParseState,
  chunk: Mention['chunk'],
  at: number,
  negated: boolean,
  both: boolean,
): void {
  const kind = state.kind(at)
  const other = state.chunk(at)
  if (other === undefined || kind === undefined) return
  if (both) state.both = true
  const sharesRow = state.kind(state.at - 1) === 'same' && /^as$/i.test(state.chunk(at - 1)?.text ?? '')
  const noun = state.mention(chunk, 'condition', state.governor)
  const before = state.negated
  if (negated && !before) state.negate()
  state.negated = negated
  const amount = plainAmount(noun)
  state.at = at
  if (kind === 'value') {
    const operand = { kind: 'text', chunk: other } as const
    state.condition({ kind: 'value', chunk: other, amount, operand, ...(sharesRow ? { sharesRow } : {}) })
    if (isEntity(chunk) && !sharesRow) state.governor = noun
    state.at++
  } else if (kind === 'number') {
    const wide = state.kind(at + 1)
    state.condition({
      kind: 'compare',
      chunk: other,
      amount,
      operator: wide === 'orMore' ? '>=' : wide === 'orLess' ? '<=' : '=',
      operand: { kind: 'number', value: other.number ?? 0 },
    })
    if (isEntity(chunk)) state.governor = noun
    state.at += wide === 'orMore' || wide === 'orLess' ? 2 : 1
  } else if (kind === 'time') {
    state.condition({
      kind: 'time',
      chunk: other,
      amount,
      operand: other.time === null ? null : { kind: 'time', time: other.time, chunk: other },
    })
    state.at++
  } else if (kind === 'null') {
    state.condition({ kind: 'null', chunk: other, amount })
    state.at++
  } else if (kind === 'range') readRange(state, amount)
  else if (kind === 'between') readBetween(state, amount)
  else if (kind === 'comparative') readComparative(state, noun)
  else if (kind === 'contains' || kind === 'begins' || kind === 'ends') readLike(state, kind, amount)
  else readComparison(state, amount)
  state.negated = before && (state.kind() === 'or' || state.kind() === 'and' || state.kind() === 'comma')
}

function lastCondition(state: ParseState): ConditionDraft | undefined {
  return state.draft.conditions.at(-1)
}

function replaceLast(state: ParseState, change: Partial<ConditionDraft>): void {
  const last = state.draft.conditions.pop()
  if (last !== undefined) state.draft.conditions.push({ ...last, ...change })
}
