import type { Chunk } from '../annotate/chunk.ts'
import { kindOf, type ChunkKind } from '../grammar/chunk-kind.ts'
import type { QueryTraits } from './query-traits.ts'

/** What an operator of the question should have left in the query; one of these parts is enough. */
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

/** Operators of the question that left no trace in the query. */
export function unheeded(chunks: readonly Chunk[], traits: QueryTraits): readonly Chunk[] {
  return chunks.filter((chunk) => {
    const wanted = traces[kindOf(chunk)]
    return wanted !== undefined && !wanted.some((part) => traits.parts.has(part))
  })
}
