import { planJoins, type Ontology, type Query } from '@quipu/query'
import { ownView } from '../business/business.ts'
import { literal } from '../interpret/builder.ts'
import type { IncomeStream } from '../metrics/streams.ts'
import { reachesOne } from '../business/nearest.ts'
import type { Frame, MeasureSlot, Note, TogetherSlot } from '../plan/frame.ts'
import type { Reading } from '../plan/reading.ts'
import { lookedAt } from '../restate/fields.ts'
import { headed } from '../restate/restate.ts'
import { channelNames } from '../metrics/channel-names.ts'
import { homeOfFrame } from './home-of-frame.ts'
import { byChannelNamed } from './channel-fields.ts'
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
    const reading = read(question, ownView(ontology, stream))
    const frame = reading?.frame
    return reading === null ||
      frame === undefined ||
      frame.together !== undefined ||
      !isAbout(frame, stream) ||
      !isNarrowedByOwn(frame, stream, ontology)
      ? []
      : [{ stream, reading, frame }]
  })
  const [first, ...more] = told
  if (first === undefined || told.length < streams.length) return null
  return more.every((one) => formOf(one) === formOf(first)) ? [first, ...more] : null
}

/** Lessons are no drinks: what a value narrows has to be of the rows of this stream, and not only met at the same till. */
function isNarrowedByOwn({ filters }: Frame, { trade }: IncomeStream, ontology: Ontology): boolean {
  const home = (trade.lines?.dataset ?? trade.header).name
  return filters.every(({ condition }) => {
    const of =
      condition.kind === 'in' || condition.kind === 'compare' || condition.kind === 'like'
        ? lookedAt(condition)
        : null
    return of?.kind !== 'field' || of.dataset === home || reachesOne(home, of.dataset, ontology)
  })
}

/** Whether a frame measures or counts what this stream sold. */
export function isAbout(frame: Frame, { trade, ...stream }: IncomeStream): boolean {
  const rows = [trade.header.name, trade.lines?.dataset.name]
  const isCount = (slot: MeasureSlot): boolean => slot.kind === 'count' && rows.includes(slot.dataset)
  return isOfStream(frame, { trade, ...stream }) || frame.measures.some(isCount)
}

