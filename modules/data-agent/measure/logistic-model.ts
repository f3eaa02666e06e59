export interface Sample {
  readonly isRight: boolean
  readonly features: Readonly<Record<string, number>>
  /** Its weight in samples. */
  readonly weight: number
}

export interface Model {
  readonly bias: number
  readonly weights: Readonly<Record<string, number>>
}

/** The least and the most that the weight of a feature may be. */
export type Range = readonly [least: number, most: number]

interface FitOptions {
  /** Default: any number. */
  readonly range?: (name: string) => Range
  /** The weights to stay close to. Default: zero. */
  readonly usual?: Readonly<Record<string, number>>
  /** Without any signal the odds stay as they are. Default: false. */
  readonly isUnbiased?: boolean
}

/** A logistic model over the features as they are. The larger `strength` is, the closer a weight stays to the one in `usual`. */
export function fit(
  of: readonly Sample[],
  names: readonly string[],
  strength: number,
  { range = () => [-Infinity, Infinity], usual = {}, isUnbiased = false }: FitOptions = {},
): Model {
  const ranges = names.map(range)
  const rows = of.map(({ features }) => Float64Array.from(names, (name) => features[name] ?? 0))
  const total = of.reduce((sum, { weight }) => sum + weight, 0)
  const drawn = Float64Array.from(names, (name) => usual[name] ?? 0)
  const weights = Float64Array.from(drawn)
  const velocity = new Float64Array(names.length)
  let bias = 0
  for (let round = 0; round < rounds; round++) {
    const gradient = weights.map((weight, j) => strength * (weight - (drawn[j] ?? 0)))
    let forBias = 0
    of.forEach((sample, i) => {
      const row = rows[i] ?? new Float64Array()
      let odds = bias
      for (let j = 0; j < row.length; j++) odds += (row[j] ?? 0) * (weights[j] ?? 0)
      const error = sample.weight * (sigmoid(odds) - (sample.isRight ? 1 : 0))
      forBias += error
      for (let j = 0; j < row.length; j++) gradient[j] = (gradient[j] ?? 0) + error * (row[j] ?? 0)
    })
    if (!isUnbiased) bias -= forBias / total
    for (let j = 0; j < weights.length; j++) {
      velocity[j] = 0.9 * (velocity[j] ?? 0) - (0.3 / total) * (gradient[j] ?? 0)
      const [low, high] = ranges[j] ?? [-Infinity, Infinity]
      weights[j] = Math.max(low, Math.min(high, (weights[j] ?? 0) + (velocity[j] ?? 0)))
    }
  }
  const kept = names
    .map((name, i) => [name, rounded(weights[i] ?? 0)] as const)
    .filter(([, weight]) => Math.abs(weight) >= 0.05)
  return { bias: rounded(bias), weights: Object.fromEntries(kept) }
}

const rounds = 1200

export function confidenceBy({ bias, weights }: Model, features: Readonly<Record<string, number>>): number {
  return sigmoid(
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), bias),
  )
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
