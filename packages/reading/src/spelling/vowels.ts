import { editDistance } from '@quipu/query'

export function withoutVowels(word: string): string {
  return word.replaceAll(/[aeiou]/gu, '')
}

/** Whether two words differ in one vowel: "venus" and "venues", "leads" and "Leeds". */
export function isVowelAway(one: string, other: string): boolean {
  return (
    withoutVowels(one) === withoutVowels(other) && one[0] === other[0] && editDistance(one, other, 1) === 1
  )
}
