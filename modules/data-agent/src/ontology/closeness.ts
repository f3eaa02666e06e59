import { editDistance } from '@quipu/query'

/** The similarity of a word of a phrase and a word of a value: 1 for equal, 0 for unrelated. */
export function wordCloseness(word: string, other: string): number {
  if (word === other) return 1
  if (/\d/.test(word) || /\d/.test(other)) return 0
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (short.length >= 3 && (long === `${short}s` || long === `${short}es`)) return 0.95
  const slips = editDistance(word, other, allowed(Math.max(word.length, other.length)))
  if (slips !== Infinity) return 1 - (slips * 0.9) / Math.max(word.length, other.length)
  if (word.length >= 3 && other.startsWith(word)) return 0.5 + 0.4 * (word.length / other.length)
  return 0
}

function allowed(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}
