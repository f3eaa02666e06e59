import type { MovingBody } from './positions.ts'

/** A forest of a given size for measurements, always the same: one star, and four bodies around each body, on ellipses of every kind. */
export function sampleForest(count: number): MovingBody[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `b${n}`,
    parentId: n === 0 ? null : `b${Math.floor((n - 1) / 4)}`,
    orbitalDistance: n === 0 ? 0 : 1 + (n % 7),
    orbitalSpeed: 1e-5 * (1 + (n % 11)),
    orbitalPhase: (n * 137.5) % 360,
    eccentricity: (n % 97) / 100,
    orbitRotX: n % 90,
    orbitRotZ: n % 360,
  }))
}
