/** The known word that was probably meant, if any is close enough. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((word) => ({
      word,
      distance: word.startsWith(typed) && typed !== '' ? 1 : distanceBetween(typed, word),
    }))
    .toSorted((one, other) => one.distance - other.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= Math.max(2, Math.floor(typed.length / 3))
    ? best.word
    : undefined
}

/** Levenshtein's: how many letters must be added, removed or changed. */
function distanceBetween(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of Array.from(from).entries()) {
    const current = [row + 1]
    for (const [column, other] of Array.from(to).entries()) {
      const change = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(change, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
