/** Letters to add, drop, change or swap with their neighbour. Infinity above `most`. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Infinity
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return Infinity
    before = last
    last = row
  }
  const distance = last[other.length] ?? Infinity
  return distance > most ? Infinity : distance
}

export function withoutVowels(word: string): string {
  return word.replaceAll(/[aeiou]/gu, '')
}

/** Whether two words differ in one vowel: "venus" and "venues", "leads" and "Leeds". */
export function isVowelAway(one: string, other: string): boolean {
  return (
    withoutVowels(one) === withoutVowels(other) && one[0] === other[0] && editDistance(one, other, 1) === 1
  )
}
