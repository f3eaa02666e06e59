import type { Query } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import type { Draft } from '../grammar/draft.ts'
import type { Building } from '../interpret/builder.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { Features } from './features.ts'

export interface Candidate {
  readonly query: Query
  readonly building: Building
  readonly score: number
  readonly features: Features
  /** Words that were understood though no part of the draft contains them. */
  readonly explains?: readonly string[]
}

export interface Interpretation {
  readonly chunks: readonly Chunk[]
  readonly times: readonly TimeMention[]
  readonly draft: Draft
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /** The best reading with one word given another meaning that fits as well. */
  readonly rivals: readonly Candidate[]
}
