const longestSeconds = 3600

/** The pause after so many attempts: twice as long each time, and up to a quarter more, so that not all come back at once. */
export function backOffMs(firstSeconds: number, attempts: number, chance = Math.random()): number {
  const seconds = Math.min(firstSeconds * 2 ** Math.min(attempts - 1, 30), longestSeconds)
  return Math.round(seconds * 1000 * (1 + chance / 4))
}
