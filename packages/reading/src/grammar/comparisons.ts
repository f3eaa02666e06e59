import type { Comparison } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import { adjectiveOf } from '../words/adjectives.ts'
import { isEntity, isNumericNoun, isTimeNoun, type ChunkKind } from './chunk-kind.ts'
import type { Amount, Mention, Operand } from './draft.ts'
import { verbAmount } from './money-verbs.ts'
import { comparisonOf, opposite, readOperand, speakOfOthers, widened } from './operands.ts'
import { plainAmount, small, type ParseState } from './parse-state.ts'

const skipped: ReadonlySet<ChunkKind> = new Set<ChunkKind>([...small, 'distinct', 'other', 'of'])

/** "more than 3 visits", "above 20", "before 2010", "higher than the average". `amount` is set when the noun comes before. */
export function readComparison(state: ParseState, amount: Amount | null = null): void {
  const chunk = state.chunk()
  const operator = comparisonOf(state.kind())
  if (chunk === undefined || operator === undefined) return
  if (readTimes(state, chunk, operator, amount?.noun ?? null)) return
  const read = readOperand(state, state.at + 1)
  if (read === null) return readMoreOf(state, amount, operator)
  const wide = widened(operator, state, read.to)
  const to = wide === operator ? read.to : read.to + 1
  const negated = state.negated
  state.negated = false
  const compared = { chunk, wide, final: negated ? opposite(wide) : wide, operand: read.operand, negated, to }
  if (amount === null && readAfterNumber(state, compared)) return
  compareWith(state, compared, operator, amount ?? verbAmount(state))
  speakOfOthers(state, read.operand)
  state.at = to
}

interface Compared {
  readonly chunk: Chunk
  readonly wide: Comparison
  /** Includes the negation. */
  readonly final: Comparison
  readonly operand: Operand
  readonly negated: boolean
  /** The position after the operand. */
  readonly to: number
}

const countOfRows: Amount = { aggregate: 'count', distinct: false, noun: null, adjective: null }

/** "more than once". */
function readTimes(state: ParseState, chunk: Chunk, operator: Comparison, noun: Mention | null): boolean {
  const value = ['once', 'twice', 'thrice'].indexOf(state.chunk(state.at + 1)?.text.toLowerCase() ?? '') + 1
  if (value === 0) return false
  const final = state.negated ? opposite(operator) : operator
  state.condition({
    kind: 'quantity',
    chunk,
    operator: final,
    operand: { kind: 'number', value },
    amount: { ...countOfRows, noun: noun !== null && isEntity(noun.chunk) ? noun : null },
    negated: false,
  })
  state.at += 2
  return true
}

/** "20 years old", "3 visits", "5 times": the counted noun follows the number. */
function readAfterNumber(state: ParseState, { chunk, wide, final, operand, negated, to }: Compared): boolean {
  if (operand.kind !== 'number') return false
  if (state.kind(to) === 'aged') {
    const adjective = adjectiveOf('older') ?? null
    state.condition({
      kind: 'compare',
      chunk,
      operator: final,
      operand,
      amount: { ...plainAmount(null), adjective },
      negated: false,
    })
    state.at = to + 1
    return true
  }
  const first = state.next(to, skipped)
  const value = isDescribedThing(state, first) ? state.chunk(first) : undefined
  const nounAt = value === undefined ? first : first + 1
  const noun = state.chunk(nounAt)
  const kind = state.kind(nounAt)
  if (noun === undefined || (kind !== 'noun' && kind !== 'times')) return false
  const entity = kind === 'noun' && isEntity(noun)
  const distinct = state.kinds.slice(to, nounAt).includes('distinct')
  const amount =
    kind === 'times'
      ? countOfRows
      : { ...plainAmount(state.mention(noun, 'quantity', state.governor)), distinct }
  state.condition({
    kind: 'quantity',
    chunk,
    operator: entity ? wide : final,
    operand,
    amount,
    negated: entity && negated,
  })
  if (value !== undefined)
    state.condition({
      kind: 'value',
      chunk: value,
      operand: { kind: 'text', chunk: value },
      governor: amount.noun,
      negated: false,
    })
  state.at = nounAt + 1
  return true
}

/** "3 unpaid invoices": a value before the counted thing. */
export function isDescribedThing(state: ParseState, at: number): boolean {
  const thing = state.chunk(at + 1)
  return state.kind(at) === 'value' && state.kind(at + 1) === 'noun' && thing !== undefined && isEntity(thing)
}

function compareWith(
  state: ParseState,
  { chunk, final, operand, negated }: Compared,
  operator: Comparison,
  amount: Amount | null,
): void {
  if (operand.kind === 'text' && (operator === '=' || operator === '!='))
    state.condition({
      kind: 'value',
      chunk: operand.chunk,
      amount,
      operand,
      negated: operator === '!=' || negated,
    })
  else if (operand.kind === 'time' && amount === null)
    state.condition({ kind: 'time', chunk, operator: final, operand, negated: false })
  else
    state.condition({
      kind: 'compare',
      chunk,
      amount: amount ?? previousAmount(state),
      operator: final,
      operand,
      negated: false,
    })
}

