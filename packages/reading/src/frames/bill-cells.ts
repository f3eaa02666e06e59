import type { Ontology } from '@quipu/query'
import { isMoment } from '../lexicon/dataset-fields.ts'
import type { Token } from '../words/tokens.ts'
import { billMark, isCalledBill } from '../business/bills.ts'
import type { Open } from './cell.ts'
import { debtOf } from './states.ts'

/** "invoices" are the rows that people have to pay, where no rows are called so. */
export function addBills(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  if (!tokens.some(({ lower }) => bill.test(lower)) || ontology.datasets.some(isCalledBill)) return
  const owed = debtOf(ontology)?.dataset
  if (owed === undefined) return
  const mark = billMark(owed)
  tokens.forEach(({ lower }, at) => {
    if (!bill.test(lower)) return
    const cell = span(at, at + 1)
    if (cell.nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.9)) return
    cell.role = null
    cell.nouns = [{ kind: 'dataset', dataset: owed, score: 0.95 }]
    cell.events =
      mark === null || !isMoment(mark) ? [] : [{ dataset: owed, field: mark, stems: new Set(), after: [] }]
    cell.worth = Math.max(cell.worth, 1)
  })
}

const bill = /^(?:invoices?|bills)$/
