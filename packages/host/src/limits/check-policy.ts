import type { LimitPolicy } from '@quipu/kit'

/** The policy, if it is valid. */
export function checkPolicy(name: string, policy: LimitPolicy): LimitPolicy {
  const { points, seconds, blockSeconds = 1 } = policy
  if (!isCount(points) || !isCount(seconds) || !isCount(blockSeconds))
    throw new Error(`The limit ${name} must have whole numbers of points and seconds, at least 1 each`)
  return policy
}

export function isSamePolicy(one: LimitPolicy, other: LimitPolicy): boolean {
  return (
    one.points === other.points &&
    one.seconds === other.seconds &&
    one.blockSeconds === other.blockSeconds &&
    (one.per ?? 'user') === (other.per ?? 'user')
  )
}

/** At most a thousand million, so that it stays exact in milliseconds wherever it is counted. */
function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 1_000_000_000
}
