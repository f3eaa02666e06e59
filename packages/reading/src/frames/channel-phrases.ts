import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { channelNames, ways } from '../metrics/channel-names.ts'
import type { IncomeStream } from '../metrics/streams.ts'
import { plural } from '../words/word-forms.ts'
import { channelsOf } from './together.ts'

/** A question without the words that say in which ways of selling its figure is meant. */
export interface ChannelPhrase {
  readonly rest: string
  readonly streams: readonly IncomeStream[]
  /** Null: one is named, or none says whether they are added up. */
  readonly how: 'each' | 'sum' | null
}

const before = '(?:(?:on|from|in|at|via|through|over|for|of|across|between|both|the|our|my) )*'
const after =
  "(?:'s)?(?: (?:shop|store|site|alone|only))?(?: (?:together|combined|altogether|in total|added up|side by side|separately|each|apart))?"
const joint = String.raw`\s*(?:,|and|&|\+|plus|vs\.?|v\.|versus|against|compared (?:to|with))\s+`
const ofEach =
  /\b(?:vs?\.?|versus|against|compared (?:to|with)|separately|side by side|each|apart)(?!\p{L})/iu
const ofSum = /\+|\b(?:plus|together|combined|altogether|in total|added up|overall)\b/iu

/** "eBay and website together", "counter vs post": what says which ways of selling are meant. Null where none are named. */
export function channelPhrase(question: string, ontology: Ontology): ChannelPhrase | null {
  const streams = channelsOf(ontology)
  if (streams.length < 2) return null
  return namedOnes(question, streams, ontology) ?? allOfThem(question, streams, ontology)
}

function namedOnes(
  question: string,
  streams: readonly IncomeStream[],
  ontology: Ontology,
): ChannelPhrase | null {
  const sayings = streams.map((stream) => ({ stream, said: sayingsOf(stream, ontology) }))
  const named = sayings.filter(({ said }) => said !== null && isIn(said, question))
  if (named.length === 0) return null
  const any = named.map(({ said }) => said).join('|')
  const one = `${before}(?:${any})(?![\\p{L}-])${after}`
  const list = new RegExp(`[,:–-]?\\s*(?<![\\p{L}-])${one}(?:${joint}${one})+`, 'iu')
  const found = list.exec(question)
  const all = named.map(({ stream }) => stream)
  if (found !== null && all.length > 1)
    return { rest: without(question, found[0]), streams: all, how: howOf(found[0]) }
  const alone = new RegExp(`[,:–-]?\\s*(?<![\\p{L}-])${one}`, 'iu').exec(question)
  if (alone === null || all.length > 1) return null
  return { rest: without(question, alone[0]), streams: all, how: null }
}

function isIn(said: string, question: string): boolean {
  return new RegExp(`(?<![\\p{L}-])(?:${said})(?![\\p{L}-])`, 'iu').test(question)
}

/** Whether a value of the data is what people call this way of selling. */
export function saysChannel(value: string, stream: IncomeStream, ontology: Ontology): boolean {
  const said = sayingsOf(stream, ontology)
  return said !== null && new RegExp(`^(?:${said})(?: (?:shop|store|site))?$`, 'iu').test(value.trim())
}

function howOf(words: string): 'each' | 'sum' {
  return ofSum.test(words) ? 'sum' : ofEach.test(words) ? 'each' : 'each'
}

function without(question: string, words: string): string {
  return question
    .replace(words, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[?.,])/g, '')
    .trim()
}

/** What people call this way of selling: the program or source of its rows, or what its name has beside the rows that all of them have. */
function sayingsOf(stream: IncomeStream, { datasets }: Ontology): string | null {
  const { header } = stream.trade
  const [head = ''] = nameWords(header.label).toReversed()
  const own = nameWords(header.label).filter((word) => word !== head && stream.words.includes(word))
  const words = new Set([...channelNames(header), ...own].filter((word) => stream.words.includes(word)))
  const isRows = (word: string): boolean =>
    datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === word)
  const said = [...words].flatMap((word) => {
    const way = ways.find((each) => each.includes(word)) ?? [word]
    return way.filter((each) => each === word || !isRows(each))
  })
  const forms = said.flatMap((word) =>
    /^(?:web|online)$/.test(word) ? [`${word} ?(?:shop|store|site)`, word] : [word],
  )
  return forms.length === 0 ? null : forms.toSorted((a, b) => b.length - a.length).join('|')
}

/** "both shops", "per channel", where nothing in the data is called so. */
function allOfThem(
  question: string,
  streams: readonly IncomeStream[],
  ontology: Ontology,
): ChannelPhrase | null {
  const nouns = places.filter((noun) => !isOfData(noun, ontology))
  if (nouns.length === 0) return null
  const one = nouns.join('|')
  const many = nouns.map(plural).join('|')
  const sum = new RegExp(
    `[,:–-]?\\s*\\b(?:(?:on|in|at|across|from|over|for) )?(?:both|all)(?: of)?(?: the| our| my)? (?:sales )?(?:${many})\\b${after}`,
    'iu',
  ).exec(question)
  if (sum !== null)
    return { rest: without(question, sum[0]), streams, how: ofEach.test(sum[0]) ? 'each' : 'sum' }
  const each = new RegExp(
    `[,:–-]?\\s*\\b(?:(?:split|broken down|break (?:it|that|this|them) down|divided|grouped) )?(?:(?:by|per|for each|in each|on each|each)) (?:of (?:the|our) )?(?:sales )?(?:${one})\\b`,
    'iu',
  ).exec(question)
  return each === null ? null : { rest: without(question, each[0]), streams, how: 'each' }
}

const places: readonly string[] = 'shop store channel platform marketplace storefront webshop'.split(' ')

function isOfData(noun: string, { datasets }: Ontology): boolean {
  return datasets.some(
    ({ label, isHidden, fields }) =>
      !isHidden &&
      [label, ...fields.map((field) => field.label)].some((one) => nameWords(one).includes(noun)),
  )
}
