import type { Chunk } from '../annotate/chunk.ts'
import { kindOf, type ChunkKind } from '../grammar/chunk-kind.ts'
import { isNumeric } from '../lexicon/dataset-fields.ts'
import type { QueryTraits } from './query-traits.ts'

/** The parts of a query that an operator of the question should produce. One of them is enough. */
const traces: Partial<Record<ChunkKind, readonly string[]>> = {
  count: ['aggregate:count', 'aggregate:sum', 'having'],
  average: ['aggregate:avg', 'arithmetic:/'],
  sum: ['aggregate:sum', 'aggregate:count'],
  minimum: ['aggregate:min', 'order'],
  maximum: ['aggregate:max', 'order'],
  median: ['aggregate:median'],
  distinct: ['distinct', 'group'],
  each: ['group'],
  per: ['group', 'arithmetic'],
  order: ['order'],
  ascending: ['order'],
  descending: ['order'],
  alphabetical: ['order'],
  '>': ['compare:>', 'compare:>=', 'during'],
  '>=': ['compare:>=', 'compare:>', 'during'],
  '<': ['compare:<', 'compare:<=', 'during'],
  '<=': ['compare:<=', 'compare:<', 'during'],
  before: ['compare:<', 'compare:<=', 'during'],
  after: ['compare:>', 'compare:>=', 'during'],
  between: ['between', 'during', 'compare:>='],
  not: ['not', 'compare:!=', 'combine:except', 'null', 'false'],
  no: ['false', 'not', 'compare:!=', 'combine:except', 'compare:='],
  without: ['false', 'not', 'compare:!=', 'combine:except'],
  except: ['false', 'not', 'compare:!=', 'combine:except'],
  both: ['combine:intersect', 'related', 'member'],
  either: ['or', 'in', 'combine:union'],
  or: ['or', 'in', 'combine:union', 'compare:>=', 'compare:<='],
  most: ['order', 'aggregate:max'],
  least: ['order', 'aggregate:min'],
  common: ['order'],
  rare: ['order'],
  top: ['limit'],
  bottom: ['limit'],
  superlative: ['order', 'aggregate:max', 'aggregate:min'],
  comparative: ['compare:>', 'compare:<', 'compare:>=', 'compare:<=', 'during', 'order'],
  contains: ['like:contains'],
  begins: ['like:begins'],
  ends: ['like:ends'],
  null: ['null'],
  share: ['share', 'arithmetic'],
  ratio: ['arithmetic', 'share'],
  difference: ['arithmetic', 'span'],
  growth: ['running'],
  running: ['running'],
  same: ['member', 'scalar', 'related', 'compare:='],
  other: ['not', 'compare:!=', 'arithmetic'],
  only: ['not'],
}

/** Operators of the question that have no effect on the query. */
export function ignoredOperators(chunks: readonly Chunk[], traits: QueryTraits): readonly Chunk[] {
  return chunks.filter((chunk, at) => {
    const wanted = traces[kindOf(chunk)]
    return (
      wanted !== undefined &&
      !wanted.some((part) => traits.parts.has(part)) &&
      !isPartOfNoun(chunk, chunks[at + 1], traits)
    )
  })
}

const isEach = /^(?:for )?(?:each|every)$/i

/** "the number of seats" of a field that holds it, and "for each card" where a row is listed for each. */
function isPartOfNoun(
  chunk: Chunk,
  after: Chunk | undefined,
  { fields, parts, datasets }: QueryTraits,
): boolean {
  const nouns = after?.nouns ?? []
  if (kindOf(chunk) === 'count' && !/total/i.test(chunk.text))
    return nouns.some(
      (noun) =>
        noun.kind === 'field' &&
        isNumeric(noun.field) &&
        fields.has(`${noun.dataset.name}.${noun.field.name}`),
    )
  const isList = ![...parts.keys()].some((part) => /^(?:aggregate|group|limit)/.test(part))
  const [noun] = nouns
  return isEach.test(chunk.text) && isList && noun?.kind === 'dataset' && datasets.has(noun.dataset.name)
}
