import { planJoins, type Expression, type Ontology, type Query } from '@quipu/query'
import { emptyQuery } from '../interpret/builder.ts'
import { tradeNames } from '../metrics/trade-metrics.ts'
import type { IncomeStream } from '../metrics/streams.ts'
import type { Frame, Note } from '../plan/frame.ts'
import type { Reading } from '../plan/reading.ts'
import { headed, restate } from '../restate/restate.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { tokenize } from '../words/tokens.ts'
import { businessOf, ontologyOfStream, revenueOf } from '../business/business.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import type { Mention, Scan } from './scan.ts'

/** The streams of income that the words of a question name. */
export function namedStreams(question: string, ontology: Ontology): readonly IncomeStream[] {
  const { streams } = businessOf(ontology)
  if (streams.length === 0) return []
  const named = saidStreams(question, streams)
  return named.length === 0 ? takenIn(question, streams) : named
}

function saidStreams(question: string, streams: readonly IncomeStream[]): readonly IncomeStream[] {
  const tokens = tokenize(withoutOthers(question.replaceAll(denied, ' '), streams))
  const forms = new Set(tokens.flatMap((token) => [token.lower, ...token.forms]))
  const isSaid = (word: string): boolean =>
    forms.has(word) || tokens.some(({ lower }) => isVerbOf(lower, word))
  return streams.filter(({ words, people }) => [...words, ...people].some(isSaid))
}

/** The till, where its words are said and its name is not. */
function takenIn(question: string, streams: readonly IncomeStream[]): readonly IncomeStream[] {
  return taken.test(question) ? streams.filter(({ way }) => way === 'counter') : []
}

/** What a till takes, at which hour: bills beside it are sent. */
const taken =
  /\b(?:busiest|quietest|calmest) (?:hours?|times?)\b|\btakings?\b|\b(?:we|they) (?:took|have taken)\b|\b(?:did|do|have|has|had) (?!it\b)(?:\p{L}+ ){1,3}?tak(?:e|en)(?! (?:to|on|for|away|off)\b)/iu

/** In "web shop" the word "shop" is part of the name of another stream than the shop. */
function withoutOthers(question: string, streams: readonly IncomeStream[]): string {
  return streams.reduce((text, { trade: { header }, words }) => {
    const own = nameWords(header.label)
    return words
      .filter((word) => own.length > 1 && own.includes(word))
      .reduce(
        (rest, word) => rest.replaceAll(new RegExp(`\\b${word}[ -]?(?:${own.join('|')})s?\\b`, 'giu'), word),
        text,
      )
  }, question)
}

/** "people without a membership" is about other income than memberships. */
const denied = /\b(?:without|but no|with no) (?:an? |any |the )?\p{L}+/giu

/** "donated" names donations. */
function isVerbOf(verb: string, noun: string): boolean {
  if (!/(?:ions?|ments?)$/.test(noun) || !/(?:e|ed|es|ing)$/.test(verb)) return false
  const stems = stemsOf(noun)
  return verb.slice(0, 4) === noun.slice(0, 4) && [...stemsOf(verb)].some((stem) => stems.has(stem))
}

/** The ontology with the one stream that the question names as the main one. */
export function ontologyNamedBy(question: string, ontology: Ontology): Ontology {
  const [only, ...more] = namedStreams(question, ontology)
  return only === undefined || more.length > 0 ? ontology : ontologyOfStream(ontology, only)
}

/** The ontology with the stream that a frame measures as the main one. */
export function ontologyOfFrame(frame: Frame, ontology: Ontology): Ontology {
  const stream = businessOf(ontology).streams.find((one) => isOfStream(frame, one))
  return stream === undefined ? ontology : ontologyOfStream(ontology, stream)
}

/** Whether a frame measures a metric of this stream. */
export function isOfStream({ measures }: Frame, { prefix }: IncomeStream): boolean {
  return measures.some(
    (slot) =>
      'name' in slot && slot.name.startsWith(prefix) && tradeNames.has(slot.name.slice(prefix.length)),
  )
}

