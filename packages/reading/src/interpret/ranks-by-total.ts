import type { ConditionDraft } from '../grammar/draft.ts'

/** "the most hours", "the fewest points": ranks by the total amount. */
export function ranksByTotal({ kind, chunk, amount }: ConditionDraft): boolean {
  const isMost = chunk.operator === 'most' || chunk.operator === 'least'
  return kind === 'superlative' && isMost && amount !== null && amount.noun !== null
}
