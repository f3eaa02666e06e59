import type { Field } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { reachesOne } from '../business/nearest.ts'
import { asBusiness, isRate, measured, mentionsOf, type Asked, type Measured, type Of } from './measured.ts'
import type { Scan } from './scan.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Rows whose name says that they are money: who asks for them by kind wants their sum. */
export const sums = words(
  'cost costs expense expenses fee fees charge charges expenditure wage wages salary salaries commission commissions tip tips donation donations refund refunds fine fines discount discounts spending income',
)

/** What is paid or weighed: the last word of a field that is added up, and never listed row by row. */
const added = words(
  'vat tax duty levy postage shipping freight deposit rent hire premium bonus royalty interest surcharge toll subsidy grant payout turnover kg kilo kilogram gram ton tonne litre liter gallon cubic kwh kilometre kilometer km mile',
)

/** "vat on our invoices last quarter", "tips last month": the sum of an amount that is named alone, with a period or its rows. */
export function bareAmount(asked: Asked): Measured | null {
  const { scan, things } = asked
  const [field, ...more] = mentionsOf(scan, 'field')
  if (field === undefined || more.length > 0 || field.mode !== 'plain' || !isBare(scan)) return null
  if (scan.rank !== null || scan.isAverage || scan.isShare || scan.isRate) return null
  // "on our invoices": the rows that have the amount.
  const isOfRows = ({ mode, at }: Of<'thing'>): boolean =>
    mode === 'preposition' ||
    // "on web orders"
    scan.mentions.some((one) => one.kind === 'value' && one.mode === 'preposition' && one.at === at - 1)
  if (things.some((one) => one.at < field.at || !isOfRows(one))) return null
  const amount = amountOf(field, asked)
  const isNarrowed = things.length > 0 || scan.mentions.some(isNarrowing)
  if (amount === null || !isNarrowed) return null
  const rows = things.filter(({ dataset }) => dataset.name === amount.field.dataset)
  return asBusiness(measured([amount], null, [field, ...rows, ...mentionsOf(scan, 'verb')]))
}

function isNarrowing({ kind, mode }: Scan['mentions'][number]): boolean {
  return (
    kind === 'time' || kind === 'unit' || kind === 'state' || (kind === 'value' && mode === 'preposition')
  )
}

/** Nothing is asked for but the amount itself. "What was the vat in 2008" may ask for a cell of a table. */
function isBare(scan: Scan): boolean {
  if (scan.asks.length === 0) return true
  const times = mentionsOf(scan, 'time')
  const isOfNow =
    times.length > 0 && times.every(({ text }) => /\b(?:this|last|past|so far|to date)\b/i.test(text))
  return scan.asks.length === 1 && scan.asks[0] === 'which' && isOfNow
}

function amountOf(
  field: Of<'field'>,
  { things, ontology }: Asked,
): Extract<MeasureSlot, { kind: 'field' }> | null {
  const found = field.nouns.flatMap((noun) =>
    noun.kind === 'field' && isMeasure(noun.field) && !isRate(noun.field.label) ? [noun] : [],
  )
  const best = found.filter(
    ({ score, dataset }) =>
      score >= (found[0]?.score ?? 0) - 0.02 &&
      things.every((one) => one.dataset === dataset || reachesOne(dataset.name, one.dataset.name, ontology)),
  )
  const own = best.filter(({ dataset }) => things.some((one) => one.dataset === dataset))
  const [only, ...others] = own.length > 0 ? own : best
  if (only === undefined || others.length > 0 || !isAdded(only.field, field.text)) return null
  return { kind: 'field', field: fieldRef(only.dataset, only.field), function: 'sum' }
}

function isAdded({ label }: Field, text: string): boolean {
  const last = text.toLowerCase().split(/\s+/).at(-1) ?? ''
  return sums.has(last) || isCalledAmount(label)
}

function isCalledAmount(label: string): boolean {
  const own = nameWords(label)
  return own.some((word, i) => added.has(word) && (i === own.length - 1 || own.length === 2))
}

/** An amount of money by its currency or its name, and not the price of one piece. */
export function isMoneyField({ label, unit }: Field): boolean {
  const isCurrency = unit !== null && /^[A-Z]{3}$/.test(unit)
  return !isRate(label) && (isCurrency || isCalledAmount(label))
}
