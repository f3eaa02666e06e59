import type { Chunk } from '../annotate/chunk.ts'
import { isMoment, isNumeric } from '../lexicon/dataset-fields.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { isParticiple, isPast, isVerbal } from '../words/verbal.ts'
import type { Operator } from '../words/phrases.ts'

export type ChunkKind =
  | 'range'
  | 'noun'
  | 'value'
  | 'number'
  | 'time'
  | 'grain'
  | 'superlative'
  | 'comparative'
  | 'unknown'
  | Operator

/** Operators whose words are also common names of fields and datasets. The name wins when it fits well. */
const soft: ReadonlySet<Operator> = new Set([
  'opener',
  'filler',
  'sum',
  'times',
  'all',
  'existence',
  'order',
  'top',
  'bottom',
  'count',
  'corresponding',
  'letter',
  'growth',
  'share',
  'ratio',
  'named',
  'where',
  'when',
  'maximum',
  'minimum',
  'average',
  'have',
  'contains',
  'begins',
  'ends',
  'other',
  'same',
  'difference',
  'median',
  'null',
])

/** The kind that a chunk has at its position. */
export function kindOf(chunk: Chunk): ChunkKind {
  if (chunk.isQuoted) return 'value'
  if (chunk.time !== null && chunk.time.confidence >= 0.5) return isSplit(chunk.time) ? 'grain' : 'time'
  if (chunk.upTo !== null) return 'range'
  if (chunk.adjective !== null) return chunk.adjective.degree
  const noun = chunk.nouns[0]?.score ?? 0
  const value = chunk.values[0]?.score ?? 0
  if (chunk.operator !== null) {
    const isLetter = /^\p{Lu}$/u.test(chunk.text)
    if (chunk.isCapital && value >= 1 && (isLetter || chunk.to - chunk.from > 1)) return 'value'
    return soft.has(chunk.operator) && noun >= 0.8 ? 'noun' : chunk.operator
  }
  if (chunk.number !== null && noun < 0.8) return 'number'
  if (value > 0 && (noun === 0 || value > noun + (chunk.isCapital ? -0.08 : 0.08))) return 'value'
  if (noun > 0) return 'noun'
  if (chunk.time !== null) return isSplit(chunk.time) ? 'grain' : 'time'
  return 'unknown'
}

/** By month, by weekday. */
function isSplit({ kind, part }: TimeMention): boolean {
  return kind === 'grain' || (kind === 'part' && part !== null && part.values === null)
}

export function isNumericNoun(chunk: Chunk): boolean {
  return chunk.nouns.some(
    (each) =>
      each.kind === 'metric' ||
      (each.kind === 'field' &&
        isNumeric(each.field) &&
        each.field.role !== 'identifier' &&
        each.field.role !== 'flag' &&
        each.score >= (chunk.nouns[0]?.score ?? 0) - 0.12),
  )
}

export function isTimeNoun(chunk: Chunk): boolean {
  return chunk.nouns.some(
    (each) =>
      each.kind === 'field' &&
      each.field.role === 'time' &&
      each.score >= (chunk.nouns[0]?.score ?? 0) - 0.12,
  )
}

/** A verb for the event that a time field records: "hired", "left". */
export function isEventVerb({ text, nouns: [noun] }: Chunk): boolean {
  return noun?.kind === 'field' && isMoment(noun.field) && isPast(text.split(' ')[0] ?? '')
}

/** A flag that holds, or an event that has happened: "billable", "unshipped". */
export function isState(chunk: Chunk | undefined): boolean {
  return chunk?.values[0]?.holds !== undefined
}

export function bestDatasetScore(chunk: Chunk): number {
  return chunk.nouns.find((each) => each.kind === 'dataset')?.score ?? 0
}

function bestFieldScore(chunk: Chunk): number {
  return chunk.nouns.find((each) => each.kind !== 'dataset')?.score ?? 0
}

/** Whether it is rather a thing with rows than a property. */
export function isEntity(chunk: Chunk): boolean {
  const dataset = bestDatasetScore(chunk)
  return dataset > 0 && dataset >= bestFieldScore(chunk) - 0.02
}

/** A verb, by its form or because its field is named by one: "work" where there is a `worked on`. */
export function isVerb({ text, nouns: [noun] }: Chunk): boolean {
  if (isParticiple(text)) return true
  return noun?.kind === 'field' && isVerbal(noun.field.label.split(' ')[0] ?? '')
}

/** "sales", "revenue" where no field has that name: the total revenue. */
export function isRevenue({ text, nouns: [noun] }: Chunk): boolean {
  return (
    revenueWords.test(text) &&
    noun?.kind === 'field' &&
    noun.field.type === 'number' &&
    !revenueWords.test(noun.field.label)
  )
}

const revenueWords = /\b(?:sales?|revenues?|turnover|payroll)$/i

/** One word for the number of people. */
export function isHeadcount({ text, nouns: [noun] }: Chunk): boolean {
  return /^head ?count$/i.test(text) && noun?.kind === 'dataset'
}
