import type { Query } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import { kindOf, type ChunkKind } from '../grammar/chunk-kind.ts'
import type { Mention } from '../grammar/draft.ts'
import type { Building } from '../interpret/builder.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { traitsOf, type QueryTraits } from './query-traits.ts'
import { ignoredOperators } from './ignored-operators.ts'

/** Operators with one meaning. When such an operator has no effect on the query, a part of the question is lost. */
const decisive: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  'average',
  'sum',
  'median',
  '>',
  '>=',
  '<',
  '<=',
  'before',
  'after',
  'not',
  'no',
  'without',
  'except',
  'both',
  'either',
  'most',
  'least',
  'common',
  'rare',
  'top',
  'bottom',
  'superlative',
  'comparative',
  'contains',
  'begins',
  'ends',
  'share',
  'ratio',
  'growth',
  'running',
])
const timeParts = ['during', 'period', 'part', 'span', 'running', 'now']

/** Words that were understood one by one but have no effect on the query. */
export function droppedWords(
  chunks: readonly Chunk[],
  times: readonly TimeMention[],
  building: Building,
  query: Query,
): readonly string[] {
  const traits = traitsOf(query)
  return [
    ...ignoredOperators(chunks, traits)
      .filter((chunk) => decisive.has(kindOf(chunk)))
      .map(({ text }) => text),
    ...chunks.filter((chunk) => isLostNumber(chunk, traits)).map(({ text }) => text),
    ...times.filter((time) => isLostTime(time, chunks, traits)).map(({ words }) => words),
    ...building.draft.groups.flatMap(({ noun }) =>
      noun !== null && isLost(noun, building, traits) ? [noun.chunk.text] : [],
    ),
  ]
}

function isLostNumber(chunk: Chunk, { literals }: QueryTraits): boolean {
  if (kindOf(chunk) !== 'number' || chunk.number === null) return false
  return !literals.has(String(chunk.number)) && !literals.has(chunk.text.toLowerCase())
}

/** A year may also be compared as a number. */
function isLostTime(time: TimeMention, chunks: readonly Chunk[], { parts, literals }: QueryTraits): boolean {
  const isRead = chunks.some((chunk) => chunk.time === time && ['time', 'grain'].includes(kindOf(chunk)))
  if (!isRead) return false
  if (time.comparison === 'step') return !parts.has('running')
  if (time.kind === 'grain') return !parts.has('group')
  if (timeParts.some((part) => parts.has(part))) return false
  const years = [time.range?.start, time.range?.end].flatMap((day) => (day ? [Number(day.slice(0, 4))] : []))
  return !years.some((year) => [year - 1, year, year + 1].some((near) => literals.has(String(near))))
}

/** A field of the query stands for the thing: `customer id` for customers. */
function isReferred(dataset: string, { ontology }: Building, { fields }: QueryTraits): boolean {
  return ontology.relationships.some(
    ({ from, to, fromFields }) =>
      to === dataset && fromFields.some((field) => fields.has(`${from}.${field}`)),
  )
}

function isLost(mention: Mention, building: Building, traits: QueryTraits): boolean {
  const noun = building.resolution.nouns.get(mention)
  if (noun === undefined || noun.kind === 'metric') return false
  return noun.kind === 'dataset'
    ? !traits.datasets.has(noun.dataset.name) && !isReferred(noun.dataset.name, building, traits)
    : !traits.fields.has(`${noun.dataset.name}.${noun.field.name}`)
}
