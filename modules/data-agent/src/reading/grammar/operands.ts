import type { AggregateFunction, Comparison } from '../logical-form.ts'
import type { ChunkKind } from './chunk-kind.ts'
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
  /** The place after it. */
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

/** What something is compared with: a number, a moment, a text, an average, the row of a name. */
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
  if (kind === 'value' || chunk.isQuoted) return { operand: { kind: 'text', chunk }, to: at + 1 }
  return null
}

function readOverall(state: ParseState, at: number, aggregate: AggregateFunction): ReadOperand {
  const nounAt = state.next(at + 1, new Set<ChunkKind>([...small, 'count', 'of']))
  const chunk = state.chunk(nounAt)
  if (state.kind(nounAt) !== 'noun' || chunk === undefined)
    return { operand: { kind: 'overall', function: aggregate, noun: null, of: [] }, to: at + 1 }
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
  return { operand: { kind: 'overall', function: aggregate, noun, of: [] }, to }
}
