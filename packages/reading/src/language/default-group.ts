import type { Expression, Output } from '@quipu/query'
import { isMeasure } from './check-grain.ts'

/** Beside an aggregate, every other column is a group. */
export function defaultGroup(outputs: readonly Output[]): readonly Expression[] {
  const plain = outputs.filter(({ expression }) => !isMeasure(expression))
  if (plain.length === outputs.length) return []
  return plain.flatMap(({ expression }) =>
    expression.kind === 'literal' || expression.kind === 'scalar' ? [] : [expression],
  )
}
