import type { AggregateFunction, Comparison } from '@quipu/query'
import { isEntity, isNumericNoun, isTimeNoun, type ChunkKind } from './chunk-kind.ts'
import type { Mention, Operand } from './draft.ts'
import { small, type ParseState } from './parse-state.ts'

const comparisons: Readonly<Partial<Record<ChunkKind, Comparison>>> = {
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '=',
  '!=': '!=',
  after: '>',
  before: '<',
}
const negations: Readonly<Record<Comparison, Comparison>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  '=': '!=',
  '!=': '=',
}
const aggregates: Readonly<Partial<Record<ChunkKind, AggregateFunction>>> = {
  average: 'avg',
  minimum: 'min',
  maximum: 'max',
  sum: 'sum',
}

export interface ReadOperand {
  readonly operand: Operand
  /** The position after it. */
  readonly to: number
}

export function comparisonOf(kind: ChunkKind | undefined): Comparison | undefined {
  return kind === undefined ? undefined : comparisons[kind]
}

export function opposite(operator: Comparison): Comparison {
  return negations[operator]
}

/** "or more", "or less" after a number. */
export function widened(operator: Comparison, state: ParseState, at: number): Comparison {
  const kind = state.kind(at)
  if (state.chunk(at + 1)?.number !== null && state.chunk(at + 1) !== undefined) return operator
  if (kind === 'orMore') return '>='
  return kind === 'orLess' ? '<=' : operator
}

const skipped: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  ...small,
  'than',
  'be',
  'that',
  'of',
  'preposition',
])

/** The right side of a comparison: a number, a moment, a text, an average, or the row with a name. */
export function readOperand(state: ParseState, from: number): ReadOperand | null {
  const at = state.next(from, skipped)
  const chunk = state.chunk(at)
  const kind = state.kind(at)
  if (chunk === undefined || kind === undefined) return null
  if (chunk.number !== null && kind !== 'time')
    return { operand: { kind: 'number', value: chunk.number }, to: at + 1 }
  if (kind === 'time' && chunk.time !== null)
    return { operand: { kind: 'time', time: chunk.time, chunk }, to: at + 1 }
  const overall =
    aggregates[kind] ??
    (kind === 'superlative' ? (chunk.adjective?.direction === 'asc' ? 'min' : 'max') : undefined)
  if (overall !== undefined) return readOverall(state, at, overall)
  const others = kind === 'value' && !chunk.isQuoted ? readOthersOfKind(state, from, at) : null
  if (others !== null) return others
  if (kind === 'value' || chunk.isQuoted) return { operand: { kind: 'text', chunk }, to: at + 1 }
  return kind === 'noun' ? readOthers(state, from, at) : null
}

/** Kinds that can start the description of one thing: "the keeper with id 3". */
const describing: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  'value',
  'number',
  'with',
  'whose',
  'that',
  'named',
  'preposition',
])

/** "at least a keeper": the noun after it is counted. */
const counting: ReadonlySet<ChunkKind> = new Set<ChunkKind>(['>=', '<=', '=', '!='])

/** "than all plants from Peru", "than the age of some keepers", "than the keeper with id 3". */
function readOthers(state: ParseState, from: number, at: number): ReadOperand | null {
  const first = state.chunk(at)
  if (first === undefined || counting.has(state.kind(from - 1) ?? 'stop')) return null
  const isProperty = !isEntity(first) && (isNumericNoun(first) || isTimeNoun(first))
  const isOwned = state.kind(at + 1) === 'of' || state.kind(at + 1) === 'preposition'
  if (isProperty && !isOwned) return null
  const ownerAt = isProperty ? state.next(at + 2) : at
  const owner = state.chunk(ownerAt)
  if (owner === undefined || state.kind(ownerAt) !== 'noun' || !isEntity(owner)) return null
  const words = state.chunks
    .slice(from, ownerAt)
    .map((each) => each.text.toLowerCase())
    .join(' ')
  const isSome = /\b(any(?! other)|some|at least one)\b/.test(words)
  const isEvery = /\b(all|every|any other)\b/.test(words)
  if (!isSome && !isEvery && !describing.has(state.kind(ownerAt + 1) ?? 'stop')) return null
  const among = state.mention(owner, 'entity')
  const noun = isProperty ? state.mention(first, 'condition', among) : null
  return {
    operand: { kind: 'overall', function: isSome ? 'some' : 'every', noun, among },
    to: ownerAt + 1,
  }
}

/** "than all nurses" where nurses are those of one kind: the kind is read next, as what narrows them. */
function readOthersOfKind(state: ParseState, from: number, at: number): ReadOperand | null {
  const words = state.chunks.slice(from, at).map((each) => each.text.toLowerCase())
  const isSome = words.some((each) => /^(?:any|some)$/.test(each))
  if (state.governor === null || !(isSome || words.some((each) => /^(?:all|every|any other)\b/.test(each))))
    return null
  const among = state.mention(state.governor.chunk, 'entity')
  return { operand: { kind: 'overall', function: isSome ? 'some' : 'every', noun: null, among }, to: at }
}

/** From here on, conditions narrow the rows that are compared with. */
export function speakOfOthers(state: ParseState, operand: Operand): void {
  if (operand.kind !== 'overall' || operand.among === null) return
  state.outer = state.governor
  state.among = operand.among
  state.governor = operand.among
}

export function speakOfOuter(state: ParseState): void {
  if (state.among === null) return
  state.governor = state.outer
  state.among = null
  state.outer = null
}

function readOverall(state: ParseState, at: number, aggregate: AggregateFunction): ReadOperand {
  const nounAt = state.next(at + 1, new Set<ChunkKind>([...small, 'count', 'of']))
  const chunk = state.chunk(nounAt)
  if (state.kind(nounAt) !== 'noun' || chunk === undefined)
    return { operand: { kind: 'overall', function: aggregate, noun: null, among: null }, to: at + 1 }
  if (state.kind(at) === 'superlative' && isEntity(chunk) && !isNumericNoun(chunk)) {
    const among = state.mention(chunk, 'entity')
    return { operand: { kind: 'overall', function: aggregate, noun: null, among }, to: nounAt + 1 }
  }
  const noun: Mention = state.mention(chunk, 'condition', null)
  let to = nounAt + 1
  if (state.kind(to) === 'of' || state.kind(to) === 'preposition') {
    const ownerAt = state.next(to + 1)
    const owner = state.chunk(ownerAt)
    if (state.kind(ownerAt) === 'noun' && owner !== undefined) {
      noun.of = state.mention(owner, 'entity')
      to = ownerAt + 1
    }
  }
  return { operand: { kind: 'overall', function: aggregate, noun, among: noun.of }, to }
}
