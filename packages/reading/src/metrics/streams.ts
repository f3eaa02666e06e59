import { singularLabel, type Dataset, type Metric } from '@quipu/query'
import { isMoment, isPeople, keyFields, visible } from '../lexicon/dataset-fields.ts'
import { isLater } from '../lexicon/arranged-times.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPerson } from '../lexicon/wordnet.ts'
import { channelNames } from './channel-names.ts'
import { parentsOf, type Schema } from './field-finder.ts'
import { sellingWays, type SellingWay } from './selling-ways.ts'
import { soldByRow, tradeMetrics } from './trade-metrics.ts'
import { tradeNames } from './trade-names.ts'
import { tradesOf, type Trade } from './trade.ts'

/** One of the ways in which a business earns money: tickets, a shop, donations. */
export interface IncomeStream {
  readonly trade: Trade
  /** Words that name this stream and no other one. */
  readonly words: readonly string[]
  /** The words for people who only appear in its rows, such as donors. */
  readonly people: readonly string[]
  /** Stands before the names of its metrics. Empty for the main stream. */
  readonly prefix: string
  /** Whether it is the only one that is billed, or over the counter, where each stream is one of the two. */
  readonly way?: SellingWay
}

/** The streams of income, the main one first. Empty where at most one thing is sold. */
export function streamsOf(schema: Schema): readonly IncomeStream[] {
  const trades = tradesOf(schema)
  if (trades.length < 2) return []
  const ways = sellingWays(trades, schema)
  const named = trades.map((trade) => ({ trade, all: wordsOf(trade, schema) }))
  const streams = named.map(({ trade, all }, at): IncomeStream => {
    // A branch that orders and repairs both belong to names neither of them.
    const isOwn = (word: string): boolean =>
      isWholeName(word, trade) ||
      named.every(
        (other) => other.trade === trade || (!other.all.has(word) && !isAround(word, other.trade, schema)),
      )
    const prefix = at === 0 ? '' : `${nameWords(trade.header.label).join('_')}_`
    const own = [...all].filter(isOwn)
    const known = own.length > 0 ? own : goodsOf(trade, schema).filter(isOwn)
    const sells = ways.get(trade)
    const words = [...new Set([...known, ...(sells?.words ?? []).filter(isOwn)])]
    const way = sells === undefined ? {} : { way: sells.way }
    return { trade, words, people: peopleOf(trade.header).filter(isOwn), prefix, ...way }
  })
  const [main, ...others] = streams
  const found = others
    .filter(({ trade, words }) => words.length > 0 || trade.header.isSales === true)
    .slice(0, mostOthers)
  return main === undefined || found.length === 0 ? [] : [main, ...found]
}

/** “Shop” is the shop, also beside a web shop, whose own word is “web”. */
function isWholeName(word: string, { header }: Trade): boolean {
  const [only, ...more] = nameWords(header.label).filter((one) => !general.has(one))
  return only === word && more.length === 0
}

/** Each stream has metrics of its own; a business with more is no longer small. */
const mostOthers = 5

/** Words that every trade may have. */
const general: ReadonlySet<string> = new Set(
  'sale sell stock order transaction line item product article record entry list history purchase detail position number no id code key ref reference row file name type date data log day week month sheet'.split(
    ' ',
  ),
)

/** The words of its name, of the number that identifies its rows, of what is sold, and of where or to whom. */
function wordsOf({ header, lines }: Trade, schema: Schema): ReadonlySet<string> {
  const keys = keyFields(header).filter(({ role, isUnique }) => role === 'identifier' || isUnique)
  const things = parentsOf(lines?.dataset ?? header, schema).filter((each) => each !== header)
  const places = parentsOf(header, schema)
  const labels = [header, ...[...things, ...places].filter((each) => !isPeople(each))].map(
    ({ label }) => label,
  )
  // `catering customers` are customers, and catering may still be what is sold.
  const people = new Set(
    schema.datasets.filter(isPeople).flatMap(({ label }) => nameWords(label).at(-1) ?? []),
  )
  const all = [...labels, ...keys.map(({ label }) => label), ...heldOn(header), ...shopOf(header)]
    .flatMap(nameWords)
    .concat(channelNames(header))
  return new Set(all.filter((word) => word.length > 2 && !general.has(word) && !people.has(word)))
}

/** `wc_orders` are the orders of a web shop, whatever its program is called. */
function shopOf(header: Dataset): readonly string[] {
  const parts = header.name.toLowerCase().split(/[^a-z]+/)
  return parts.some((part) => shopPrograms.has(part)) || isOfWebShop(header) ? ['web', 'webshop'] : []
}

/** What web shops note of each order, and a till does not: whether it was paid, whether it was sent, and how. */
function isOfWebShop(header: Dataset): boolean {
  const labels = visible(header).map(({ label }) => label.toLowerCase())
  return webColumns.filter((column) => labels.some((label) => column.test(label))).length > 1
}

const webColumns: readonly RegExp[] = [
  /^financial status$/,
  /^fulfil?lment status$/,
  /^(?:billing|shipping) (?:name|address|city|zip|postcode|country)\b/,
  /^shipping method\b/,
  /^(?:line item|coupon|checkout|cart) /,
]

const shopPrograms: ReadonlySet<string> = new Set(
  'web webshop webstore online ecommerce eshop wc woo woocommerce shopify magento prestashop opencart bigcommerce squarespace wix ecwid etsy ebay'.split(
    ' ',
  ),
)

