import type { Dataset, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { isStatusName } from '../lexicon/same-states.ts'
import type { Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import type { Open } from './cell.ts'
import { openMeaning } from './open-rows.ts'
import { stateMeaning } from './states.ts'

/** "open complaints", "which jobs are open": a state, and not what somebody did. */
export function addOpen(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const { values } = ontology
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
    const rows = rowsSaid(tokens, at, ontology)
    const isBefore = next?.kind === 'word' && (/[^s]s$/.test(next.lower) || rows !== null) && !isDone
    if (!isAfter && !isBefore) return
    const cell = span(at, at + 1)
    // What is open are the rows that are named, and not others that have a state of this name.
    const isOfOthers =
      rows !== null &&
      hasStates(rows, ontology) &&
      cell.values.every(({ dataset, field }) => dataset !== rows.name && stateName.test(field))
    if (cell.values.length > 0 && !isOfOthers) return
    cell.values = []
    cell.role = { does: 'state', state: 'unpaid' }
    cell.worth = Math.max(cell.worth, 0.9)
  })
}

/** The rows right after "open", or right before "are open". */
function rowsSaid(tokens: readonly Token[], at: number, { datasets }: Ontology): Dataset | null {
  const words = tokens.map(({ lower }) => singular(lower))
  const verb = tokens.slice(0, at).findLastIndex(({ lower }) => /^(?:is|are|were|was)$/.test(lower))
  const isHere = ({ label }: Dataset): boolean => {
    const own = label.toLowerCase().split(' ').map(singular)
    const isAt = (from: number): boolean => from >= 0 && own.every((word, i) => words[from + i] === word)
    return isAt(at + 1) || (verb >= 0 && isAt(verb - own.length))
  }
  const found = datasets.filter((each) => !each.isHidden && isHere(each))
  return found.toSorted((a, b) => b.label.length - a.label.length)[0] ?? null
}

/** Whether something says how far these rows have come. */
function hasStates(rows: Dataset, ontology: Ontology): boolean {
  return (
    visible(rows).some(({ label }) => isStatusName(label)) &&
    (openMeaning(rows, ontology) ?? stateMeaning('unpaid', rows, ontology, '')?.condition ?? null) !== null
  )
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
