import { inOneLine } from '../words/plain-text.ts'
import type { Comparison, Condition, Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import { aggregate, compare, emptyQuery, field as fieldOf, keyOf, literal } from '../interpret/builder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { measureNamed } from '../metrics/field-finder.ts'
import { outstanding, owedBills } from '../metrics/owed.ts'
import { totalOf } from '../metrics/totals.ts'
import { businessOf } from '../business/business.ts'
import { reachesOne } from '../business/nearest.ts'
import { nothing } from '../business/unpaid-rest.ts'
import { emptyFrame, type Frame, type MeasureSlot, type Note } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { ReadHead } from './clause-reading.ts'
import { debtorOf } from './debtor.ts'
import { mainAmount, owedSum } from './measured.ts'
import { debtOf } from './states.ts'

/** Things whose own figures are above or below a bound: over their credit limit, below a margin, bills over an amount. */
export function readBounded(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = inOneLine(question)
  return (
    overLimit(text, ontology, readHead) ??
    owingSoMuch(text, ontology, readHead) ??
    owingAnything(text, ontology, readHead) ??
    ofMargin(text, ontology, readHead)
  )
}

const limit =
  /^(.+?)(?: (?:that|who|which))?(?: (?:is|are|has|have|went|goes|gone|been|now|already))*(?: (?:over|above|beyond|past)| exceed(?:s|ed|ing)?) (?:their|its|his|her|the|our|a) (credit|account|borrowing|lending) limits?(?: (?:right now|at the moment|now|currently))?$/i

/** "who is over their credit limit": those who owe more than the limit that their row has. */
function overLimit(text: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const [, head = '', kind = ''] = limit.exec(text) ?? []
  if (head === '') return null
  const debt = debtOf(ontology)
  const [owner, ...more] = ontology.datasets.flatMap((dataset) => {
    const found = dataset.isHidden ? null : measureNamed(dataset, [[kind.toLowerCase(), 'limit']])
    return found === null ? [] : [{ dataset, most: found }]
  })
  if (debt === null || owner === undefined || more.length > 0) return null
  const { dataset, most } = owner
  if (!reachesOne(debt.dataset.name, dataset.name, ontology)) return null
  const owed = owedBy(debt.dataset, ontology)
  const frame = headOf(head, dataset, ontology, readHead)
  if (frame === null || owed === null) return null
  const [bound, key] = [fieldOf(dataset, most), keyOf(dataset)]
  const isOver: Condition = {
    kind: 'member',
    of: key,
    query: {
      ...emptyQuery(debt.dataset),
      outputs: [{ expression: key, label: '' }],
      where: owed.kind === 'metric' ? null : debt.condition,
      groupBy: [key, bound],
      having: compare(owed, '>', bound),
    },
  }
  const says = `What they owe is compared with “${most.label}”.`
  return withFilter(frame, `over ${most.name}`, isOver, { about: 'what counts', says, changesNumbers: true })
}

const owes = new RegExp(
  String.raw`^(.+?)(?: (?:who|that|which))?(?: still)? owes?(?: us)? (less than|under|below|more than|over|above|at least|at most|up to) [$€£]?(\d[\d.,]*)(k?)(?: (?:euros?|dollars?|pounds?|[$€£]))?$`,
  'i',
)

/** "which customers owe us more than 500" */
function owingSoMuch(text: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const [, head = '', bound = '', number = '', thousand = ''] = owes.exec(text) ?? []
  const most = numberOf(number, thousand)
  return owingMore(
    head,
    { operator: operatorOf(bound), most, says: `${bound.toLowerCase()} ${most}` },
    ontology,
    readHead,
  )
}

const owesAnything =
  /^((?:which|what|list|show(?: me)?) .+?)(?: (?:who|that|which))?(?: still)? owes?(?: us)?(?: any)?(?: money| anything| something)?$/i

/** "which customers owe us money": those of whose bills something is left to pay. */
function owingAnything(text: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const [, head = ''] = owesAnything.exec(text) ?? []
  return owingMore(head, { operator: '>', most: nothing, says: 'more than nothing' }, ontology, readHead)
}

function owingMore(
  head: string,
  {
    operator,
    most,
    says: bound,
  }: { readonly operator: Comparison; readonly most: number; readonly says: string },
  ontology: Ontology,
  readHead: ReadHead,
): Frame | null {
  const debt = debtOf(ontology)
  const buyer = debtorOf(ontology)
  const frame = head === '' || buyer === null ? null : headOf(head, buyer, ontology, readHead)
  const owed = debt === null ? null : owedBy(debt.dataset, ontology)
  if (frame === null || debt === null || buyer === null || owed === null) return null
  const open = owed.kind === 'metric' ? owedBills(ontology) : null
  const bills = open?.dataset ?? debt.dataset
  if (!reachesOne(bills.name, buyer.name, ontology)) return null
  const having = compare(owed, operator, literal(most))
  const key = keyOf(buyer)
  // What was paid in other rows is added up apart from the bills, for each of those who owe.
  const isSo: Condition =
    owed.kind === 'metric'
      ? {
          kind: 'member',
          of: key,
          query: { ...emptyQuery(bills), outputs: [{ expression: key, label: '' }], groupBy: [key], having },
        }
      : { kind: 'related', of: buyer.name, query: { ...emptyQuery(bills), where: debt.condition, having } }
  const says = `Those whose unpaid ${bills.label} come to ${bound}.`
  return withFilter(frame, `owing ${buyer.name}`, isSo, { about: 'what counts', says, changesNumbers: true })
}

function owedBy(debt: Dataset, ontology: Ontology): Expression | null {
  const open = businessOf(ontology).metric(outstanding)
  if (open !== null) return { kind: 'metric', name: open.name }
  const slot = owedSum(debt)
  return slot?.kind === 'field' ? aggregate('sum', slot.field) : null
}

const bounds = String.raw`(less than|under|below|more than|over|above|at least|at most|up to)`
const margin = new RegExp(
  String.raw`^(.+?)(?: (?:where|on which|that|which|with|having|whose|we|make|makes|making|earn|have|has|an?|the|our|only|is|are))*(?: ${bounds} (\d+(?:\.\d+)?) ?(?:%|percent|per cent)(?: (?:profit|gross))? margin| (?:(?:profit|gross) )?margin(?: (?:is|are|of|that is))* ${bounds} (\d+(?:\.\d+)?) ?(?:%|percent|per cent))$`,
  'i',
)

/** "items with less than 20% margin": by the price and the cost of one piece. */
function ofMargin(text: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const found = margin.exec(text)
  if (found === null) return null
  const [, head = '', before, one, after, other] = found
  const [priced, ...more] = ontology.datasets.flatMap((dataset) => {
    const prices = dataset.isHidden ? null : pricesOf(dataset)
    return prices === null ? [] : [{ dataset, ...prices }]
  })
  if (priced === undefined || more.length > 0) return null
  const { dataset, price, cost } = priced
  const frame = headOf(head, dataset, ontology, readHead)
  if (frame === null) return null
  const [of, less] = [fieldOf(dataset, price), fieldOf(dataset, cost)]
  const part: Expression = {
    kind: 'arithmetic',
    operator: '/',
    left: {
      kind: 'arithmetic',
      operator: '*',
      left: literal(100),
      right: { kind: 'arithmetic', operator: '-', left: of, right: less },
    },
    right: of,
  }
  const isSo = compare(part, operatorOf(before ?? after ?? ''), literal(Number(one ?? other)))
  const says = `The margin of one piece is (${price.label} − ${cost.label}) / ${price.label}.`
  return withFilter(frame, `margin ${dataset.name}`, isSo, {
    about: 'meaning of margin',
    says,
    changesNumbers: true,
  })
}

/** What one piece is sold and bought for. */
function pricesOf(dataset: Dataset): { readonly price: Field; readonly cost: Field } | null {
  const cost = measureNamed(
    dataset,
    [
      ['unit', 'cost'],
      ['cost', 'price'],
      ['purchase', 'price'],
      ['buy', 'price'],
      ['buying', 'price'],
      ['cost'],
    ],
    new Set(['total', 'shipping', 'delivery']),
  )
  const price = measureNamed(
    dataset,
    [
      ['sell', 'price'],
      ['selling', 'price'],
      ['retail', 'price'],
      ['sale', 'price'],
      ['list', 'price'],
      ['rrp'],
      ['unit', 'price'],
      ['price'],
    ],
    new Set(['cost', 'purchase', 'buy', 'buying', 'trade', 'old']),
  )
  const isCatalogue = visible(dataset).some(({ role, isUnique }) => role === 'name' || isUnique)
  return cost === null || price === null || cost === price || !isCatalogue ? null : { price, cost }
}

/** "open quotes over 5000": rows by what they come to. Null for people and for what has no date. */
export function ofAmount(frame: Frame, bound: Bound, says: string, ontology: Ontology): Frame | null {
  const dataset = subjectOf(frame, ontology)
  if (dataset === null || isPeople(dataset) || !visible(dataset).some(isMoment)) return null
  const field = totalOf(dataset) ?? fieldIn(dataset)
  if (field === null) return null
  const isSo = comesTo(dataset, field, bound, ontology)
  return withFilter(frame, `${dataset.name}.${field.name}`, isSo, {
    about: 'what counts',
    says: `Those whose “${field.label}” is ${says}.`,
    changesNumbers: true,
  })
}

export type Bound = (of: Expression) => Condition

/** What a row comes to, or all rows that share the number of a bill. */
function comesTo(dataset: Dataset, field: Field, bound: Bound, ontology: Ontology): Condition {
  const { trade } = businessOf(ontology)
  const number = trade?.header === dataset ? trade.number : null
  if (number === null) return bound(fieldOf(dataset, field))
  const of = fieldOf(dataset, number)
  const query: Query = {
    ...emptyQuery(dataset),
    outputs: [{ expression: of, label: '' }],
    groupBy: [of],
    having: bound(aggregate('sum', fieldOf(dataset, field))),
  }
  return { kind: 'member', of, query }
}

function numberOf(number: string, thousand: string): number {
  const value = Number(number.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'))
  return thousand === '' ? value : value * 1000
}

function fieldIn(dataset: Dataset): Field | null {
  const slot = mainAmount(dataset)
  return slot?.kind === 'field'
    ? (dataset.fields.find(({ name }) => name === slot.field.field) ?? null)
    : null
}

export function operatorOf(bound: string): Comparison {
  if (/least/i.test(bound)) return '>='
  if (/most|up to/i.test(bound)) return '<='
  return /more|over|above/i.test(bound) ? '>' : '<'
}

/** The frame of the words before: of this dataset, or of what people call it who ask for its rows. */
export function headOf(head: string, dataset: Dataset, ontology: Ontology, readHead: ReadHead): Frame | null {
  const found = anyone.test(head) ? null : readHead(head)
  if (found !== null && subjectOf(found, ontology) === dataset) return found
  const called = spoken.exec(head)
  if (!anyone.test(head) && called === null) return null
  const isCount = /how many/i.test(called?.[1] ?? '')
  const count: MeasureSlot = { kind: 'count', dataset: dataset.name }
  return isCount ? { ...emptyFrame, measures: [count] } : { ...emptyFrame, subject: dataset.name }
}

const anyone = /^(?:who|who all|which|what|anyone|anybody|is anyone|is anybody)$/i
const spoken =
  /^((?:(?:which|what|list|show|show me|all|our|the|how many) )*)(?:items?|products?|articles?|lines?|things?|goods|stuff|customers?|clients?|accounts?|buyers?)$/i

export function subjectOf(
  { subject, measures: [slot], rank, share, against }: Frame,
  ontology: Ontology,
): Dataset | null {
  const name = subject ?? (slot?.kind === 'count' ? slot.dataset : null)
  if (rank !== null || share !== null || against !== null) return null
  return ontology.datasets.find((each) => each.name === name) ?? null
}

export function withFilter(frame: Frame, key: string, condition: Condition, note: Note): Frame {
  return { ...frame, filters: [...frame.filters, { key, condition }], notes: [...frame.notes, note] }
}
