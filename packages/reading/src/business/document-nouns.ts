import type { Dataset, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isBought } from '../metrics/direction.ts'
import { numberOf } from '../metrics/sale-number.ts'
import type { Trade } from '../metrics/trade.ts'
import { soldThings } from './sold-things.ts'
import { wholeOf } from './levels.ts'

/** What sales, documents and goods are called besides the names of their rows. `named` are names of fields, which mean these. */
export function addDocuments(
  parties: Map<string, Dataset>,
  trade: Trade | null,
  named: ReadonlySet<string>,
  ontology: Ontology,
): void {
  // "Invoices" and "receipts" of sales that share a number are these sales.
  const taken = new Set(ontology.datasets.flatMap(({ label }) => nameWords(label)))
  if (trade !== null && trade.number !== null)
    for (const word of ['order', 'invoice', 'receipt', 'sale', 'purchase'])
      if (!taken.has(word)) parties.set(word, trade.header)
  // "Items" are what the lines of a sale name, also in a `stock list`.
  const [goods, ...moreGoods] = soldThings(trade, ontology)
  if (goods !== undefined && moreGoods.length === 0)
    for (const word of ['product', 'item', 'article'])
      if (!taken.has(word) && !parties.has(word) && !named.has(word))
        parties.set(word, wholeOf(goods, ontology) ?? goods)
  for (const [word, rows] of numberedNouns(ontology)) if (!parties.has(word)) parties.set(word, rows)
  // "Invoices" are sales that have the number of an invoice.
  if (trade !== null)
    for (const word of ['invoice', 'bill', 'receipt'])
      if (!taken.has(word) && !parties.has(word) && hasNumberOf(word, trade.header))
        parties.set(word, trade.header)
  // "Orders" are the sales, whatever they are called.
  if (trade !== null && trade.number === null && !taken.has('order')) parties.set('orders', trade.header)
  // `sales order header` beside `purchase order`: those of customers are meant.
  const isCalled = trade !== null && nameWords(trade.header.label).includes('order')
  const others = ontology.datasets.filter(
    ({ label, isHidden }) => !isHidden && label !== trade?.header.label && /\border(?:s|$)/i.test(label),
  )
  if (trade === null || (!isCalled && trade.number === null)) return
  if (!others.every((each) => /\bpurchase\b/i.test(each.label) || isBought(each, ontology))) return
  // "did we order" is no noun.
  for (const word of isCalled ? ['order', 'orders'] : ['orders']) parties.set(word, trade.header)
}

/** "Dockets" are the rows that have a `docket no` and no other rows for it, where nothing else is called so. */
function numberedNouns(ontology: Ontology): readonly (readonly [string, Dataset])[] {
  const found = ontology.datasets.flatMap((dataset): readonly (readonly [string, Dataset])[] => {
    const number = dataset.isHidden ? null : numberOf(dataset, ontology)
    const [only, ...more] =
      number === null ? [] : nameWords(number.label).filter((word) => !ofNumbers.has(word))
    return only === undefined || more.length > 0 ? [] : [[only, dataset]]
  })
  return found.filter(
    ([word, dataset]) =>
      found.every(([other, rows]) => rows === dataset || other !== word) &&
      ontology.datasets.every(
        (each) => each === dataset || each.isHidden || !nameWords(each.label).includes(word),
      ),
  )
}

const ofNumbers: ReadonlySet<string> = new Set('number no nr id code ref reference'.split(' '))

/** `invoice number` of a job. */
function hasNumberOf(word: string, header: Dataset): boolean {
  return visible(header).some(
    ({ role, label }) => role === 'identifier' && label.toLowerCase() === `${word} number`,
  )
}
