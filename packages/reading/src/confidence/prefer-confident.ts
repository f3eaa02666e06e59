import type { Candidate, Interpretation } from './interpretation.ts'
import { confidenceOf } from './confidence.ts'

/** From this confidence on, the reading with the likeliest names stays first. */
const settled = 0.4
/** How many times more confident another reading must be to replace an unsure one. */
const clearly = 2

/** When the reading with the likeliest names is unsure, a much more confident one is put first. */
export function preferConfident(interpretation: Interpretation): Interpretation {
  const [first, ...others] = interpretation.candidates
  if (first === undefined || confidenceOf(first.features) >= settled) return interpretation
  const better = others.find(
    ({ features }) =>
      features['noJoin'] !== 1 && confidenceOf(features) >= clearly * confidenceOf(first.features),
  )
  if (better === undefined) return interpretation
  const rest = others.filter((other) => other !== better)
  return { ...interpretation, candidates: [better, first, ...rest], rivals: [] }
}

/** Other readings that are at least as confident as an unsure first one. The person is asked which is meant. */
export function asLikely(candidates: readonly Candidate[]): readonly Candidate[] {
  const [first, ...others] = candidates
  if (first === undefined || confidenceOf(first.features) >= settled) return []
  return others.filter(
    ({ features }) => features['noJoin'] !== 1 && confidenceOf(features) >= confidenceOf(first.features),
  )
}
