import type { Dataset, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { tidy } from './shared-words.ts'

/**
 * "how much does a guest spend on average", "how many orders does a customer place on average": what one thing brings or has on average,
 * said as the figure for each of the things.
 */
export function withMeansSaid(question: string, ontology: Ontology): string {
  const text = question.trim().replace(/\s*[?!.]+$/, '')
  if (!mean.test(text) || perPeriod.test(text)) return question
  const sale = saleOf(text, ontology)
  if (sale !== null) return sale
  const isOnAverage = onAverage.test(text)
  const plain = tidy(text.replace(onAverage, ' '))
  const { thing, verb, tail: after = '', counted } = partsOf(plain, isOnAverage) ?? {}
  if (thing === undefined) return question
  const tail = groupsFirst(after)
  if (counted === undefined) return ofMoney(thing, tail, ontology)
  const noun = verb === undefined || counted !== '' ? counted : nounOf(verb, ontology)
  if (noun === null || timeUnit.test(noun)) return question
  const isRows = counted === '' || rowsNamed(noun, ontology) !== null
  // How long something takes may be meant for each piece of work or for all of it.
  if (!isRows && !(/\bper\b/i.test(plain) && isMeasured(noun, ontology))) return question
  return tidy(`average ${isRows ? 'number of ' : ''}${noun} per ${thing} ${tail}`)
}

interface Said {
  readonly thing: string
  readonly verb?: string | undefined
  readonly tail: string | undefined
  /** What is counted for each thing. Empty where only the verb says it. Absent where money is meant. */
  readonly counted?: string
}

function partsOf(text: string, isOnAverage: boolean): Said | null {
  for (const { pattern, needsMean = true } of forms) {
    const found = pattern.exec(text)?.groups
    if (found === undefined || (needsMean && !isOnAverage && !/\baverage\b/i.test(found['one'] ?? '')))
      continue
    const { thing = '', counted, tail, verb } = found
    const isCounted = counted !== undefined || /^how often/i.test(text)
    return { thing, tail, verb, ...(isCounted ? { counted: counted ?? '' } : {}) }
  }
  return null
}

const timeUnit = /^(?:seconds?|minutes?|days?|nights?|weeks?|months?|years?|times)$/i
const mean = /\b(?:average|avg|mean)\b/i
const onAverage = /,?\s*\b(?:on|in) (?:an )?average\b,?/i
const perPeriod =
  /\b(?:per|an?|each|every|in an?) (?:day|week|month|quarter|year)\b|\b(?:dai|week|month|quarter|year)ly\b/i
const one = String.raw`(?<one>(?:an? |the |our |each |every |one )?(?:average )?)`
const thing = String.raw`(?<thing>\p{L}+(?: \p{L}+)??)`
const spends = String.raw`(?:spend|spent|pay|paid|bring in|brought in|bring us|generate)(?: us| with us| here| at ours)?`
const tail = String.raw`(?<tail>(?:,? (?!on\b).*)?)`

const sales: readonly RegExp[] = [
  new RegExp(
    `^how (?:big|large|high|much) (?:is|was|are|were) (?:an|the|our) average ${thing}${tail}$`,
    'iu',
  ),
  new RegExp(
    `^(?:what (?:is|was) )?(?:the |our )?average (?:amount|value|total|revenue|turnover|sales?) (?:per|of an?|of each) ${thing}${tail}$`,
    'iu',
  ),
]

const forms: readonly { readonly pattern: RegExp; readonly needsMean?: boolean }[] = [
  {
    pattern: new RegExp(
      `^(?:how much(?: money)?|what) (?:do|does|did|has|have) ${one}${thing} ${spends}${tail}$`,
      'iu',
    ),
  },
  {
    pattern: new RegExp(
      `^(?:what (?:is|was) )?(?:the |our )?average (?:\\p{L}+ )?(?:spend|spending|expenditure) (?:per|of an?|of each) ${thing}${tail}$`,
      'iu',
    ),
    needsMean: false,
  },
  { pattern: new RegExp(`^how often (?:do|does|did) ${one}${thing} (?<verb>\\p{L}+)${tail}$`, 'iu') },
  {
    pattern: new RegExp(
      `^how many (?<counted>\\p{L}+(?: \\p{L}+)?) (?:do|does|did|has|have|are there in|are in|is in) ${one}${thing}(?: (?:have|had|get|got|do|make|made|place|placed|contain|include|hold|take|took|\\p{L}{3,}))?${tail}$`,
      'iu',
    ),
  },
  {
    pattern: new RegExp(
      `^(?:how many |(?:the )?number of )?(?<counted>\\p{L}+(?: \\p{L}+)?) per ${thing}${tail}$`,
      'iu',
    ),
  },
]

/** "this year, by type": what the things are divided by stands beside them. */
function groupsFirst(tail: string): string {
  const [, before = '', groups = ''] = /^(.*?),?\s+((?:by|per|for each|for every)\s+.+)$/i.exec(tail) ?? []
  return groups === '' ? tail : `${groups} ${before}`
}

/** "how big is the average order", "average amount per invoice": what a sale comes to. */
function saleOf(text: string, ontology: Ontology): string | null {
  for (const pattern of sales) {
    const { thing: said = '', tail: after = '' } = pattern.exec(text)?.groups ?? {}
    if (said !== '' && isSale(said, ontology)) return tidy(`average ${said} value ${groupsFirst(after)}`)
  }
  return null
}

/** What a sale comes to has a name of its own; others have brought in so much each. */
function ofMoney(thing: string, tail: string, ontology: Ontology): string {
  if (isSale(thing, ontology) || isUnnamedBuyer(thing, ontology))
    return tidy(`average ${isSale(thing, ontology) ? thing : (saleName(ontology) ?? thing)} value ${tail}`)
  // "average spend per visitor", where rows say how many visitors they stand for.
  const isCounted = rowsNamed(thing, ontology) === null && isMeasured(thing, ontology)
  return tidy(`average ${isCounted ? 'spend' : 'revenue'} per ${thing} ${tail}`)
}

function isSale(thing: string, ontology: Ontology): boolean {
  const { trade } = businessOf(ontology)
  return trade !== null && lastWord(trade.header.label) === lastWord(thing)
}

/** Where hardly any sale says who bought, what a customer spends on average is what a sale comes to. */
function isUnnamedBuyer(thing: string, ontology: Ontology): boolean {
  const header = businessOf(ontology).trade?.header
  if (header === undefined || !/^(?:customer|client|buyer|shopper|guest|visitor)s?$/i.test(thing))
    return false
  if (rowsNamed(thing, ontology) !== null || isMeasured(thing, ontology)) return false
  const links = ontology.relationships.filter(
    ({ from, to }) => from === header.name && isBuyerLike(to, ontology),
  )
  const keys = links.flatMap(({ fromFields }) => fromFields)
  const linked = header.fields.filter(({ name }) => keys.includes(name))
  if (linked.length > 0) return linked.every(({ statistics }) => statistics.nulls > header.rows / 2)
  const isSaid = header.fields.some(({ label }) => buyers.test(label))
  return !isSaid && businessOf(ontology).partyNamed('customer') === null
}

const buyers = /\b(?:customer|client|buyer|guest|visitor|member|e-?mail)s?\b/i

function isBuyerLike(name: string, { datasets }: Ontology): boolean {
  return datasets.some((each) => each.name === name && isPeople(each) && !staff.test(each.label))
}

const staff = /\b(?:staff|employee|cashier|user|member of staff)s?\b/i

function saleName(ontology: Ontology): string | null {
  const label = businessOf(ontology).trade?.header.label
  return label === undefined ? null : lastWord(label)
}

/** "order" of "how often does a customer order", where the data has orders. */
function nounOf(verb: string, ontology: Ontology): string | null {
  return rowsNamed(verb, ontology)?.label ?? null
}

function rowsNamed(words: string, { datasets }: Ontology): Dataset | null {
  const last = lastWord(words)
  return datasets.find(({ label, isHidden }) => !isHidden && lastWord(label) === last) ?? null
}

function isMeasured(words: string, { datasets }: Ontology): boolean {
  const last = lastWord(words)
  return datasets.some(
    (each) =>
      !each.isHidden &&
      visible(each).some((field) => isMeasure(field) && nameWords(field.label).includes(last)),
  )
}

function lastWord(words: string): string {
  return nameWords(words).at(-1) ?? ''
}