/** "more sails than average", "more X than Y". */
function readMoreOf(
  state: ParseState,
  amount: Amount | null,
  operator: ReturnType<typeof comparisonOf>,
): void {
  const at = state.next(state.at + 1, skipped)
  const noun = state.chunk(at)
  if (state.kind(at) === 'noun' && noun !== undefined && operator !== undefined && amount === null) {
    const read = readOperand(state, at + 1)
    if (read !== null && state.kind(at + 1) === 'than') {
      state.condition({
        kind: 'compare',
        chunk: noun,
        operator,
        operand: read.operand,
        amount: plainAmount(state.mention(noun, 'quantity', state.governor)),
      })
      speakOfOthers(state, read.operand)
      state.at = read.to
      return
    }
  }
  state.at++
}

/** A comparison right after "and" or "or" uses the previous field: "above 20 or below 5". */
function previousAmount(state: ParseState): Amount | null {
  const before = state.kind(state.at - 1)
  if (before !== 'and' && before !== 'or' && before !== 'but') return null
  const last = state.draft.conditions.at(-1)
  return last?.kind === 'value' || last?.kind === 'like' ? null : (last?.amount ?? null)
}

/** "older than 30", "a higher salary than the average", "cheaper than 5". */
export function readComparative(state: ParseState, noun: Mention | null = null): void {
  const chunk = state.chunk()
  const adjective = chunk?.adjective ?? null
  if (chunk === undefined || adjective === null) return
  const nounAt = state.next(state.at + 1, skipped)
  const target = state.chunk(nounAt)
  const own =
    noun === null &&
    state.kind(nounAt) === 'noun' &&
    target !== undefined &&
    (isNumericNoun(target) || isTimeNoun(target))
      ? state.mention(target, 'condition', state.governor)
      : noun
  const read = readOperand(state, own === noun ? state.at + 1 : nounAt + 1)
  if (read === null) {
    state.at++
    return
  }
  const up = adjective.direction === 'desc'
  const wide = widened(up ? '>' : '<', state, read.to)
  const operator = state.negated ? opposite(wide) : wide
  state.negated = false
  const operand: Operand =
    read.operand.kind === 'text' ? { kind: 'row', chunk: read.operand.chunk } : read.operand
  const to = read.to + (wide === '>' || wide === '<' ? 0 : 1)
  const unit = own === null ? measuredIn(state, operand, to) : null
  state.condition({
    kind: 'compare',
    chunk,
    operator,
    operand,
    amount: { ...plainAmount(own ?? unit), adjective: own === null && unit === null ? adjective : null },
    negated: false,
  })
  speakOfOthers(state, operand)
  state.at = unit === null ? to : to + 1
}

/** "longer than 500 pages": the counted noun after the number is compared. */
function measuredIn(state: ParseState, operand: Operand, at: number): Mention | null {
  const chunk = state.chunk(at)
  if (operand.kind !== 'number' || state.kind(at) !== 'noun' || chunk === undefined) return null
  return isNumericNoun(chunk) && !isEntity(chunk) ? state.mention(chunk, 'condition', state.governor) : null
}

/** "10 to 20", already read as a range. */
export function readRange(state: ParseState, amount: Amount | null): void {
  const chunk = state.chunk()
  if (chunk === undefined || chunk.number === null || chunk.upTo === null) return
  const nounAt = state.next(state.at + 1, skipped)
  const noun = state.chunk(nounAt)
  const counted = amount === null && state.kind(nounAt) === 'noun' && noun !== undefined
  state.condition({
    kind: 'between',
    chunk,
    amount: counted ? plainAmount(state.mention(noun, 'quantity', state.governor)) : amount,
    operand: { kind: 'number', value: chunk.number },
    upper: { kind: 'number', value: chunk.upTo },
  })
  state.at = counted ? nounAt + 1 : state.at + 1
}

/** "between 10 and 20". */
export function readBetween(state: ParseState, amount: Amount | null): void {
  const chunk = state.chunk()
  if (chunk === undefined) return
  if (state.kind(state.at + 1) === 'range') {
    state.at++
    return readRange(state, amount)
  }
  const low = readOperand(state, state.at + 1)
  const joint = low === null ? undefined : state.kind(low.to)
  if (low === null || (joint !== 'and' && joint !== 'preposition' && joint !== 'or')) {
    state.at++
    return
  }
  const high = readOperand(state, low.to + 1)
  if (high === null) {
    state.at++
    return
  }
  const nounAt = state.next(high.to, new Set<ChunkKind>([...skipped, 'count']))
  const noun = state.chunk(nounAt)
  const counted = amount === null && state.kind(nounAt) === 'noun' && noun !== undefined
  state.condition({
    kind: 'between',
    chunk,
    amount: counted ? plainAmount(state.mention(noun, 'quantity', state.governor)) : amount,
    operand: low.operand,
    upper: high.operand,
  })
  state.at = counted ? nounAt + 1 : high.to
}
