import { distance } from 'fastest-levenshtein'

/** The names with the fewest edits from the given text, nearest first. */
export function nearestNames(typed: string, names: readonly string[], most = 3): readonly string[] {
  const word = typed.slice(0, 64).toLowerCase()
  return names
    .map((name) => ({ name, edits: distance(word, name.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ name }) => name)
}
