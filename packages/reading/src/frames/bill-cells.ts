import type { Dataset, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isBought } from '../metrics/direction.ts'
import { kindsOf } from '../metrics/kinds.ts'
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
  addCredits(tokens, ontology, span)
  addOrders(tokens, ontology, span)
  if (!tokens.some(({ lower }) => bill.test(lower)) || ontology.datasets.some(isBills)) return
  const owed = debtOf(ontology)?.dataset
  if (owed === undefined) return
  const mark = billMark(owed)
  tokens.forEach(({ lower }, at) => {
    // "what did we invoice" is an action.
    if (!bill.test(lower) || tokens[at - 1]?.lower === 'we') return
    const cell = span(at, at + 1)
    if (cell.nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.9)) return
    cell.role = null
    cell.nouns = [{ kind: 'dataset', dataset: owed, score: 0.95 }]
    cell.events =
      mark === null || !isMoment(mark) ? [] : [{ dataset: owed, field: mark, stems: new Set(), after: [] }]
    cell.worth = Math.max(cell.worth, 1)
  })
}

/** Rows of bills, and not the lines of bills that have no rows of their own. */
function isBills(dataset: Dataset): boolean {
  return isCalledBill(dataset) && !/\b(?:lines?|items?|details?|rows?|entries)$/i.test(dataset.label)
}

/** "orders" of customers are sales, where only what was bought from suppliers is called so and nothing says that it is meant. */
function addOrders(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  const said = tokens.map(({ lower }) => lower).join(' ')
  if (!tokens.some(({ lower }) => order.test(lower)) || ours.test(said)) return
  const sales = businessOf(ontology).trade?.header
  if (sales === undefined) return
  tokens.forEach(({ lower }, at) => {
    // "the last order", "no order", and not "on order" or "did we order".
    if (!order.test(lower) || /^(?:on|we|in|to)$/.test(tokens[at - 1]?.lower ?? '')) return
    const cell = span(at, at + 1)
    const things = cell.nouns.flatMap((noun) => (noun.kind === 'dataset' ? [noun.dataset] : []))
    if (things.length === 0 || !things.every((each) => each !== sales && isBought(each, ontology))) return
    cell.nouns = [{ kind: 'dataset', dataset: sales, score: 0.95 }]
    cell.worth = Math.max(cell.worth, 1)
  })
}

const order = /^orders?$/
/** Orders that we placed. */
const ours =
  /\b(?:purchas\w*|suppliers?|vendors?|pos?|buyers?|we (?:\w+ )?(?:order|ordered|place|placed|raise|raised|buy|bought|issue|issued|send|sent))\b/

/** "credit notes", "refunds": the rows of a kind that gives money back, where nothing else has this name. */
function addCredits(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  if (!tokens.some(({ lower }) => credit.test(lower))) return
  const [kinds, ...more] = ontology.datasets.flatMap((each) => {
    const found = each.isHidden ? null : kindsOf(each, ontology)
    return found === null || found.back.length === 0 ? [] : [found]
  })
  if (kinds === undefined || more.length > 0) return
  tokens.forEach(({ lower }, at) => {
    const isNote = /^(?:notes?|memos?)$/.test(tokens[at + 1]?.lower ?? '')
    if (!credit.test(lower) || (lower === 'credit' && !isNote)) return
    const cell = span(at, at + (isNote ? 2 : 1))
    if (cell.nouns.length > 0 || cell.values.length > 0) return
    const { dataset, field } = kinds
    cell.values = kinds.back.map((value) => ({
      dataset: dataset.name,
      field: field.name,
      value,
      score: 0.95,
    }))
    cell.worth = Math.max(cell.worth, isNote ? 2.3 : 1.1)
  })
}

const credit = /^(?:credit|refunds?)$/
const bill = /^(?:invoices?|bills)$/
