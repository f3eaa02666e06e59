import type { Json, JsonObject } from '@quipu/kit'
import { wordsIn } from '../model/folded-words.ts'
import { isCategory } from './possible-duplicates.ts'

/**
 * Pairs of words by which entities that may be the same are found in the index for search: two that mean the same share
 * at least one pair, also where some words are misspelled.
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
/** A longer text tells its words too often to be found by them. */
const longestText = 120

function textsOf(value: Json | undefined): readonly string[] {
  // Many share the domain of an address, and nobody else the rest of it.
  if (typeof value === 'string') return value.length <= longestText ? [value.replace(/@\S+$/, '')] : []
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.slice(0, 5).flatMap(textsOf) : []
}

/** A long word is rarer than a short one. */
function longestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1)
}
