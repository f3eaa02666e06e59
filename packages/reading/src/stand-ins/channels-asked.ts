import type { Dataset, Field, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

type Way = 'web' | 'shop' | 'phone'

/** What people call a way in which orders, bookings or questions come in. */
const said: Readonly<Record<Way, RegExp>> = {
  web: /^(?:web|online|internet|website|webshop|e-?commerce|e-?shop)$/,
  shop: /^(?:shops?|stores?|in-?store|counter|tills?|branches|offline|walk-?ins?)$/,
  phone: /^(?:phone|telephone|phoned|telephoned)$/,
}
/** What the data calls it, and the short codes for it. */
const written: Readonly<Record<Way, { readonly words: RegExp; readonly codes: RegExp }>> = {
  web: {
    words: /^(?:web|online|internet|website|web ?shop|e-?commerce|e-?shop|www|net)$/,
    codes: /^(?:w|web|www|o|onl|i|int|e|ec)$/,
  },
  shop: {
    words:
      /^(?:shop|store|in-?store|in shop|counter|till|pos|retail|branch|walk-?in|desk|front desk|offline)$/,
    codes: /^(?:s|shp|t|p|pos|c|ctr|r|b|st)$/,
  },
  phone: { words: /^(?:phone|telephone|call|by phone|tel)$/, codes: /^(?:p|ph|t|tel)$/ },
}

interface Channel {
  readonly dataset: Dataset
  readonly field: Field
}

/**
 * "online orders" for a source `W`, "in the shops" for the other one: a word for a way of selling or booking that the data
 * does not have, where one field holds these ways.
 */
export function channelsAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const channel = channelOf(ontology)
  if (channel === null) return []
  const wayOf = ({ lower }: Token): Way | undefined => ways.find((one) => said[one].test(lower))
  // "online vs store": both ways are named, whatever else of the data sounds like one of them.
  const isCompared = new Set(tokens.flatMap((token) => wayOf(token) ?? [])).size > 1
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const way = wayOf(token)
    if (token.kind !== 'word' || way === undefined) return []
    if (isCompared ? ontology.values.exact(token.lower).length > 0 : isKnown(token)) return []
    if (way === 'shop' && !isCompared && !isChannel(tokens, from)) return []
    const value = valueOf(way, channel.field)
    if (value === null) return []
    const rows = rowsAfter(tokens[from + 1], channel, ontology)
    const name = `"${value.value}"${rows === null ? '' : ` ${rows}`}`
    return [{ from, to: from + (rows === null ? 1 : 2), name, changesNumbers: value.isCode || rows !== null }]
  })
}

const ways: readonly Way[] = ['web', 'shop', 'phone']

/** The field of the ways in which sales come in, or the only one of other rows. */
function channelOf(ontology: Ontology): Channel | null {
  const found = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden || !visible(dataset).some(isMoment)
      ? []
      : visible(dataset)
          .filter((field) => isChannelField(field))
          .map((field) => ({ dataset, field })),
  )
  const header = businessOf(ontology).trade?.header
  const sold = found.filter(({ dataset }) => dataset === header)
  const [only, ...more] = sold.length > 0 ? sold : found
  return only === undefined || more.length > 0 ? null : only
}

function isChannelField(field: Field): boolean {
  return (
    field.type === 'text' &&
    field.statistics.distinct <= 5 &&
    /\b(?:channel|source|origin|via|medium|sold (?:in|at|through)|order type|sale type|how)\b/i.test(
      field.label,
    ) &&
    valueOf('web', field) !== null
  )
}

function valueOf(way: Way, { sample }: Field): { readonly value: string; readonly isCode: boolean } | null {
  const fitting = (pattern: RegExp): readonly string[] =>
    sample.filter((value) => pattern.test(value.toLowerCase()))
  const [word, ...others] = fitting(written[way].words)
  if (word !== undefined) return others.length > 0 ? null : { value: word, isCode: false }
  if (!sample.every((value) => /^[A-Z]{1,3}$/.test(value))) return null
  const web = sample.filter((value) => written.web.codes.test(value.toLowerCase()))
  const isWeb = web.includes('W') ? 'W' : web.length === 1 ? web[0] : undefined
  if (isWeb === undefined) return null
  if (way === 'web') return { value: isWeb, isCode: true }
  // Of two ways, what is not on the web is in the shop.
  const rest = sample.filter((value) => value !== isWeb && written[way].codes.test(value.toLowerCase()))
  const [code, ...more] = rest
  return code === undefined || more.length > 0 || sample.length > 2 ? null : { value: code, isCode: true }
}

/** "in the shops", "shop sales", "shops only": all of them as a way of selling, not each of them. */
function isChannel(tokens: readonly Token[], at: number): boolean {
  const before = tokens
    .slice(Math.max(0, at - 2), at)
    .map(({ lower }) => lower)
    .join(' ')
  const next = tokens[at + 1]?.lower ?? ''
  if (/\b(?:each|every|per|by|which|what|one|all|best|worst)$/.test(before)) return false
  return (
    /\b(?:in|at|in the|in our|at the|from the|through the|over the|vs|versus|against|to)$/.test(before) ||
    /^(?:only|sales?|takings|receipts?|orders?|revenue|turnover|purchases?|customers?|vs|versus|and)$/.test(
      next,
    )
  )
}

/** "web orders" are the sales that came in so, where "orders" would be something else. */
function rowsAfter(token: Token | undefined, { dataset }: Channel, { datasets }: Ontology): string | null {
  if (token === undefined || !/^(?:orders?|purchases?|receipts?|tickets?)$/.test(token.lower)) return null
  const own = nameWords(dataset.label)
  const isOwn = own.includes(singular(token.lower))
  const isOther = datasets.some(
    (each) => !each.isHidden && each !== dataset && nameWords(each.label).includes(singular(token.lower)),
  )
  return isOwn || !isOther ? null : dataset.label
}
