import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'

/** "returning customers" have come back to buy, also where rows are called returns. */
export function addReturning(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    if (token.lower !== 'returning' || next === undefined || !namesPeople(next, ontology)) return
    const cell = span(at, at + 1)
    // A kind of customer, or a mark, that is called so says it better.
    if (cell.values.length > 0 || cell.nouns.some(({ kind, score }) => kind === 'field' && score >= 0.95))
      return
    cell.nouns = []
    cell.events = []
    cell.role = { does: 'state', state: 'repeat' }
    cell.worth = Math.max(cell.worth, 0.9)
  })
}

function namesPeople({ lower, forms }: Token, ontology: Ontology): boolean {
  const { partyNamed } = businessOf(ontology)
  return [lower, ...forms].some(
    (form) =>
      partyNamed(form) !== null ||
      ontology.datasets.some((each) => isPeople(each) && nameWords(each.label).includes(form)),
  )
}