/** What a filter is about: a reference is about the dataset that it leads to. */
function datasetOf(key: string, { relationships }: Ontology): string {
  const [dataset = '', field = ''] = key.replace(/^with /, '').split('.')
  return (
    relationships.find(({ from, fromFields }) => from === dataset && fromFields.includes(field))?.to ??
    dataset
  )
}

/** What the answer is divided and narrowed by. */
function datasetsIn({ groups, filters }: Frame, ontology: Ontology): readonly string[] {
  return [
    ...groups.flatMap((one) =>
      one.kind === 'thing' ? [one.dataset] : one.kind === 'field' ? [one.field.dataset] : [],
    ),
    ...filters.map(({ key }) => datasetOf(key, ontology)),
  ]
}

/** Whether each sale of a stream, or each of its lines, has one of these. */
function hasOneOf({ trade: { header, lines } }: IncomeStream, name: string, ontology: Ontology): boolean {
  return [header, ...(lines === null ? [] : [lines.dataset])].some((rows) =>
    reachesOne(rows.name, name, ontology),
  )
}

/** Whether a frame uses something that the rows of the main stream do not have. */
export function isBeyondMain(frame: Frame, ontology: Ontology): boolean {
  const [main, ...others] = businessOf(ontology).streams
  // Discounts that only the web shop gives are meant where discounts are asked for.
  const isLacking = frame.measures.some((slot) => {
    const name = 'name' in slot ? slot.name : ''
    const own = others.find(({ prefix }) => name.startsWith(prefix))?.prefix
    return own !== undefined && businessOf(ontology).metric(name.slice(own.length)) === null
  })
  if (isLacking) return true
  return datasetsIn(frame, ontology).some(
    (name) =>
      main !== undefined &&
      ontology.datasets.some((each) => each.name === name) &&
      !hasOneOf(main, name, ontology),
  )
}

/** Payments that are for none of the sales: the business has other income than these. */
function otherPayments(question: string, { measures }: Frame, ontology: Ontology): readonly Note[] {
  const { trade } = businessOf(ontology)
  const paid = ontology.datasets.find(({ name }) => name === homeOf('payments_received', ontology))
  const isRevenue = measures.some((slot) => 'name' in slot && slot.name === 'revenue')
  if (trade === null || paid === undefined || paid === trade.header || !isRevenue) return []
  const isForSales = [trade.header, ...(trade.lines === null ? [] : [trade.lines.dataset])].some(
    ({ name }) => reachesOne(paid.name, name, ontology) || reachesOne(name, paid.name, ontology),
  )
  const said = nameWords(question)
  if (isForSales || nameWords(trade.header.label).some((word) => !general.has(word) && said.includes(word)))
    return []
  const says = `Only ${trade.header.label} are counted. Not included: ${paid.label}.`
  return [{ about: 'what counts', says, changesNumbers: true }]
}

/** Words of a name that say nothing about one trade. */
const general: ReadonlySet<string> = new Set(['sale', 'order', 'transaction', 'invoice', 'bill'])

/** Where a question names no stream, the answer says which one is meant and which ones it leaves out. */
export function otherStreams(
  question: string,
  frame: Frame | undefined,
  ontology: Ontology,
): readonly Note[] {
  const { streams } = businessOf(ontology)
  const [main, ...all] = streams
  const [till] = saidStreams(question, streams).length > 0 ? [] : takenIn(question, streams)
  if (till !== undefined && frame !== undefined && isOfStream(frame, till) && frame.groups.length === 0)
    return onlyCounted(
      till,
      streams.filter((one) => one !== till),
    )
  if (main === undefined && frame !== undefined) return otherPayments(question, frame, ontology)
  if (main === undefined || frame === undefined || !isOfStream(frame, main)) return []
  if (frame.together !== undefined) return []
  // What is divided or narrowed by something that another stream does not have is not of that stream.
  const used = datasetsIn(frame, ontology)
  const others = all.filter((stream) => used.every((name) => hasOneOf(stream, name, ontology)))
  if (others.length === 0 || namedStreams(question, ontology).length > 0) return []
  return onlyCounted(main, others)
}

function onlyCounted(main: IncomeStream, others: readonly IncomeStream[]): readonly Note[] {
  const left = others.map(({ trade: { header } }) => header.label).join(', ')
  const says = `Only ${main.trade.header.label} are counted. Not included: ${left}.`
  return [{ about: 'stream of income', says, changesNumbers: true }]
}