/** The `shoot date` of a job says that each is a shoot. */
function heldOn(header: Dataset): readonly string[] {
  const found = visible(header).flatMap((field) => {
    const [word, ...more] = nameWords(field.label).filter((one) => !general.has(one))
    const isOwn = word !== undefined && more.length === 0 && !tradeWords.has(word)
    const isDay = isMoment(field) && field.statistics.nulls === 0 && / (?:date|day)$/i.test(field.label)
    return isOwn && isDay && !isLater(field) && !stages.has(word) ? [word] : []
  })
  return found.length === 1 ? found : []
}

const tradeWords: ReadonlySet<string> = new Set(tradeNames)
const stages: ReadonlySet<string> = new Set(
  'start begin create enter entry open issue make add submit receive record post event service value'.split(
    ' ',
  ),
)

/** `product sales` beside visits: the goods over the counter. */
function goodsOf({ header, lines }: Trade, schema: Schema): readonly string[] {
  const isOfGoods = parentsOf(lines?.dataset ?? header, schema).some(({ label }) =>
    nameWords(label).some((word) => goods.includes(word)),
  )
  return isOfGoods ? goods : []
}

const goods: readonly string[] = 'product article retail merchandise goods'.split(' ')

/** Whether the word names something that each sale of this trade belongs to. */
function isAround(word: string, { header }: Trade, schema: Schema): boolean {
  return parentsOf(header, schema).some(({ label }) => nameWords(label).includes(word))
}

/** `Donor` of a donation: people who have no rows of their own. */
function peopleOf(header: Dataset): readonly string[] {
  return visible(header).flatMap(({ type, role, label }) => {
    const [only, ...more] = nameWords(label)
    const isOne = type === 'text' && role !== 'identifier' && only !== undefined && more.length === 0
    return isOne && isPerson(only) ? [only] : []
  })
}

/** The metrics of all streams. Those of the main one have their plain names, the others that of their stream before it. */
export function streamMetrics(schema: Schema): readonly Metric[] {
  const streams = streamsOf(schema)
  return streams.flatMap((stream) =>
    tradeMetrics(stream.trade, schema).map((metric) => withPieces(inStream(metric, stream), streams)),
  )
}

/** `Bottles` of one stream are the pieces of the others too. */
function withPieces(metric: Metric, streams: readonly IncomeStream[]): Metric {
  if (metric.name !== 'units_sold') return metric
  const pieces = streams.flatMap(({ trade: { lines } }) => {
    const [only, ...more] = nameWords(lines?.quantity?.label ?? '')
    return only === undefined || more.length > 0 || unnamed.has(only) ? [] : [only]
  })
  const said = pieces.flatMap((word) => [word, `${word} sold`, `number of ${word}`])
  return { ...metric, synonyms: [...new Set([...metric.synonyms, ...said])] }
}

const unnamed: ReadonlySet<string> = new Set(
  'quantity qty unit piece pcs count amount number item'.split(' '),
)

function inStream(metric: Metric, { trade, words, prefix }: IncomeStream): Metric {
  const short = shortNames.find(({ name }) => name === metric.name)?.names ?? []
  if (metric.name === 'average_order_value') {
    const average = [
      ...words.flatMap((word) =>
        documents.flatMap((name) => [`average ${word} ${name}`, `average ${word} ${name} value`]),
      ),
      ...(trade.ways === undefined ? [] : averageTakings(trade, words)),
    ]
    return {
      ...metric,
      name: `${prefix}${metric.name}`,
      // "Per ticket" names its stream.
      synonyms: [...metric.synonyms.filter((name) => prefix === '' || isOwnPer(name, trade)), ...average],
    }
  }
  // "tickets sold" names its stream already.
  if (metric.name === 'units_sold' && soldByRow(trade) !== null)
    return { ...metric, name: `${prefix}${metric.name}` }
  // "shop orders revenue" names the rows as they are called.
  const whole = nameWords(trade.header.label).some((word) => words.includes(word))
    ? [trade.header.label.toLowerCase(), singularLabel(trade.header.label).toLowerCase()]
    : []
  const said = [...new Set([...words, ...whole])].flatMap((word) =>
    short.flatMap((name) => [`${word} ${name}`, `${name} from ${word}`]),
  )
  if (prefix === '') return { ...metric, synonyms: [...metric.synonyms, ...said] }
  const own = nameWords(trade.header.label)
  const isPlain = metric.name === 'line_revenue'
  const named = own.filter((word) => !general.has(word))
  // Two figures must not have the same name.
  const told = named.length > 0 ? named : words.slice(0, 1)
  const label = isPlain ? metric.label : `${(told.length > 0 ? told : own).join(' ')} ${metric.label}`
  return { ...metric, name: `${prefix}${metric.name}`, label: label.trim(), synonyms: said }
}

function isOwnPer(name: string, { header, number }: Trade): boolean {
  const [thing = ''] = nameWords(/ per (.+)$/.exec(name)?.[1] ?? '')
  return (
    thing !== '' &&
    [header, ...(number === null ? [] : [number])].some(({ label }) => nameWords(label).includes(thing))
  )
}

/** What was taken on one day of a market, on average. */
function averageTakings({ header }: Trade, words: readonly string[]): readonly string[] {
  const day = nameWords(header.label).join(' ')
  const said = ['average takings', ...words.map((word) => `average ${word} takings`)]
  return [...said, ...said.map((each) => `${each} per ${day}`), `average takings at ${day}`]
}

const documents: readonly string[] = 'receipt sale basket order purchase bill transaction'.split(' ')

/** What people say after the word for a stream. */
const shortNames: readonly { readonly name: string; readonly names: readonly string[] }[] = [
  { name: 'revenue', names: 'revenue, sales, income, turnover, takings, money'.split(', ') },
  { name: 'profit', names: ['profit', 'profits', 'gross profit'] },
  { name: 'margin', names: ['margin', 'profit margin'] },
  { name: 'units_sold', names: ['units sold', 'units'] },
]
