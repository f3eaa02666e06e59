import { planJoins, type Expression, type Ontology, type Output, type Query } from '@quipu/query'
import { ontologyOfStream } from '../business/business.ts'
import { literal } from '../interpret/builder.ts'
import type { IncomeStream } from '../metrics/streams.ts'
import type { Frame, MeasureSlot } from '../plan/frame.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { headed } from '../restate/restate.ts'
import { channelPhrase } from './channel-phrases.ts'
import { isOfStream } from './streams.ts'
import { addedUp, channelName, channelsOf, withChannels } from './together.ts'

/** What one way of selling makes of a question. */
export type ReadIn = (question: string, view: Ontology) => Reading | null

interface Told {
  readonly stream: IncomeStream
  readonly reading: Reading
  readonly frame: Frame
}

/** The same question in each of these ways of selling. Null where one of them has no answer of the same form. */
function toldBy(
  question: string,
  streams: readonly IncomeStream[],
  ontology: Ontology,
  read: ReadIn,
): readonly [Told, ...Told[]] | null {
  const told = streams.flatMap((stream): readonly Told[] => {
    const reading = read(question, ontologyOfStream(ontology, stream))
    const frame = reading?.frame
    return reading === null || frame === undefined || frame.together !== undefined || !isAbout(frame, stream)
      ? []
      : [{ stream, reading, frame }]
  })
  const [first, ...more] = told
  if (first === undefined || told.length < streams.length) return null
  return more.every((one) => formOf(one) === formOf(first)) ? [first, ...more] : null
}

/** Whether a frame measures or counts what this stream sold. */
export function isAbout(frame: Frame, { trade, ...stream }: IncomeStream): boolean {
  const rows = [trade.header.name, trade.lines?.dataset.name]
  const isCount = (slot: MeasureSlot): boolean => slot.kind === 'count' && rows.includes(slot.dataset)
  return isOfStream(frame, { trade, ...stream }) || frame.measures.some(isCount)
}

/** What must be alike for two answers to stand side by side. */
function formOf({ stream, frame, reading }: Told): string {
  const figures = frame.measures.map((slot) => ('name' in slot ? slot.name.slice(stream.prefix.length) : slot.kind))
  const groups = frame.groups.map((one) => (one.kind === 'period' ? one.unit : one.kind))
  const { filters, time, against, rank, share, isGrowth } = frame
  return JSON.stringify([
    figures,
    groups,
    filters.length,
    time,
    against,
    rank,
    share,
    isGrowth ?? false,
    reading.query.outputs.length,
  ])
}

/** Figures of which the sum over all ways of selling is that of the business. */
const summable: ReadonlySet<string> = new Set(
  'revenue units_sold profit cost_of_goods discounts_given line_revenue'.split(' '),
)

/** "orders per month, Etsy vs website": a figure for each way of selling, or their sum. */
export function overEach(
  question: string,
  streams: readonly IncomeStream[],
  how: 'each' | 'sum',
  ontology: Ontology,
  read: ReadIn,
): Reading | null {
  const told = toldBy(question, streams, ontology, read)
  if (told === null) return null
  const query = how === 'sum' ? added(told) : isOneFigure(told[0]) ? beside(told) : oneBelowOther(told)
  if (query === null || 'status' in planJoins(query, ontology)) return null
  const [{ reading }] = told
  const parts = told.map(({ stream }) => stream.trade.header.label).join(how === 'sum' ? ' + ' : ', ')
  const said = `${how === 'sum' ? 'Added up' : 'Each alone'}: ${parts}.`
  const notes = new Map(
    told.flatMap((one) => one.reading.assumptions).map((note) => [JSON.stringify(note), note] as const),
  )
  const note: Assumption = { about: 'streams of income', says: said, changesNumbers: false }
  const { frame: _, ...rest } = reading
  return {
    ...rest,
    query: headed(query, ontology),
    restatement: told.map((one) => one.reading.restatement).join(how === 'sum' ? ' + ' : '; '),
    assumptions: [note, ...notes.values()],
  }
}

function isOneFigure({ frame, reading: { query } }: Told): boolean {
  return frame.groups.length === 0 && frame.measures.length === 1 && isPlain(query)
}

function isPlain({ outputs, groupBy, having, limit, combine }: Query): boolean {
  return outputs.length === 1 && groupBy.length === 0 && having === null && limit === null && combine === null
}

