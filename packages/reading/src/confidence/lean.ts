import type { Candidate, Interpretation } from './interpretation.ts'
import { confidenceOf } from './confidence.ts'

/** From here on, the likeliest names decide. */
const settled = 0.4
/** So many times surer, another reading takes the place of one that is not sure. */
const clearly = 2

/** Where the likeliest names give a reading that is not sure, another one that is far surer comes first. */
export function leaning(interpretation: Interpretation): Interpretation {
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

/** Others that are at least as sure as a first one that is not: which of them is meant is to be asked. */
export function asLikely(candidates: readonly Candidate[]): readonly Candidate[] {
  const [first, ...others] = candidates
  if (first === undefined || confidenceOf(first.features) >= settled) return []
  return others.filter(
    ({ features }) => features['noJoin'] !== 1 && confidenceOf(features) >= confidenceOf(first.features),
  )
}
