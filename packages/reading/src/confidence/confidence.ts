import type { Features } from './features.ts'
import { bias, weights } from './weights.ts'

/** The probability, from 0 to 1, that a reading with these features is right. */
export function confidenceOf(features: Features): number {
  const odds = Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * (features[name] ?? 0),
    bias,
  )
  return 1 / (1 + Math.exp(-odds))
}