/** The sum of one figure of each, where it can be added up. */
function added([first, ...others]: readonly [Told, ...Told[]]): Query | null {
  const [slot] = first.frame.measures
  const isSummable =
    slot?.kind === 'count' ||
    (slot?.kind === 'metric' && summable.has(slot.name.slice(first.stream.prefix.length)))
  const of = first.reading.query.outputs[0]?.expression
  if (!isOneFigure(first) || !isSummable || of === undefined || first.frame.share !== null) return null
  const sum = others.reduce<Expression>(
    (left, { reading: { query } }) => ({
      kind: 'arithmetic',
      operator: '+',
      left,
      right: { kind: 'scalar', query },
    }),
    of,
  )
  return { ...first.reading.query, outputs: [{ expression: sum, label: 'total' }] }
}

/** One row with a figure of each. */
function beside([first, ...others]: readonly [Told, ...Told[]]): Query {
  const own = first.reading.query.outputs.map((output) => ({ ...output, label: channelName(first.stream) }))
  const more = others.map(
    (one): Output => ({ expression: { kind: 'scalar', query: one.reading.query }, label: channelName(one.stream) }),
  )
  return { ...first.reading.query, outputs: [...own, ...more] }
}

/** The rows of each, one below the other, with the name of the way of selling. */
function oneBelowOther([first, ...others]: readonly [Told, ...Told[]]): Query | null {
  if ([first, ...others].some(({ reading: { query } }) => query.combine !== null)) return null
  const named = (one: Told): Query => ({
    ...one.reading.query,
    outputs: [{ expression: literal(channelName(one.stream)), label: 'channel' }, ...one.reading.query.outputs],
  })
  const rest = others.reduceRight<Query | null>(
    (below, one) => ({ ...named(one), combine: below === null ? null : { how: 'union', with: below } }),
    null,
  )
  return rest === null ? null : { ...named(first), combine: { how: 'union', with: rest } }
}

interface Readers {
  readonly read: ReadIn
  readonly build: (frame: Frame) => Reading | null
}

/** A question that names one or several ways to sell the same things. */
export function readChannels(question: string, ontology: Ontology, { read, build }: Readers): Reading | null {
  const phrase = channelPhrase(question, ontology)
  if (phrase === null) return null
  const { rest, streams, how } = phrase
  const [stream, ...more] = streams
  if (stream === undefined) return null
  const own = read(rest, ontologyOfStream(ontology, stream))
  if (own?.frame === undefined || !isAbout(own.frame, stream)) return null
  if (more.length === 0) return withEvidence(own, question)
  const isAll = streams.length === channelsOf(ontology).length
  const frame = isAll ? withChannels(own.frame, ontology, how === 'each' ? 'each' : 'channels') : null
  const built = frame === null ? null : build(frame)
  const found = built ?? overEach(rest, streams, how ?? 'each', ontology, read)
  return found === null ? null : withEvidence(found, question)
}

function withEvidence(reading: Reading, question: string): Reading {
  const evidence = [{ words: question, start: 0, end: question.length, meaning: reading.restatement }]
  return { ...reading, evidence }
}

/** Where no way of selling is named: the sum of all of them, if each has an answer of the same form. */
export function readAllChannels(question: string, reading: Reading, ontology: Ontology, read: ReadIn): Reading | null {
  const streams = channelsOf(ontology)
  const [main] = streams
  if (main === undefined || reading.frame === undefined || !isAbout(reading.frame, main)) return null
  const found = overEach(question, streams, 'sum', ontology, read)
  return found === null ? null : { ...found, assumptions: found.assumptions.map((note, at) => at === 0 ? { ...note, changesNumbers: true } : note) }
}

/** "split by shop", "just Etsy": what was added up before, for each way of selling or for one of them. */
export function channelsOfShown(question: string, frame: Frame, ontology: Ontology): Frame | null {
  const { together, each: _, ...alone } = frame
  const phrase = channelPhrase(question, ontology)
  if (phrase === null || together === undefined || !isBare(phrase.rest)) return null
  const main = { ...alone, notes: alone.notes.filter(({ about }) => about !== addedUp) }
  const [stream, ...more] = phrase.streams
  if (stream === undefined) return null
  if (more.length > 0) return withChannels(main, ontology, phrase.how === 'sum' ? 'channels' : 'each')
  const slot = together.find(({ name }) => stream.prefix !== '' && name.startsWith(stream.prefix))
  if (slot === undefined) return stream.prefix === '' ? main : null
  return { ...main, measures: [{ kind: 'metric', name: slot.name }], moment: slot.moment }
}

function isBare(rest: string): boolean {
  return /^\W*(?:(?:and|just|only|what|how|about|now|then|can you|please|that|it|this|them|those|show|split|for) ?)*\W*$/iu.test(
    rest,
  )
}