/** What must be alike for two answers to stand side by side. */
function formOf({ stream, frame, reading }: Told): string {
  const figures = frame.measures.map((slot) =>
    'name' in slot ? slot.name.slice(stream.prefix.length) : slot.kind,
  )
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

/** "orders per month, eBay vs website": a figure for each way of selling, or their sum. */
function overEach(
  question: string,
  streams: readonly IncomeStream[],
  how: 'each' | 'sum',
  ontology: Ontology,
  { read, build }: Readers,
): Reading | null {
  const told = toldBy(question, streams, ontology, read)
  if (told === null) return null
  const frame = isOneFigure(told[0]) ? besideEachOther(told, how) : null
  if (frame !== null) return build(frame)
  return how === 'sum' || isOneFigure(told[0]) ? null : below(told, ontology)
}

function isOneFigure({
  frame: { groups, measures, isTimeInside, isGrowth, share, subject },
  reading,
}: Told): boolean {
  const isPlain = reading.query.outputs.length === 1 && reading.query.combine === null
  return (
    groups.length === 0 &&
    measures.length === 1 &&
    isPlain &&
    !isTimeInside &&
    isGrowth !== true &&
    share === null &&
    subject === null
  )
}

/** One figure of each: the sum, where it can be added up, or all of them in one row. */
function besideEachOther([first, ...others]: readonly [Told, ...Told[]], how: 'each' | 'sum'): Frame | null {
  const [slot] = first.frame.measures
  const isSummable =
    slot?.kind === 'count' ||
    (slot?.kind === 'metric' && summable.has(slot.name.slice(first.stream.prefix.length)))
  if ((how === 'sum' && !isSummable) || (slot?.kind !== 'count' && slot?.kind !== 'metric')) return null
  const together = others.flatMap(({ frame: { measures, moment, filters } }): readonly TogetherSlot[] => {
    const [own] = measures
    if (own?.kind !== 'metric' && own?.kind !== 'count') return []
    const counted = own.kind === 'count' ? own.dataset : null
    const name = own.kind === 'metric' ? own.name : ''
    return [{ name, moment, own: { counted, filters, instead: first.frame.filters } }]
  })
  const notes = [
    ...new Map([first, ...others].flatMap(({ frame }) => frame.notes).map((one) => [one.says, one])).values(),
  ]
  const whole = {
    ...first.frame,
    together,
    notes: [...notes, noteOf([first, ...others], how), ...meaningsOf(others)],
  }
  return how === 'sum'
    ? whole
    : { ...whole, each: [first, ...others].map(({ stream }) => channelName(stream)) }
}

function noteOf(told: readonly Told[], how: 'each' | 'sum'): Note {
  const parts = told.map(({ stream }) => stream.trade.header.label)
  const says = how === 'sum' ? `Added up: ${parts.join(' + ')}.` : `Each alone: ${parts.join(', ')}.`
  return { about: addedUp, says, changesNumbers: false }
}

/** What is narrowed by other columns in the other ways of selling is said for each. */
function meaningsOf(others: readonly Told[]): readonly Note[] {
  return others.flatMap(({ stream, frame, reading }) =>
    frame.filters.length === 0
      ? []
      : [
          {
            about: `meaning for ${stream.trade.header.label}`,
            says: `For ${stream.trade.header.label}: ${reading.restatement}.`,
            changesNumbers: false,
          },
        ],
  )
}

function below(told: readonly [Told, ...Told[]], ontology: Ontology): Reading | null {
  const query = oneBelowOther(told)
  if (query === null || 'status' in planJoins(query, ontology)) return null
  const notes = new Map(
    told.flatMap((one) => one.reading.assumptions).map((note) => [JSON.stringify(note), note] as const),
  )
  const { frame: _, ...rest } = told[0].reading
  return {
    ...rest,
    query: headed(query, ontology),
    restatement: told.map((one) => one.reading.restatement).join('; '),
    assumptions: [noteOf(told, 'each'), ...notes.values()],
  }
}

/** The rows of each, one below the other, with the name of the way of selling. */
function oneBelowOther([first, ...others]: readonly [Told, ...Told[]]): Query | null {
  if ([first, ...others].some(({ reading: { query } }) => query.combine !== null)) return null
  const named = (one: Told): Query => ({
    ...one.reading.query,
    outputs: [
      { expression: literal(channelName(one.stream)), label: 'channel' },
      ...one.reading.query.outputs,
    ],
  })
  const rest = others.reduceRight<Query | null>(
    (below, one) => ({ ...named(one), combine: below === null ? null : { how: 'union', with: below } }),
    null,
  )
  return rest === null ? null : { ...named(first), combine: { how: 'union', with: rest } }
}

export interface Readers {
  readonly read: ReadIn
  readonly build: (frame: Frame) => Reading | null
}

/** A question that names one or several ways to sell the same things. */
export function readChannels(question: string, ontology: Ontology, readers: Readers): Reading | null {
  const phrase = channelPhrase(question, ontology)
  if (phrase === null) return null
  const { read, build } = readers
  const { rest, streams, how } = phrase
  const [stream, ...more] = streams
  if (stream === undefined) return null
  const own = read(rest, ownView(ontology, stream))
  if (own?.frame === undefined) return null
  if (!isAbout(own.frame, stream)) {
    if (how === null && isOfProgram(own.frame, stream, ontology)) return withEvidence(own, question)
    const split = how === 'sum' ? null : byChannelNamed(own.frame, phrase, ontology)
    const made = split === null ? null : build(split)
    return made === null ? null : withEvidence(made, question)
  }
  if (more.length === 0) return withEvidence(own, question)
  const isAll = streams.length === channelsOf(ontology).length
  const frame = isAll ? withChannels(own.frame, ontology, how === 'each' ? 'each' : 'channels') : null
  const built = frame === null ? null : build(frame)
  const found = built ?? overEach(rest, streams, how ?? 'each', ontology, readers)
  return found === null ? null : withEvidence(found, question)
}

/** The statement of a market place is about that market place. */
function isOfProgram(frame: Frame, { trade, words }: IncomeStream, ontology: Ontology): boolean {
  const home = homeOfFrame(frame, ontology)
  const own = home === null ? [] : channelNames(home)
  return channelNames(trade.header).some((word) => words.includes(word) && own.includes(word))
}

function withEvidence(reading: Reading, question: string): Reading {
  const evidence = [{ words: question, start: 0, end: question.length, meaning: reading.restatement }]
  return { ...reading, evidence }
}

/** Where no way of selling is named: the sum of all of them, if each has an answer of the same form. */
export function readAllChannels(
  question: string,
  reading: Reading,
  ontology: Ontology,
  { read, build }: Readers,
): Reading | null {
  const streams = channelsOf(ontology)
  const { frame } = reading
  if (frame === undefined || !streams.some((stream) => isAbout(frame, stream))) return null
  const buildWarned = (frame: Frame): Reading | null =>
    build({
      ...frame,
      notes: frame.notes.map((one) => (one.about === addedUp ? { ...one, changesNumbers: true } : one)),
    })
  return overEach(question, streams, 'sum', ontology, { read, build: buildWarned })
}

/** A question that names one way of selling is not answered by the rows of another one without saying so. */
export function ofOtherChannel(question: string, { frame }: Reading, ontology: Ontology): readonly Note[] {
  const named = channelPhrase(question, ontology)?.streams ?? []
  if (named.length === 0 || frame === undefined || frame.together !== undefined) return []
  const [other] = channelsOf(ontology).filter((stream) => isAbout(frame, stream))
  if (other === undefined || (named.length === 1 && named.includes(other))) return []
  const says = `Only ${other.trade.header.label} are counted, and the question names other sales.`
  return [{ about: 'stream of income', says, changesNumbers: true }]
}

/** "split by shop", "just eBay": what was added up before, for each way of selling or for one of them. */
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
