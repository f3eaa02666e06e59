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
    // "open quotes", "how many quotes are open": the state `Quote` says it already.
    const noun = openNoun(tokens, at)
    const states = noun === null ? [] : statesCalled(tokens[noun], values)
    if (noun !== null && states.length > 0) {
      addState(span(noun, noun + 1), states)
      const from = before === 'still' ? at - 1 : at
      const cell = span(from, at + 1)
      cell.role = { does: 'skip' }
      cell.values = []
      cell.events = []
      cell.worth = Math.max(cell.worth, (at + 1 - from) * 0.95)
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

/** Where the plural stands that is said to be open: after the word, or before "are". */
function openNoun(tokens: readonly Token[], at: number): number | null {
  const isPlural = (i: number): boolean => {
    const word = tokens[i]
    return word?.kind === 'word' && word.lower !== singular(word.lower)
  }
  const isAre = tokens[at - 1]?.lower === 'are' || tokens[at - 1]?.lower === 'still'
  const before = tokens[at - 1]?.lower === 'still' ? at - 3 : at - 2
  return isPlural(at + 1) ? at + 1 : isAre && isPlural(before) ? before : null
}

function statesCalled(token: Token | undefined, values: Ontology['values']): readonly ValueEntry[] {
  const found = (token?.forms ?? []).flatMap((form) =>
    values.exact(form).filter(({ field }) => stateName.test(field)),
  )
  return new Set(found.map(({ dataset, field }) => `${dataset}.${field}`)).size === 1 ? found : []
}

/** What was offered and is open has this state now; when it was offered says nothing of that. */
function addState(cell: Open, states: readonly ValueEntry[]): void {
  if (cell.nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.9)) return
  cell.values = states.map((one) => ({ ...one, score: 0.95 }))
  cell.events = []
  cell.worth = Math.max(cell.worth, 1)
}

type ValueEntry = ReturnType<Ontology['values']['exact']>[number]

const stateName = /stat(?:us|e)$|stage$/i
