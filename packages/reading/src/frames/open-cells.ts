import type { Ontology } from '@quipu/query'
import type { Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import type { Open } from './cell.ts'

/** "open complaints", "which jobs are open": a state, and not what somebody did. */
export function addOpen(
  tokens: readonly Token[],
  { values }: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach(({ lower }, at) => {
    if (lower !== 'open') return
    const [before, next] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]]
    // "open quotes": the state `Quote` says it already.
    const isState = next?.forms.some((form) => values.exact(form).some(({ field }) => stateName.test(field)))
    if (isState === true && next?.lower !== singular(next?.lower ?? '')) {
      const cell = span(at, at + 1)
      cell.role = { does: 'skip' }
      cell.worth = Math.max(cell.worth, 0.9)
      return
    }
    const isDone = /^(?:we|to|i|you|they|did|does|do|can|could|will|the)$/.test(before)
    const isAfter = /^(?:is|are|were|was|still|left|currently)$/.test(before)
    const isBefore = next?.kind === 'word' && /[^s]s$/.test(next.lower) && !isDone
    if (!isAfter && !isBefore) return
    const cell = span(at, at + 1)
    if (cell.values.length > 0) return
    cell.role = { does: 'state', state: 'unpaid' }
    cell.worth = Math.max(cell.worth, 0.9)
  })
}

const stateName = /stat(?:us|e)$|stage$/i