/** Whether a question names several streams and the frame measures one of them alone. */
export function isOneOfSeveral(question: string, frame: Frame | undefined, ontology: Ontology): boolean {
  const named = namedStreams(question, ontology)
  if (frame === undefined || named.length < 2) return false
  const measured = named.filter((stream) => isOfStream(frame, stream))
  return measured.length > 0 && measured.length < named.length
}

/** "how much did tickets and the shop bring in": the revenue of each stream that is named, added up if the question says so. */
export function readTogether(question: string, ontology: Ontology, scan: Scan | null): Reading | null {
  const named = namedStreams(question, ontology)
  if (scan === null || named.length < 2 || !isSum(scan)) return null
  const times = scan.mentions.flatMap((one) => (one.kind === 'time' ? [one.time] : []))
  const [time, ...more] = times
  if (more.length > 0 || time?.isAmbiguous !== undefined || time?.comparison === 'step') return null
  if (time !== undefined && (time.kind !== 'range' || time.range === null)) return null
  const names = named.map((stream) => revenueOf(ontologyOfStream(ontology, stream)))
  const headers = new Set(named.map(({ trade: { header } }) => header))
  const isAbout = (one: Mention): boolean =>
    one.kind === 'time' ||
    (one.kind === 'verb' && one.mode === 'plain' && sold.has(one.verb)) ||
    (one.kind === 'thing' && headers.has(one.dataset)) ||
    (one.kind === 'metric' && names.includes(one.metric.name))
  if (!scan.mentions.every(isAbout)) return null
  const queries = names.flatMap((name) => revenueIn(name, time?.range ?? null, ontology) ?? [])
  const [first, ...others] = queries
  if (first === undefined || queries.length < names.length) return null
  const own: Expression = { kind: 'metric', name: names[0] ?? '' }
  const each = [own, ...others.map((query): Expression => ({ kind: 'scalar', query }))]
  const sum = each.reduce((left, right) => ({ kind: 'arithmetic', operator: '+', left, right }))
  const labels = names.map((name) => ontology.metrics.find((one) => one.name === name)?.label ?? name)
  const outputs = scan.isTotal
    ? [{ expression: sum, label: '' }]
    : each.map((expression, at) => ({ expression, label: labels[at] ?? '' }))
  const query = headed({ ...first, outputs }, ontology)
  if ('status' in planJoins(query, ontology)) return null
  const restatement = restate(query, ontology)
  const parts = named.map(({ trade: { header } }) => header.label).join(scan.isTotal ? ' + ' : ', ')
  return {
    query,
    evidence: [{ words: question, start: 0, end: question.length, meaning: restatement }],
    assumptions: [
      {
        about: 'streams of income',
        says: `${scan.isTotal ? 'Added up' : 'Each alone'}: ${parts}.`,
        changesNumbers: false,
      },
    ],
    unmatched: [],
    score: 1,
    confidence: 0.9,
    restatement,
  }
}

const sold: ReadonlySet<string> = new Set(['sell', 'earn', 'charge'])

function isSum({ asks, rank, isAverage, isShare, isRate, isGrowth, isBefore }: Scan): boolean {
  const isOther = isAverage || isShare || isRate || isGrowth || isBefore
  return rank === null && !isOther && asks.every((ask) => ask === 'much' || ask === 'which' || ask === 'list')
}

/** The revenue of one stream in a period, as a query of its own. */
function revenueIn(
  name: string,
  range: { readonly start: string | null; readonly end: string | null } | null,
  ontology: Ontology,
): Query | null {
  const home = homeOf(name, ontology)
  const dataset = ontology.datasets.find((each) => each.name === home)
  const moment = home === null ? null : momentOf(home, ontology)
  if (dataset === undefined || (range !== null && moment === null)) return null
  return {
    ...emptyQuery(dataset),
    outputs: [{ expression: { kind: 'metric', name }, label: 'revenue' }],
    where:
      range === null || moment === null
        ? null
        : { kind: 'during', of: moment, start: range.start, end: range.end },
  }
}
