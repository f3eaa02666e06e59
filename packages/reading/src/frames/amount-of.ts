import type { Dataset, Expression, Field, Ontology } from '@quipu/query'
import { isMoney } from '../lexicon/money-fields.ts'
import { businessOf, revenueOf } from '../business/business.ts'
import { owedSum } from './measured.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { MeasureSlot } from '../plan/frame.ts'

export interface AmountOf {
  readonly expression: Extract<Expression, { kind: 'aggregate' | 'metric' }>
  /** The same as a slot. Null where slots have no place for it. */
  readonly slot: MeasureSlot | null
  readonly label: string
  /** Other amounts of the same rows that may be meant. */
  readonly others: readonly string[]
}

/** What rows of a dataset come to in money: their own amount, a quantity times its price, or that of their lines. */
export function amountOf(dataset: Dataset, ontology: Ontology, isPaid: boolean): AmountOf | null {
  const { trade } = businessOf(ontology)
  const total = trade?.header === dataset ? (trade.total ?? null) : null
  const fields = visible(dataset).filter((field) => isMoney(field) && !hasWord(field, ofOne))
  const paid = isPaid ? fields.filter((field) => hasWord(field, payouts)) : []
  const whole = fields.filter((field) => !hasWord(field, parts))
  const named = total !== null && whole.includes(total) ? [total] : ranked(whole)
  const left = fields.filter((field) => !hasWord(field, spent))
  const [best] = paid.length === 1 ? paid : named.length > 0 ? named : left.length === 1 ? left : []
  if (best === undefined) return ofLines(dataset, ontology) ?? ofPieces(dataset)
  const of = fieldRef(dataset, best)
  return {
    expression: { kind: 'aggregate', function: 'sum', of, distinct: false },
    slot: { kind: 'field', field: of, function: 'sum' },
    label: best.label,
    others: whole.filter((field) => field !== best).map(({ label }) => label),
  }
}

/** What has to be paid for rows that are not paid. */
export function owedAmount(dataset: Dataset): AmountOf | null {
  const slot = owedSum(dataset)
  if (slot?.kind !== 'field') return null
  const field = visible(dataset).find(({ name }) => name === slot.field.field)
  if (field === undefined || !isMoney(field)) return null
  const expression: Expression = { kind: 'aggregate', function: 'sum', of: slot.field, distinct: false }
  return { expression, slot, label: field.label, others: [] }
}

/** A quantity times what one piece costs, where the rows have one of each. */
function ofPieces(dataset: Dataset): AmountOf | null {
  const measures = visible(dataset).filter(isMeasure)
  const prices = measures.filter((field) => hasWord(field, pieces) && !hasWord(field, shares))
  const quantities = measures.filter((field) => nameWords(field.label).includes('quantity'))
  const plain = quantities.filter((field) =>
    /^(?:quantity|ordered quantity|order quantity|quantity order(?:ed)?)$/i.test(field.label),
  )
  const counts = plain.length > 0 ? plain : quantities
  const [price, ...more] = prices
  const [count, ...others] = counts
  if (price === undefined || count === undefined || more.length + others.length > 0) return null
  const [left, right] = [fieldRef(dataset, count), fieldRef(dataset, price)]
  const of: Expression = { kind: 'arithmetic', operator: '*', left, right }
  return {
    expression: { kind: 'aggregate', function: 'sum', of, distinct: false },
    slot: null,
    label: `${count.label} times ${price.label}`,
    others: [],
  }
}

function hasWord({ label }: Field, words: ReadonlySet<string>): boolean {
  return nameWords(label).some((word) => words.has(word))
}

const payouts: ReadonlySet<string> = new Set(['paid', 'pay', 'payout', 'settled', 'granted'])
/** What one piece, hour or month costs is not added up. */
const ofOne: ReadonlySet<string> = new Set(
  'unit price rate hourly daily weekly monthly yearly annual per percent'.split(' '),
)
const spent: ReadonlySet<string> = new Set(['cost', 'tax', 'vat', 'discount', 'budget', 'limit', 'target'])
const pieces: ReadonlySet<string> = new Set(['price', 'cost'])
const shares: ReadonlySet<string> = new Set(['rate', 'percent', 'tax', 'discount', 'total'])
/** Parts of an amount, prices of one piece, and what was paid of it. */
const parts: ReadonlySet<string> = new Set(
  'tax vat discount reduction shipping freight delivery unit price rate fee tip commission deposit budget target limit paid pay balance credit cost surcharge hourly monthly weekly yearly annual per percent rounding'.split(
    ' ',
  ),
)

/** The likeliest first: the whole, with tax, before what is left of it without. */
function ranked(fields: readonly Field[]): readonly Field[] {
  const rank = (field: Field): number => {
    const words = nameWords(field.label)
    const at = ['total', 'gross', 'amount', 'billed', 'charged', 'invoiced', 'net', 'value', 'sum'].findIndex(
      (word) => words.includes(word),
    )
    return (at < 0 ? 10 : at) + words.length / 10
  }
  return fields.toSorted((a, b) => rank(a) - rank(b))
}

function ofLines(dataset: Dataset, ontology: Ontology): AmountOf | null {
  const name = revenueOf(ontology)
  const home = homeOf(name, ontology)
  if (home === null || !(home === dataset.name || reachesOne(home, dataset.name, ontology))) return null
  return {
    expression: { kind: 'metric', name },
    slot: { kind: 'metric', name },
    label: 'revenue',
    others: [],
  }
}
