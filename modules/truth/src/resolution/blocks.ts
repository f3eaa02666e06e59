import type { Json, JsonObject } from '@quipu/kit'
import { isCategory } from './possible-duplicates.ts'
import { normalText, soundex } from './text-similarity.ts'

/**
 * Numbers by which entities that may be the same are found in an index: two of them that mean the same share at least
 * one. Each stands for two words of the fields, so one word may be misspelled, or for one long number. What is of another
 * scope shares none.
 */
export function blocksOf(scope: string, fields: JsonObject): readonly number[] {
  const words = new Set<string>()
  for (const [field, value] of Object.entries(fields))
    if (!isCategory(field))
      for (const text of textsOf(value)) for (const word of wordsOf(text)) words.add(word)
  const chosen = [...words].toSorted(longestFirst).slice(0, mostWords).map(soundOf).toSorted()
  const keys = chosen.filter((word) => /^\d{7,}$/.test(word)).map((number) => `#${number}`)
  chosen.forEach((one, at) => {
    for (const other of chosen.slice(at + 1)) keys.push(`${one} ${other}`)
  })
  return [...new Set(keys.map((key) => numberOf(`${scope} ${key}`)))]
}

const mostWords = 6
/** A longer text tells its words too often to be found by them. */
const longestText = 120

function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return value.length <= longestText ? [value] : []
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.slice(0, 5).flatMap(textsOf) : []
}

/** Digits that belong together are one word, however they are grouped. */
function wordsOf(text: string): readonly string[] {
  if (/^[+(\d][\d\s()./-]{5,}$/.test(text)) return [text.replace(/\D/g, '').slice(-9)]
  // Many share the domain of an address, and nobody else the rest of it.
  return normalText(text.replace(/@\S+$/, ''))
    .split(' ')
    .filter(({ length }) => length > 2)
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1)
}

function soundOf(word: string): string {
  return /\d/.test(word) ? word : soundex(word) || word
}

/** 32 bits are enough: two keys of one number only cost one comparison more. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) number = Math.imul(number ^ key.charCodeAt(at), 0x01000193)
  return number | 0
}
