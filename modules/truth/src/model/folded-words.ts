import type { Json, JsonObject } from '@quipu/kit'

/** The form that search compares: without case and accents; other characters than letters and digits become spaces. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Each word once, as in the index. Together at most `mostLetters`: an index takes a megabyte of one text. */
export function wordsIn(text: string, mostLetters: number): readonly string[] {
  const words = new Set<string>()
  let letters = 0
  for (const word of folded(text).split(' ')) {
    const cut = word.slice(0, longestWord)
    if (cut === '' || words.has(cut)) continue
    letters += cut.length
    if (letters > mostLetters) break
    words.add(cut)
  }
  return [...words]
}

/** Every word of every value. Long texts are cut: the source has the whole text. */
export function wordsOf(snapshot: JsonObject): readonly string[] {
  return wordsIn(Object.values(snapshot).map(textOf).join(' '), mostLettersOfEntity)
}

const mostLettersOfEntity = 20_000
const longestWord = 64

function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null ? '' : Object.values(value).map(textOf).join(' ')
}
