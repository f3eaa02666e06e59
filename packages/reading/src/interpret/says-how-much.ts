import type { ConditionDraft } from '../grammar/draft.ts'

/** "the most hours", "the fewest points": how much there is of it altogether. */
export function saysHowMuch({ kind, chunk, amount }: ConditionDraft): boolean {
  const isMost = chunk.operator === 'most' || chunk.operator === 'least'
  return kind === 'superlative' && isMost && amount !== null && amount.noun !== null
}
