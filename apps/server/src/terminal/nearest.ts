import { distance } from 'fastest-levenshtein'

/** The known word that was probably meant, if any is close enough. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((word) => ({
      word,
      edits: word.startsWith(typed) && typed !== '' ? 1 : distance(typed, word),
    }))
    .toSorted((one, other) => one.edits - other.edits || one.word.length - other.word.length)
  const [best] = ranked
  return best !== undefined && best.edits <= Math.max(2, Math.floor(typed.length / 3)) ? best.word : undefined
}
