import type { Found, Meaning } from './rule.ts'

/** A match at its position, before it becomes a mention. */
export interface Placed {
  readonly start: number
  readonly found: Found
  readonly confidence: number
}

const listed =
  /^\s*(?:,|;|&|\/|(?:,\s*)?(?:and|or|to|with|vs\.?|versus|against|compared\s+(?:to|with))(?:\s+(?:in|of|for|with|to|that\s+of))?(?:\s+the)?)?\s*$/
const versus = /\b(?:vs|versus|against|compared)\b/
const contrast =
  /\b(?:difference|differences|differ|change|changed|changes|growth|grow|grew|increase|increased|decrease|decreased|decline|compare|compares|comparing|comparison)\b[^.?!]{0,80}$/

/** Whether two periods after these words are compared with each other and not the ends of one range. */
export function isContrast(before: string): boolean {
  return contrast.test(before)
}

/** Applies one time to those beside it: "July and August 2024", "in 2010 or 2011", "the change from 2022 to 2023". */
export function withNeighbours(text: string, placed: readonly Placed[]): readonly Placed[] {
  const result = [...placed]
  for (let index = placed.length - 2; index >= 0; index--) {
    const [here, next] = [result[index], result[index + 1]]
    if (!here || !next || !listed.test(joined(text, here, next))) continue
    const filled = here.found.meaning.yearless?.(Number((next.found.meaning.range?.start ?? '').slice(0, 4)))
    // "march against march last year" are two months.
    const isSame =
      filled?.range?.start === next.found.meaning.range?.start &&
      versus.test(text.slice(here.found.end, next.found.end))
    if (filled && next.found.meaning.range && !next.found.meaning.yearless && !isSame)
      result[index] = { ...here, found: { ...here.found, meaning: filled }, confidence: 1 }
  }
  for (const [index, here] of result.entries()) {
    const next = result[index + 1]
    if (!next || !listed.test(joined(text, here, next))) continue
    if (isBareYear(next) && here.found.meaning.unit === 'year')
      result[index + 1] = { ...next, confidence: Math.max(next.confidence, here.confidence - 0.05) }
    if (isContrast(text.slice(0, here.start))) setAgainst(result, index)
  }
  return result
}

function joined(text: string, here: Placed, next: Placed): string {
  return text.slice(here.found.end, next.start)
}

function isBareYear({ found: { meaning } }: Placed): boolean {
  return meaning.kind === 'range' && meaning.unit === 'year' && meaning.comparison === undefined
}

/** The later period is asked about; the earlier one is compared with. */
function setAgainst(placed: Placed[], index: number): void {
  const [here, next] = [placed[index], placed[index + 1]]
  const [first, second] = [here?.found.meaning, next?.found.meaning]
  if (
    !here ||
    !next ||
    !first?.range?.start ||
    !second?.range?.start ||
    first.comparison ||
    second.comparison
  )
    return
  const earlier = first.range.start < second.range.start ? index : index + 1
  const one = earlier === index ? here : next
  const meaning: Meaning = { ...one.found.meaning, kind: 'range', comparison: 'period' }
  placed[earlier] = { ...one, found: { ...one.found, meaning } }
}
