const longestSeconds = 3600

/**
 * The pause after this many attempts: twice as long each time, plus up to a random quarter, so that not all return at
 * once.
 */
export function backOffMs(firstSeconds: number, attempts: number, chance = Math.random()): number {
  const seconds = Math.min(firstSeconds * 2 ** Math.min(attempts - 1, 30), longestSeconds)
  return Math.round(seconds * 1000 * (1 + chance / 4))
}
