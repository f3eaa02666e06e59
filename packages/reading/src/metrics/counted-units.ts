import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { fillers, nameWords } from '../lexicon/name-words.ts'
import { unitNames } from './unit-words.ts'

/**
 * The number of what the price is for, whatever it is called: `Bottles` beside `Bottle price`, `Sheets` beside `Price per sheet`,
 * `Weight (kg)` beside `Price/kg` or a rate, `Casks` beside a unit price and no other number.
 */
export function countedUnits(dataset: Dataset): Field | null {
  const measures = visible(dataset).filter(isMeasure)
  const prices = measures.filter(({ label }) => isPrice(nameWords(label)))
  const times = prices.flatMap(({ label }) => timeOf(label) ?? [])
  // Minutes are not what a rate per hour is multiplied with.
  const isOtherTime = (time: string | null): boolean =>
    time !== null && times.length > 0 && !times.includes(time)
  const others = measures.filter(
    (field) => !prices.includes(field) && isCount(field) && !isOtherTime(timeOf(field.label)),
  )
  const said = prices.map(({ label }) => unitOf(label)).filter((unit) => unit !== '')
  const paired = onlyOf(
    others.filter(({ label }) => {
      const own = nameWords(label).join(' ')
      return said.some((unit) => own === unit || (own.split(' ').includes(unit) && !general.has(unit)))
    }),
  )
  if (paired !== null) return paired
  if (prices.length === 0) return null
  const priced = prices.flatMap((price) => unitNames(price)[0] ?? [])
  const measured = others.filter((field) => unitNames(field).length > 0)
  const fitting = measured.filter((field) => priced.includes(unitNames(field)[0] ?? ''))
  if (fitting.length > 0) return onlyOf(fitting)
  // A unit price or a rate is for something: the only number beside it says of how much.
  if (!prices.some(({ label }) => /\b(?:unit|each|per|rate)\b/i.test(label))) return null
  return onlyOf(measured.length > 0 ? measured : others.filter(({ isInteger }) => isInteger))
}

/** The unit of time in a name. */
function timeOf(label: string): string | null {
  const found = /\b(second|minute|min|hour|hr|day|dai|night|week|month)(?:ly|s)?\b/i
    .exec(label)?.[1]
    ?.toLowerCase()
  if (found === undefined) return null
  return found === 'min' ? 'minute' : found === 'hr' ? 'hour' : found === 'dai' ? 'day' : found
}

function onlyOf(fields: readonly Field[]): Field | null {
  const [only, ...more] = fields
  return only === undefined || more.length > 0 ? null : only
}

function isPrice(words: readonly string[]): boolean {
  return words.some((word) => priceWords.has(word)) && !words.some((word) => notPrice.has(word))
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const priceWords = words('price rate each')
const notPrice = words('discount tax vat gst cost commission exchange list old purchase buying total')

/** What the price is for: `sheet` of a price per sheet, `bottle` of a bottle price. Empty where it does not say. */
function unitOf(label: string): string {
  const own = nameWords(label).filter((word) => !fillers.has(word))
  return own
    .filter((word) => !priceWords.has(word) && word !== 'unit')
    .join(' ')
    .replace('daily', 'day')
    .replace('nightly', 'night')
}

/** Neither money nor a share nor a rank. */
function isCount({ label, statistics }: Field): boolean {
  return Number(statistics.min) >= 0 && !nameWords(label).some((word) => notCount.has(word))
}

const notCount = words(
  'amount total value net gross discount rebate percent pct share tax vat gst cost fee charge deposit paid pay sum revenue price rate number no line position year month stock minimum maximum age rating score balance commission tip',
)

/** What people call the pieces: `bottles`, where the quantity is called so. */
export function pieceNames({ label }: Field): readonly string[] {
  const [only, ...more] = nameWords(label)
  const isOwn = only !== undefined && more.length === 0 && !general.has(only)
  return isOwn ? [label.toLowerCase()] : []
}

const general: ReadonlySet<string> = words('quantity qty unit piece count number amount')
