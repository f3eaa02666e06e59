import type { Open } from './cell.ts'
import type { Token } from '../words/tokens.ts'

/** Whether the words are a number that counts or compares: the 10 of "top 10" is no status 10. */
export function isBareNumber(tokens: readonly Token[], from: number, to: number): boolean {
  const text = tokens[from]?.text ?? ''
  return to - from === 1 && /^[1-9]\d{0,2}$/.test(text) && before.has(tokens[from - 1]?.lower ?? '')
}

const before: ReadonlySet<string> = new Set(
  (
    'top bottom first last next past best worst biggest largest smallest highest lowest most least fewest slowest fastest latest ' +
    'newest oldest recent cheapest dearest than over under below above about around every previous within'
  ).split(' '),
)

/** In "owes the most on hire invoices" things are named after a preposition, and nothing is on hire. */
export function isBeforeThing(
  tokens: readonly Token[],
  from: number,
  to: number,
  span: (from: number, to: number) => Open,
): boolean {
  if (to - from !== 2 || !/^(?:on|in|at|for)$/.test(tokens[from]?.lower ?? '')) return false
  return (
    to < tokens.length &&
    span(from + 1, to + 1).nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.95)
  )
}
