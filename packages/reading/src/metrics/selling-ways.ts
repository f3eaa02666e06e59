import type { Dataset, Field } from '@quipu/query'
import { isClock, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isBuyer } from './direction.ts'
import { parentsOf, type Schema } from './field-finder.ts'
import type { Trade } from './trade.ts'

/** How a stream sells: it sends bills to customers that it knows, or takes money over the counter from anybody. */
export type SellingWay = 'billed' | 'counter'

export const wordsOfWay: Readonly<Record<SellingWay, readonly string[]>> = {
  billed: ['trade', 'wholesale', 'b2b'],
  counter: ['till', 'counter', 'retail'],
}

/** Which trade is the only one that is billed, and which the only one over the counter, where all of them sell in one of the two ways. */
export function sellingWays(
  trades: readonly Trade[],
  schema: Schema,
): ReadonlyMap<Trade, { readonly way: SellingWay; readonly words: readonly string[] }> {
  const ways = trades.map((trade) => ({ trade, way: wayOf(trade, schema) }))
  const known = ways.filter(({ way }) => way !== null)
  if (known.length < ways.length || new Set(ways.map(({ way }) => way)).size < 2) return new Map()
  const only = (asked: SellingWay): Trade | null => {
    const [one, ...more] = ways.filter(({ way }) => way === asked)
    return one === undefined || more.length > 0 ? null : one.trade
  }
  const found = (['billed', 'counter'] as const).flatMap((way) => {
    const trade = only(way)
    if (trade === null) return []
    const said = [...wordsOfWay[way], ...(way === 'billed' ? kindOfBuyer(trade, schema) : [])]
    const free = said.filter((word) => schema.values.exact(word).length === 0 && !isRows(word, trade, schema))
    return [[trade, { way, words: free }] as const]
  })
  return new Map(found)
}

function wayOf({ header, lines }: Trade, schema: Schema): SellingWay | null {
  const rows = [header, ...(lines === null ? [] : [lines.dataset])]
  const hasBuyer = rows.some((each) => parentsOf(each, schema).some(isBilled))
  if (visible(header).some(isDue)) return hasBuyer ? 'billed' : null
  return !hasBuyer && visible(header).some(isTime) ? 'counter' : null
}

/** An account is a customer where bills are sent to it. */
function isBilled(dataset: Dataset): boolean {
  return (
    isBuyer(dataset) || /\b(?:accounts?|companies|company|businesses|business|firms?)$/i.test(dataset.label)
  )
}

function isDue(field: Field): boolean {
  return isMoment(field) && /\b(?:due|pay(?:able)? by)\b/i.test(field.label)
}

/** A till notes the time of day. */
function isTime(field: Field): boolean {
  return field.type === 'timestamp' || field.timeFormat === 'iso-timestamp' || isClock(field)
}

/** The customers to whom bills are sent. */
export function billedTo({ header }: Trade, schema: Schema): readonly Dataset[] {
  return parentsOf(header, schema).filter(isBilled)
}

/** `trade` of `trade customers`. */
function kindOfBuyer(trade: Trade, schema: Schema): readonly string[] {
  return billedTo(trade, schema)
    .flatMap(({ label }) => nameWords(label).slice(0, -1))
    .filter((word) => word.length > 2)
}

/** Whether other rows are called by this word. */
function isRows(word: string, { header }: Trade, { datasets }: Schema): boolean {
  const isOther = (each: Dataset): boolean => each !== header && !each.isHidden && !isPeople(each)
  return datasets.some((each) => isOther(each) && nameWords(each.label).includes(word))
}
