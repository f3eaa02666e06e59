/** The share of other cells that may be neither a number nor a date: `tbd`, `see note`. */
export const mostOdd = 0.1
/** Other cells with digits, such as `12a`: then all cells may be names. */
const mostCodes = 0.01

/** The share of cells that may be one of a few words for “not known yet”, such as `on request`. */
const mostUnset = 0.4
const fewWords = 3

export function isMost(filled: readonly string[], odd: readonly string[]): boolean {
  if (odd.length === filled.length) return false
  const codes = odd.filter((cell) => /\d/.test(cell) && cell.length < 25)
  if (codes.length > Math.max(filled.length * mostCodes, 0)) return false
  if (odd.length <= filled.length * mostOdd) return true
  // The same words again and again stand for numbers that are missing.
  const words = new Set(odd.map((cell) => cell.toLowerCase()))
  return codes.length === 0 && words.size <= fewWords && odd.length <= filled.length * mostUnset
}
