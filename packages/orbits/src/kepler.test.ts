import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eccentricAnomaly, meanAnomaly } from './kepler.ts'

const eccentricities = fc.oneof(
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  fc.constantFrom(0, 1e-300, 0.5, 0.99, 0.999999, 1 - Number.EPSILON),
)

test('[UP1] the eccentric anomaly solves Kepler’s equation to 1e-12 for every eccentricity and mean anomaly', () => {
  const anomalies = fc.oneof(
    fc.double({ min: -10, max: 10, noNaN: true }),
    fc.constantFrom(0, -0, Math.PI, -Math.PI, 2 * Math.PI, 1e-300, 5e-324),
  )
  fc.assert(
    fc.property(eccentricities, anomalies, (e, mean) => {
      const eccentric = eccentricAnomaly(mean, e)
      expect(Math.abs(eccentric - e * Math.sin(eccentric) - mean)).toBeLessThanOrEqual(1e-12)
    }),
    { numRuns: 20_000 },
  )
})

test('[UP1] the eccentric anomaly is correct to 1e-12, even where a near parabola is steepest', () => {
  // From the smallest value to half a turn, evenly in the exponent and evenly in the angle.
  const angles = fc.oneof(
    fc.double({ min: -300, max: 0, noNaN: true }).map((exponent) => Math.PI * 10 ** exponent),
    fc.double({ min: 0, max: Math.PI, noNaN: true }),
  )
  fc.assert(
    fc.property(eccentricities, angles, (e, eccentric) => {
      const solved = eccentricAnomaly(meanAnomaly(eccentric, e), e)
      expect(Math.abs(solved - eccentric)).toBeLessThanOrEqual(1e-12)
    }),
    { numRuns: 20_000 },
  )
})

test('[UP1] an anomaly of many turns keeps the number of turns', () => {
  for (const turns of [-1000, -3, 2, 5000]) {
    const whole = turns * 2 * Math.PI
    expect(eccentricAnomaly(whole + 1, 0.7) - whole).toBeCloseTo(eccentricAnomaly(1, 0.7), 10)
  }
})

test('[UP2] NaN, infinity and values that are not an ellipse give NaN at once', () => {
  for (const mean of [Number.NaN, Infinity, -Infinity]) expect(eccentricAnomaly(mean, 0.5)).toBeNaN()
  for (const e of [Number.NaN, Infinity, -Infinity, -0.1, 1, 1.5]) expect(eccentricAnomaly(1, e)).toBeNaN()
  expect(eccentricAnomaly(Number.MAX_VALUE, 0.5)).not.toBeNaN()
})
