/** The similarity of a word of a phrase and a word of a value: 1 for equal, 0 for unrelated. */
export function wordCloseness(word: string, other: string): number {
  if (word === other) return 1
  if (/\d/.test(word) || /\d/.test(other)) return 0
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (short.length >= 3 && (long === `${short}s` || long === `${short}es`)) return 0.95
  const slips = slipsBetween(word, other, allowed(Math.max(word.length, other.length)))
  if (slips !== undefined) return 1 - (slips * 0.9) / Math.max(word.length, other.length)
  if (word.length >= 3 && other.startsWith(word)) return 0.5 + 0.4 * (word.length / other.length)
  return 0
}

function allowed(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/**
 * The number of letters deleted, inserted, replaced or swapped with their neighbour, up to a limit (optimal string
 * alignment).
 */
function slipsBetween(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row]
    let best = row
    for (let column = 1; column <= other.length; column += 1) {
      const same = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const exchanged =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (exchanged) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      now.push(cost)
      best = Math.min(best, cost)
    }
    if (best > most) return undefined
    beforeLast = last
    last = now
  }
  const slips = last[other.length] ?? most + 1
  return slips <= most ? slips : undefined
}
