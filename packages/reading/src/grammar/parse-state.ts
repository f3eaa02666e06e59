import type { AggregateFunction } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import { kindOf, type ChunkKind } from './chunk-kind.ts'
import { kindInPlace } from './kind-in-place.ts'
import { emptyDraft, type Amount, type ConditionDraft, type Draft, type Mention } from './draft.ts'

/** The state of reading the question from left to right. */
export class ParseState {
  readonly chunks: readonly Chunk[]
  readonly kinds: readonly ChunkKind[]
  readonly draft: Draft = emptyDraft()
  at = 0
  mode: 'output' | 'condition' = 'output'
  /** The noun that conditions currently refer to. */
  governor: Mention | null = null
  /** Outputs from this index on have no owner yet. */
  ownerless = 0
  aggregates: AggregateFunction[] = []
  distinct = false
  /** "total number of": for a measure, its sum. */
  saysTotal = false
  saysTimes = false
  /** "customers per city" */
  saysPer = false
  frequency: 'asc' | 'desc' | null = null
  negated = false
  /** The negation whose reach has not ended. */
  scope: number | null = null
  #scopes = 0
  joiner: 'and' | 'or' = 'and'
  both = false
  limit: number | null = null
  /** The word that asked for the ranking: top, bottom. */
  top: Chunk | null = null
  clause = 0
  afterOf = false
  /** The question starts with "sort": first comes what to show, then the sort key. */
  sorts = false
  /** Conditions apply to the rows that are compared with, until the question returns to `outer`. */
  among: Mention | null = null
  outer: Mention | null = null
  /** Conditions that were read before the noun they describe: "female students". */
  premodifiers: ConditionDraft[] = []
  lastAggregate: AggregateFunction | null = null

  constructor(chunks: readonly Chunk[]) {
    this.chunks = chunks
    const kinds = chunks.map(kindOf)
    // "ordered from highest to lowest" does not refer to orders, and other words too depend on those beside them.
    this.kinds = kinds.map((_, i) => kindInPlace(chunks, kinds, i))
  }

  chunk(at = this.at): Chunk | undefined {
    return this.chunks[at]
  }

  kind(at = this.at): ChunkKind | undefined {
    return this.kinds[at]
  }

  /** The next position, from `at` on, whose kind is not skipped. */
  next(at: number, skip: ReadonlySet<ChunkKind> = small): number {
    let place = at
    while (place < this.kinds.length && skip.has(this.kinds[place] ?? 'unknown')) place++
    return place
  }

  mention(chunk: Chunk, role: Mention['role'], of: Mention | null = null): Mention {
    const made: Mention = { chunk, of, role }
    this.draft.mentions.push(made)
    return made
  }

  /** From here on a negation governs what is said, until its reach ends. */
  negate(): void {
    this.negated = true
    this.scope = ++this.#scopes
  }

  /** Adds a condition with the pending negation, conjunction and "both". */
  condition(part: Partial<ConditionDraft> & Pick<ConditionDraft, 'kind' | 'chunk'>): ConditionDraft {
    const made: ConditionDraft = {
      joiner: this.joiner,
      negated: this.negated,
      scope: this.scope,
      both: this.both,
      governor: this.governor,
      amount: null,
      operator: '=',
      operand: null,
      upper: null,
      direction: 'desc',
      limit: null,
      clause: this.clause,
      among: this.among,
      ...part,
    }
    this.draft.conditions.push(made)
    this.joiner = 'and'
    return made
  }
}

/** Kinds that may come between a noun and its predicate. */
export const small: ReadonlySet<ChunkKind> = new Set<ChunkKind>([
  'any',
  'all',
  'filler',
  'corresponding',
  'existence',
  'paren',
  'do',
  'pronoun',
  'only',
  'opener',
])

export function plainAmount(noun: Mention | null): Amount {
  return { aggregate: null, distinct: false, noun, adjective: null }
}
