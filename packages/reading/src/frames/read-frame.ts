import { countedNotSold, rateOfKind } from './rate-of-kind.ts'
import { withStateMoment } from './state-moment.ts'
import { keepStatesAsked } from './states-asked-for.ts'
import { withUnpaidMoment } from './unpaid-moment.ts'
import { inZone, planJoins, type Ontology, type Query } from '@quipu/query'
import type { Assumption, Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { headed, restate } from '../restate/restate.ts'
import { tokenize } from '../words/tokens.ts'
import { buildFrame } from './build-frame.ts'
import { businessOf, ontologyOfStream } from '../business/business.ts'
import { countedByLine } from '../business/count-by-number.ts'
import { readBounded } from './bounded-things.ts'
import { readElapsed } from './elapsed.ts'
import { readFigureBound } from './figure-bounds.ts'
import { asksAmountOfTime, readStoredTime } from './stored-time.ts'
import { readOwnBounds } from './own-bounds.ts'
import { readPresence } from './own-presence.ts'
import { cellsOf, wordsWithoutCell } from './cells.ts'
import { isAbout, ofOtherChannel, readAllChannels, readChannels, type Readers } from './each-channel.ts'
import { readAbsence, readClause, readMostOften } from './clause-reading.ts'
import { decidedOnly } from './decided-rows.ts'
import { fillFrame } from './fill-frame.ts'
import { whatCounts } from './rates.ts'
import { readPrice } from './price-of.ts'
import { namedGoods } from '../business/goods.ts'
import type { Frame, MeasureSlot } from '../plan/frame.ts'
import { heldOnly, tookPlace } from './held-rows.ts'
import { withGoodsOfKind, withKindNouns, withOwnValues, withThingsOfKind } from './kind-nouns.ts'
import { homeOf } from '../business/moments.ts'
import { slowOrQuiet } from './late-parties.ts'
import { measureOf } from './measure-of.ts'
import { withOwnOfNextThing } from './next-thing.ts'
import { withOwnEnd } from './own-end.ts'
import { assumedAmounts } from '../metrics/assumed-amounts.ts'
import { withoutAllPlaces, withoutPlaces, withoutStream } from './places.ts'
import { readSpentSoMuch } from './spent-so-much.ts'
import { readTaken } from './taken-things.ts'
import { readWhoIsIn } from './who-is-in.ts'
import { readNotTaken } from './not-taken.ts'
import { readGoodAndBad } from './good-and-bad.ts'
import { readValuesCompared } from './values-compared.ts'
import { readCameShort } from './came-short.ts'
import { readLimits } from './read-limits.ts'
import { readUpcoming } from './upcoming-rows.ts'
import { ownWorkOnly } from './own-work.ts'
import { readNextDue } from './next-due.ts'
import { readDidMost } from './did-most.ts'
import { readHaving } from './has-field.ts'
import { readComings, readStaying } from './comings.ts'
import { betweenClocks, readStay } from './stays.ts'
import { settleThings } from './settle-things.ts'
import { scanCells, type Scan } from './scan.ts'
import {
  isBeyondMain,
  isOfStream,
  isOneOfSeveral,
  namedStreams,
  ontologyNamedBy,
  otherStreams,
  readTogether,
} from './streams.ts'
import { addedUp, withChannels } from './together.ts'

/** How sure a reading is that has a place for every word. */
const sure = 0.9

export interface FramedReading {
  readonly reading: Reading
  /** It uses words of business, which the grammar alone does not know. */
  readonly isBusiness: boolean
}

/** Reads a business question by slots, in the stream of income that it names. Null when a word finds no place in them. */
export function readFrame(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): FramedReading | null {
  const together = readTogether(question, ontology, scanQuestion(question, ontology, context))
  if (together !== null) return { reading: together, isBusiness: true }
  const readers: Readers = {
    read: (text, view) => readOne(text, view, context)?.reading ?? null,
    build: (frame) => readingOf(frame, question, ontology),
  }
  const channels = readChannels(question, ontology, readers)
  if (channels !== null) return { reading: channels, isBusiness: true }
  const found = readOne(question, ontology, context)
  if (found === null || isOneOfSeveral(question, found.reading.frame, ontology)) return null
  const reading = overChannels(question, found.reading, ontology, readers)
  const notes = [
    ...otherStreams(question, reading.frame, ontology),
    ...calledThings(question, reading, ontology),
    ...ofOtherChannel(question, reading, ontology),
  ]
  return { ...found, reading: { ...reading, assumptions: [...reading.assumptions, ...notes] } }
}

/** Reads a question in the stream of income that it names, or else in the main one. */
function readOne(question: string, ontology: Ontology, context: ReadingContext): FramedReading | null {
  // "only placed one order" has no other place in slots.
  if (/\b(?:only|just) (?:ever )?\p{L}+ (?:one|a single) \p{L}/iu.test(question))
    return readWithClause(question, ontology, context)
  return (
    readWithClause(question, ontology, context, readValuesCompared) ??
    readWithClause(question, ontology, context, readLimits) ??
    readWithClause(question, ontology, context, readCameShort) ??
    readWithClause(question, ontology, context, readElapsed) ??
    readWithClause(question, ontology, context, readStoredTime) ??
    readWithClause(question, ontology, context, readPrice) ??
    readWithClause(question, ontology, context, readTaken) ??
    readWithClause(question, ontology, context, readUpcoming) ??
    readWithClause(question, ontology, context, readWhoIsIn) ??
    readWithClause(question, ontology, context, readNotTaken) ??
    readWithClause(question, ontology, context, (text, own, _, readHead) =>
      readGoodAndBad(text, own, readHead),
    ) ??
    readWithClause(question, ontology, context, readNextDue) ??
    readWithClause(question, ontology, context, readComings) ??
    readWithClause(question, ontology, context, readStaying) ??
    readWithClause(question, ontology, context, (text, own, _, readHead) =>
      readHaving(text, own, readHead),
    ) ??
    readWithClause(question, ontology, context, readAbsence) ??
    readWithClause(question, ontology, context, readDidMost) ??
    readWithClause(question, ontology, context, readMostOften) ??
    readWithClause(question, ontology, context, readSpentSoMuch) ??
    readWithClause(question, ontology, context, readFigureBound) ??
    readWithClause(question, ontology, context, readOwnBounds) ??
    readWithClause(question, ontology, context, readPresence) ??
    readWithClause(question, ontology, context, readBounded) ??
    readWithClause(question, ontology, context, (text, own, _, readHead) =>
      betweenClocks(text, own, readHead),
    ) ??
    readIn(question, ontologyNamedBy(question, ontology), context) ??
    readInOnlyStream(question, ontology, context) ??
    readWithClause(question, ontology, context, (text, own, _, readHead) => readStay(text, own, readHead)) ??
    readWithClause(question, ontology, context)
  )
}

/** Where a question names no stream, or all of those that sell the same things: what all of them sold. */
function overChannels(question: string, reading: Reading, ontology: Ontology, readers: Readers): Reading {
  const [main] = businessOf(ontology).streams
  const { frame } = reading
  if (main === undefined || frame === undefined || namedStreams(question, ontology).length > 0) return reading
  if (!isAbout(frame, main)) return readAllChannels(question, reading, ontology, readers) ?? reading
  // "Sales" may be those of goods; what a business earns in total is all of it.
  const isOfAll =
    /\b(?:total|overall|altogether|all our|whole)\b/i.test(question) &&
    !/\b(?:sales?|sell|sold|selling)\b/i.test(question)
  const together = withChannels(frame, ontology, isOfAll ? 'all' : 'channels')
  const built = together === null ? null : readingOf(together, question, ontology)
  return built ?? readAllChannels(question, reading, ontology, readers) ?? reading
}

/** The part of the question that says what is listed or counted, narrowed by what it did, did not do or did so often. */
function readWithClause(
  question: string,
  whole: Ontology,
  context: ReadingContext,
  read: typeof readClause = readClause,
): FramedReading | null {
  // "which lamps have not sold in the shop": not over this counter.
  const ontology = ontologyNamedBy(question, whole)
  const alone: ReadingContext = { ...context, previous: null }
  const frame = read(withoutAllPlaces(question, ontology), ontology, alone, (head) => {
    const frameOf = (words: string): Frame | null => readIn(words, ontology, alone)?.reading.frame ?? null
    const [word, ...more] = wordsWithoutCell(head, ontology, alone)
    const goods = word === undefined || more.length > 0 ? null : namedGoods(question, word, ontology)
    if (word === undefined || goods === null) return frameOf(head)
    const { label } = goods.dataset
    const named = frameOf(head.replace(word, label))
    const note: Assumption = {
      about: `meaning of ${word}`,
      says: `"${word}" is read as ${label}.`,
      changesNumbers: true,
    }
    return named === null ? null : { ...named, notes: [...named.notes, note] }
  })
  const reading = frame === null ? null : readingOf(frame, question, ontology)
  return reading === null ? null : { reading, isBusiness: true }
}

/** Which of the things sold a word was taken for that nothing is called by. */
function calledThings(question: string, { frame }: Reading, ontology: Ontology): readonly Assumption[] {
  const used = JSON.stringify([frame?.subject, frame?.groups, frame?.filters, frame?.measures])
  return tokenize(question).flatMap(({ kind, forms, text }) => {
    const [called] =
      kind === 'word' ? forms.flatMap((form) => businessOf(ontology).thingCalled(form) ?? []) : []
    if (called === undefined || !used.includes(JSON.stringify(called.name))) return []
    const says = `“${text}” is taken to mean ${called.label}.`
    return [{ about: `meaning of ${text}`, says, changesNumbers: true }]
  })
}

/** "revenue by exhibition" is that of the only stream of income whose rows have an exhibition. */
function readInOnlyStream(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): FramedReading | null {
  if (namedStreams(question, ontology).length > 0) return null
  const [, ...others] = businessOf(ontology).streams
  const found = others.flatMap((stream) => {
    const made = readIn(question, ontologyOfStream(ontology, stream), context)
    const frame = made?.reading.frame
    const { header } = stream.trade
    const isCounted =
      frame !== undefined &&
      frame.rank !== null &&
      frame.measures.some((slot) => isCountOf(slot, header.name))
    if (made === null || frame === undefined || !(isOfStream(frame, stream) || isCounted)) return []
    return isBeyondMain(frame, ontology) ? [made] : []
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

function isCountOf(slot: MeasureSlot, name: string): boolean {
  return slot.kind === 'count' && slot.dataset === name
}

function readIn(question: string, ontology: Ontology, context: ReadingContext): FramedReading | null {
  const scanned = scanQuestion(question, ontology, context)
  if (scanned === null) return null
  const scan = withoutStream(withoutPlaces(scanned, question, ontology), ontology)
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const measured = measureOf(scan, ontology, today)
  if (measured === null) return null
  const filled = fillFrame(scan, measured, ontology, context)
  const frame = filled === null ? null : heldOnly(filled, { question, ontology, today })
  // "list all sales" asks for the rows, and not for what they come to.
  if (frame !== null && listsAll.test(question) && isOneAmount(frame)) return null
  // An amount of time is added up. The mean time between two moments does not answer it.
  if (frame?.measures.some(isMeanTime) === true && asksAmountOfTime(question)) return null
  const reading = frame === null ? null : readingOf(frame, question, ontology)
  return reading === null
    ? null
    : {
        reading,
        isBusiness: measured.isBusiness === true || isBusiness(scan, reading) || isOfLines(reading, ontology),
      }
}

function isMeanTime(slot: MeasureSlot): boolean {
  return (slot.kind === 'span' && slot.isSum !== true) || (slot.kind === 'field' && slot.function === 'avg')
}

const listsAll = /^\W*(?:please )?(?:list|show|display|give)(?: me)? all\b/i

function isOneAmount({ measures, groups }: Frame): boolean {
  return groups.length === 0 && measures.some(({ kind }) => kind === 'metric')
}

/** Sales that have a row for each of their lines are counted by their number, which the grammar does not know. */
function isOfLines({ frame }: Reading, ontology: Ontology): boolean {
  const { trade } = businessOf(ontology)
  return (
    trade !== null &&
    trade.number !== null &&
    frame?.measures.some((slot) => isCountOf(slot, trade.header.name)) === true
  )
}

function isBusiness(
  { mentions, rank, isTenure, isLength, isRate, isGrowth }: Scan,
  { frame }: Reading,
): boolean {
  return (
    frame?.measures.some(({ kind }) => kind === 'metric' || kind === 'rate') === true ||
    mentions.some(
      (one) =>
        one.kind === 'verb' ||
        (one.kind === 'state' && one.state !== 'now') ||
        one.kind === 'part' ||
        (one.kind === 'thing' && one.isNamed === true) ||
        (one.kind === 'time' && one.time.kind === 'part'),
    ) ||
    isTenure ||
    isLength ||
    isGrowth ||
    isRate ||
    rank?.by === 'rated' ||
    rank?.by === 'best' ||
    rank?.by === 'selling' ||
    rank?.by === 'busy' ||
    rank?.by === 'fast' ||
    rank?.by === 'size' ||
    frame?.notes.some(({ about }) => about === whatCounts || about === tookPlace) === true
  )
}

export function scanQuestion(question: string, ontology: Ontology, context: ReadingContext): Scan | null {
  const cells = cellsOf(question, ontology, context)
  if (cells === null) return null
  const previous = context.previous?.reading.frame ?? null
  const settled = withOwnOfNextThing(settleThings(scanCells(cells), ontology, previous))
  const kinds = withGoodsOfKind(withKindNouns(settled, ontology), ontology)
  const ofKind = withThingsOfKind(kinds, ontology)
  const scan = slowOrQuiet(withOwnEnd(withOwnValues(ofKind, ontology), ontology), ontology)
  return scan.isBeyond ? null : scan
}

export function readingOf(whole: Frame, question: string, ontology: Ontology): Reading | null {
  const asked = keepStatesAsked(whole)
  const dated = withUnpaidMoment(
    withStateMoment(ownWorkOnly(asked, question, ontology), question, ontology),
    ontology,
  )
  const frame = decidedOnly(rateOfKind(countedNotSold(dated, ontology), ontology), ontology)
  // A kept frame may name a metric that was removed since.
  const isKnown = frame.measures.every((slot) => !('name' in slot) || homeOf(slot.name, ontology) !== null)
  const built = isKnown ? buildFrame(frame, ontology) : null
  if (built === null || 'status' in planJoins(built, ontology)) return null
  const query = headed(countedByLine(built, ontology, question), ontology)
  const restatement = restated(query, frame, ontology)
  const evidence = [{ words: question, start: 0, end: question.length, meaning: restatement }]
  return {
    query,
    evidence,
    assumptions: [...frame.notes, ...definitions(query, frame, ontology), ...divisors(frame, ontology)],
    unmatched: [],
    score: 1,
    confidence: sure,
    restatement,
    frame,
  }
}

/** A sum over streams of income is said like the figure of the first, with the names of all. */
function restated(query: Query, frame: Frame, ontology: Ontology): string {
  const { together, ...alone } = frame
  const note = frame.notes.find(({ about }) => about === addedUp)
  const first = together === undefined || note === undefined ? null : buildFrame(alone, ontology)
  return first === null || note === undefined
    ? restate(query, ontology)
    : `${restate(headed(first, ontology), ontology)} (${note.says.replace(/\.$/, '').toLowerCase()})`
}

/** Who an average is spread over: also those whose every sale was cancelled. */
function divisors({ measures }: Frame, ontology: Ontology): readonly Assumption[] {
  const labelOf = (name: string): string => ontology.datasets.find((one) => one.name === name)?.label ?? name
  return measures.flatMap((slot) => {
    if (slot.kind !== 'mean') return []
    const metric = businessOf(ontology).metric(slot.name)
    if (metric === null || !metric.expression.includes(' filter (')) return []
    const [things, rows] = [labelOf(slot.per.dataset), labelOf(slot.home)]
    const says = `${metric.label} is divided by all ${things} with ${rows}, also those whose ${rows} do not count as ${metric.label}.`
    return [{ about: `meaning of average per ${things}`, says, changesNumbers: true }]
  })
}

/** What each metric of the answer means, in words. */
function definitions(query: Query, { measures }: Frame, ontology: Ontology): readonly Assumption[] {
  const { trade, streams } = businessOf(ontology)
  const trades = new Set([...(trade === null ? [] : [trade]), ...streams.map((stream) => stream.trade)])
  return measures.flatMap((slot) => {
    const metric = slot.kind === 'metric' ? businessOf(ontology).metric(slot.name) : null
    if (metric === null || metric.description === null) return []
    return [
      {
        about: `meaning of ${metric.label}`,
        says: `${metric.label} = ${metric.description}.`,
        changesNumbers: false,
      },
      ...assumedAmounts(metric, [...trades], ontology).map((assumed) => ({
        ...assumed,
        changesNumbers: true,
      })),
    ]
  })
}
