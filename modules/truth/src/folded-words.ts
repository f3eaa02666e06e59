import type { Json, JsonObject } from '@quipu/kit'

/** Case and accents removed, everything but letters and digits a space: what search compares. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Every word of every value. Long texts are cut: the source holds them whole. */
export function wordsOf(snapshot: JsonObject): string {
  const words = folded(Object.values(snapshot).map(textOf).join(' '))
  return words.length <= mostLetters ? words : words.slice(0, mostLetters)
}

const mostLetters = 20_000

function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null ? '' : Object.values(value).map(textOf).join(' ')
}
