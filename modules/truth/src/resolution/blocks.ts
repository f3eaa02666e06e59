import type { Json, JsonObject } from '@quipu/kit'
import { wordsIn } from '../model/folded-words.ts'
import { isCategory } from './possible-duplicates.ts'

/**
 * Pairs of words by which entities that may be the same are found in the index for search: two that mean the same share
 * at least one pair, even if some words are misspelled.
 */
export function blocksOf(fields: JsonObject): readonly string[] {
  const texts = Object.entries(fields).flatMap(([field, value]) => (isCategory(field) ? [] : textsOf(value)))
  const words = wordsIn(texts.join(' '), mostLetters)
    .filter(({ length }) => length > 2)
    .toSorted(longestFirst)
    .slice(0, mostWords)
    .toSorted()
  return words.flatMap((one, at) => words.slice(at + 1).map((other) => `${one} ${other}`))
}

const mostWords = 6
const mostLetters = 2000
/** The words of a longer text are too common. */
const longestText = 120

function textsOf(value: Json | undefined): readonly string[] {
  // The domain of an address is common; the rest of it is not.
  if (typeof value === 'string') return value.length <= longestText ? [value.replace(/@\S+$/, '')] : []
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.slice(0, 5).flatMap(textsOf) : []
}

/** A long word is rarer than a short one. */
function longestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1)
}
