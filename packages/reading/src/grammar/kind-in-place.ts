import type { Chunk } from '../annotate/chunk.ts'
import type { ChunkKind } from './chunk-kind.ts'

/** The kind that a chunk has because of the words beside it. */
export function kindInPlace(chunks: readonly Chunk[], kinds: readonly ChunkKind[], at: number): ChunkKind {
  const kind = kinds[at] ?? 'unknown'
  const [before, after] = [kinds[at - 1], kinds[at + 1]]
  const words = chunks[at]?.text.toLowerCase() ?? ''
  if (chunks[at]?.operator === 'order' && (after === 'ascending' || after === 'descending')) return 'order'
  if (words === 'order' && before !== undefined && directions.has(before)) return before
  if (words === 'one' && isThe(chunks[at - 1]) && after !== undefined && describing.has(after))
    return 'pronoun'
  if (kind === 'filler' && isAbbreviation(chunks[at])) return 'value'
  if (kind === 'opener' && /^reports?$/.test(words) && (before === 'that' || before === 'do'))
    return 'unknown'
  if (words === 'in all' && isNounNext(kinds, at + 1)) return 'preposition'
  return kind
}

/** "in alphabetical order": the word is not a field with this name. */
const directions: ReadonlySet<ChunkKind> = new Set(['ascending', 'descending', 'alphabetical'])

/** "the one with the highest price" is no number. */
const describing: ReadonlySet<ChunkKind> = new Set(['with', 'that', 'whose', 'who', 'preposition'])

/** "from the US", where a value is called so. */
function isAbbreviation(chunk: Chunk | undefined): boolean {
  return chunk !== undefined && chunk.values.length > 0 && /^\p{Lu}{2,}$/u.test(chunk.text)
}

function isThe(chunk: Chunk | undefined): boolean {
  return /\bthe$/i.test(chunk?.text ?? '')
}

/** "in all accounts", unlike "how many are there in all". */
function isNounNext(kinds: readonly ChunkKind[], at: number): boolean {
  return (kinds[at] === 'any' ? kinds[at + 1] : kinds[at]) === 'noun'
}
