/**
 * The eccentric anomaly E of Kepler's equation M = E − e·sin E, in radians, in the same turn as M.
 * NaN unless M is finite and 0 ≤ e < 1: a wrong input shows, and never causes an endless search.
 */
export function eccentricAnomaly(meanAnomaly: number, eccentricity: number): number {
  if (!Number.isFinite(meanAnomaly) || !(eccentricity >= 0 && eccentricity < 1)) return Number.NaN
  if (eccentricity === 0) return meanAnomaly
  const turns = Math.round(meanAnomaly / fullTurn) * fullTurn
  const reduced = meanAnomaly - turns
  const solved = solveHalfTurn(Math.min(Math.abs(reduced), Math.PI), eccentricity)
  return turns + (reduced < 0 ? -solved : solved)
}

/** E − e·sin E, without the loss of digits for a near parabola close to its periapsis. */
export function meanAnomaly(eccentric: number, eccentricity: number): number {
  return (1 - eccentricity) * eccentric + eccentricity * minusItsSine(eccentric)
}

export const fullTurn = 2 * Math.PI

/** Enough for bisection alone, if every faster step fails. */
const mostSteps = 64

/** For M in [0, π]. The root is in [M, M + e], and each step narrows that bracket or stays inside it. */
function solveHalfTurn(mean: number, e: number): number {
  if (mean === 0) return 0
  let low = mean
  let high = Math.min(mean + e, Math.PI)
  let eccentric = clamp(firstGuess(mean, e), low, high)
  for (let step = 0; step < mostSteps; step++) {
    const excess = meanAnomaly(eccentric, e) - mean
    if (excess > 0) high = eccentric
    else low = eccentric
    const next = eccentric - halleyStep(excess, eccentric, e)
    const kept = next >= low && next <= high ? next : (low + high) / 2
    if (Math.abs(kept - eccentric) <= Number.EPSILON * kept) return kept
    eccentric = kept
  }
  return eccentric
}

function halleyStep(excess: number, eccentric: number, e: number): number {
  const slope = 1 - e * Math.cos(eccentric)
  const curve = e * Math.sin(eccentric)
  return excess / (slope - (excess * curve) / (2 * slope))
}

/** Mikkola's cubic (1987): within 0.002 rad of the root for every e, so two or three steps are enough. */
function firstGuess(mean: number, e: number): number {
  const scale = 4 * e + 0.5
  const alpha = (1 - e) / scale
  const beta = mean / (2 * scale)
  const z = Math.cbrt(beta + Math.sqrt(beta * beta + alpha * alpha * alpha))
  const cubic = (2 * beta) / (z * z + alpha + (alpha * alpha) / (z * z))
  const sine = cubic - (0.078 * cubic ** 5) / (1 + e)
  return mean + e * (3 * sine - 4 * sine ** 3)
}

/** x − sin x. Below 0.5 the leading digits of both are equal, so the series is used instead. */
function minusItsSine(x: number): number {
  if (Math.abs(x) >= 0.5) return x - Math.sin(x)
  const square = x * x
  let term = (x * square) / 6
  let sum = term
  for (let n = 4; n <= 14; n += 2) {
    term *= -square / (n * (n + 1))
    sum += term
  }
  return sum
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
