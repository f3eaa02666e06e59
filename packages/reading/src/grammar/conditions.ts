import { isEntity, type ChunkKind } from './chunk-kind.ts'
import type { Mention } from './draft.ts'
import { endSentence } from './clauses.ts'
import { readBetween, readComparative, readComparison, readRange } from './comparisons.ts'
import { readAmount, readCount, readTopOf } from './condition-amounts.ts'
import { readConditionNoun } from './condition-nouns.ts'
import { readNumber, readValue } from './condition-values.ts'
import { readGroup } from './groups.ts'
import { readJoint, saysShared } from './joints.ts'
import { readLike, readPart } from './likes.ts'
import { comparisonOf } from './operands.ts'
import { plainAmount, type ParseState } from './parse-state.ts'
import { readSuperlative } from './superlatives.ts'

/** The handler for each kind of chunk. Other kinds join conditions or mean nothing here. */
const readers: Readonly<Partial<Record<ChunkKind, (state: ParseState, kind: ChunkKind) => void>>> = {
  noun: readConditionNoun,
  value: readValue,
  time: readTime,
  number: readNumber,
  comparative: (state) => readComparative(state),
  between: (state) => readBetween(state, null),
  range: (state) => readRange(state, null),
  superlative: readSuperlative,
  most: readSuperlative,
  least: readSuperlative,
  common: readSuperlative,
  rare: readSuperlative,
  top: readTopOf,
  bottom: readTopOf,
  stop: endSentence,
  count: readCount,
  contains: readLikeOfOutput,
  begins: readLikeOfOutput,
  ends: readLikeOfOutput,
  average: readAmount,
  sum: readAmount,
  maximum: readAmount,
  minimum: readAmount,
  unknown: readUnknown,
}

/** Reads one step in the part of the question that restricts the rows. */
export function readCondition(state: ParseState): void {
  const kind = state.kind()
  if (kind === undefined) return
  if (comparisonOf(kind) !== undefined) return readComparison(state)
  if (readGroup(state)) return
  const read = readers[kind] ?? readJoint
  read(state, kind)
}

function readTime(state: ParseState): void {
  const chunk = state.chunk()
  if (chunk === undefined) return
  const previous = state.draft.conditions.at(-1)
  const isListed = state.kind(state.at - 1) === 'or' && previous?.kind === 'time'
  const isDenied =
    state.negated && !(previous?.kind === 'value' && previous.negated && previous.clause === state.clause)
  state.condition({
    kind: 'time',
    chunk,
    negated: isDenied,
    operand: chunk.time === null ? null : { kind: 'time', time: chunk.time, chunk },
    ...(isListed ? { amount: previous.amount, governor: previous.governor } : {}),
  })
  state.at++
}

function readLikeOfOutput(state: ParseState, kind: ChunkKind): void {
  if (kind !== 'contains' && kind !== 'begins' && kind !== 'ends') return
  readLike(state, kind, plainAmount(textBefore(state) ?? state.draft.outputs.at(-1)?.noun ?? null))
}

/** "with a first name that ends with m": the text right before it. */
function textBefore(state: ParseState): Mention | null {
  const last = state.draft.conditions.at(-1)
  const noun = last?.kind === 'exists' && !last.negated ? (last.amount?.noun ?? null) : null
  if (noun === null || state.kind(state.at - 1) !== 'that' || noun.chunk !== state.chunk(state.at - 2))
    return null
  const isText = noun.chunk.nouns.some((each) => each.kind === 'field' && each.field.type === 'text')
  if (!isText || isEntity(noun.chunk)) return null
  state.draft.conditions.pop()
  return noun
}

function readUnknown(state: ParseState): void {
  const chunk = state.chunk()
  if (chunk === undefined || readPart(state)) return
  if (saysShared(chunk)) state.both = true
  else state.draft.ignored.push(chunk)
  state.at++
}
