import type { Features } from './features.ts'
import { bias, weights } from './weights.ts'

/** How likely a reading with these features is right, from 0 to 1. */
export function confidenceOf(features: Features): number {
  const odds = Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * (features[name] ?? 0),
    bias,
  )
  return 1 / (1 + Math.exp(-odds))
}
