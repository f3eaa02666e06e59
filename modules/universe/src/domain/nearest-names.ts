/** The names that take the fewest edits from what was typed, nearest first. */
export function nearestNames(typed: string, names: readonly string[], most = 3): readonly string[] {
  const word = typed.slice(0, 64).toLowerCase()
  return names
    .map((name) => ({ name, edits: edits(word, name.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ name }) => name)
}

/** Levenshtein's distance. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
