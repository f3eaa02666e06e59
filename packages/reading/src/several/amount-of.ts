import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMoney } from '../doubt/money.ts'
import { businessOf, revenueOf } from '../frames/business.ts'
import { homeOf } from '../frames/moments.ts'
import { reachesOne } from '../frames/nearest.ts'
import { field as fieldRef } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { MeasureSlot } from '../plan/frame.ts'

export interface AmountOf {
  readonly slot: MeasureSlot
  readonly label: string
  /** Other amounts of the same rows that may be meant. */
  readonly others: readonly string[]
}

/** What rows of a dataset come to in money: their own amount, or that of their lines. */
export function amountOf(dataset: Dataset, ontology: Ontology, isPaid: boolean): AmountOf | null {
  const { trade } = businessOf(ontology)
  const total = trade?.header === dataset ? (trade.total ?? null) : null
  const fields = visible(dataset).filter(isMoney)
  const paid = isPaid ? fields.filter((field) => hasWord(field, payouts)) : []
  const whole = fields.filter((field) => !hasWord(field, parts))
  const named = total !== null && whole.includes(total) ? [total] : ranked(whole)
  const [best] = paid.length === 1 ? paid : named.length > 0 ? named : fields.length === 1 ? fields : []
  if (best === undefined) return ofLines(dataset, ontology)
  return {
    slot: { kind: 'field', field: fieldRef(dataset, best), function: 'sum' },
    label: best.label,
    others: whole.filter((field) => field !== best).map(({ label }) => label),
  }
}

function hasWord({ label }: Field, words: ReadonlySet<string>): boolean {
  return nameWords(label).some((word) => words.has(word))
}

const payouts: ReadonlySet<string> = new Set(['paid', 'pay', 'payout', 'settled', 'granted'])
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
    const at = ['total', 'gross', 'amount', 'net', 'value', 'sum'].findIndex((word) => words.includes(word))
    return (at < 0 ? 10 : at) + words.length / 10
  }
  return fields.toSorted((a, b) => rank(a) - rank(b))
}

function ofLines(dataset: Dataset, ontology: Ontology): AmountOf | null {
  const name = revenueOf(ontology)
  const home = homeOf(name, ontology)
  if (home === null || !(home === dataset.name || reachesOne(home, dataset.name, ontology))) return null
  return { slot: { kind: 'metric', name }, label: 'revenue', others: [] }
}
