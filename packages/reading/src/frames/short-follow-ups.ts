import type { Ontology } from '@quipu/query'
import { stepBack, steppedBy } from '../time/step-back.ts'
import { and } from '../interpret/builder.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import type { FilterSlot, Frame, GroupSlot, MeasureSlot, TimeSlot } from '../plan/frame.ts'
import { askedOfShown } from './asked-of-shown.ts'
import { buyerOf } from './measured.ts'
import { homeOfFrame } from './home-of-frame.ts'
import { moved } from './moved-filter.ts'
import { reachesOne } from '../business/nearest.ts'
import { worstFirst } from './polarity.ts'
import type { Scan } from './scan.ts'
import { fieldOfShown } from './field-of-shown.ts'
import { measureInstead, narrowedByAmount } from './measure-instead.ts'
import { thingsBehind } from './shown-things.ts'

const lead = /^\W*(?:(?:and|so|but|ok(?:ay)?|then)\W+)*/i
const asksShare =
  /^(?:(?:what|which|how many|how much) (?:percent(?:age)?|per cent|share|proportion|part|fraction|%)(?: of (?:all|the|our|total|everything|them|those|it|\p{L}+))*(?: \p{L}+)? (?:is|are|was|were) (?:that|this|it|they|those)|(?:how much|what) (?:is|are|was|were) (?:that|it|they|those) (?:in percent|as a percentage|in %|percentage ?wise)(?: of (?:all|the total|them all))?|(?:(?:show|give)(?: me)? (?:that|it) )?(?:in|as) (?:an? )?(?:percent(?:age)?|per cent|%)(?: of (?:all|the total|total|everything))?(?: please)?|what (?:share|percentage|proportion) (?:is|was|of the total is) (?:that|it))\W*$/iu
const asksWho =
  /^(?:who|whom|whose|(?:for|from|to) whom|(?:who|whose) (?:is|are|was|were) (?:that|it|they|those|these)|who exactly|(?:can you )?name them|give me (?:their|the) names)\W*$/i
const asksRows =
  /^(?:which(?: ones?)?(?: (?:is|are|was|were) (?:that|it|they|those))?|what are they|which exactly|(?:can you |please )?(?:list|show)(?: me)? (?:them|those|these)(?: all)?(?: please)?)\W*$/i

const asksNumber =
  /^how many(?: (?:is|are|was|were) (?:that|they|those|these|it|there|them))?(?: (?:in total|altogether|all together|in all|of them))?\W*$/i
const turnsRound =
  /^(?:the other way (?:a)?round|(?:in )?reversed?(?: (?:the )?order)?|turn (?:it|that) round)\W*$/i

/** Reads a follow-up of a few words that says nothing but what becomes of the previous figure. Null for another question. */
export function shortFollowUp(
  question: string,
  frame: Frame,
  ontology: Ontology,
  today: string,
): Frame | null {
  // Words that were taken out leave their space.
  const words = question.replace(lead, '').replaceAll(/\s+/gu, ' ')
  const unit = stepBack(question)
  if (unit !== null) return steppedBack(frame, (time) => steppedBy(time, question, unit, today))
  if (turnsRound.test(words)) return turned(frame)
  if (asksShare.test(words)) return shareOfAll(frame)
  if (asksNumber.test(words)) return numberOf(frame)
  if (asksWho.test(words)) return whoseRows(frame, ontology)
  if (asksRows.test(words)) return rowsOf(frame)
  const isAddition = /^\W*(?:and|also|plus)\b/i.test(question)
  return (
    askedOfShown(words, frame, ontology, isAddition) ??
    measureInstead(words, frame, ontology) ??
    narrowedByAmount(words, frame, ontology) ??
    fieldOfShown(words, frame, ontology, isAddition) ??
    thingsBehind(words, frame, ontology)
  )
}

function steppedBack(frame: Frame, back: (time: TimeSlot) => TimeSlot | null): Frame | null {
  const { time, isTimeInside } = frame
  const before = time === null ? null : back(time)
  if (time === null || before === null) return null
  const filters = isTimeInside ? frame.filters.map((one) => moved(one, time, before)) : frame.filters
  return {
    ...frame,
    filters,
    time: before,
    against: null,
    notes: frame.notes.filter((one) => one.about !== 'time period'),
  }
}

/** "the other way round": the last ones instead of the first. */
function turned(frame: Frame): Frame | null {
  if (frame.rank === null) return null
  const direction = frame.rank.direction === 'asc' ? 'desc' : 'asc'
  return { ...frame, rank: { ...frame.rank, direction } }
}

/** "how many is that": the number of the rows that were listed, or of all that were counted in groups. */
function numberOf(frame: Frame): Frame | null {
  const [slot, ...more] = frame.measures
  if (more.length > 0 || frame.against !== null || frame.rank !== null || frame.share !== null) return null
  const { also: _, ...rest } = frame
  if (slot === undefined)
    return frame.subject === null
      ? null
      : { ...rest, subject: null, measures: [{ kind: 'count', dataset: frame.subject }] }
  return slot.kind === 'count' ? { ...rest, groups: [] } : null
}

/** "what percentage is that": of all rows, or of the whole amount, those that were narrowed to. */
function shareOfAll(frame: Frame): Frame | null {
  const { own, all } = apart(frame.filters)
  return shareOf({ ...frame, filters: all }, own)
}

/** Of the figure, the part that meets further conditions. */
export function shareOf(frame: Frame, own: readonly FilterSlot[]): Frame | null {
  const [slot, ...more] = frame.measures
  const condition = and(own.map((one) => one.condition))
  if (slot === undefined || more.length > 0 || frame.groups.length > 0) return null
  if (condition === null || frame.isTimeInside || frame.against !== null) return null
  const part: MeasureSlot | null =
    slot.kind === 'count'
      ? { kind: 'rate', dataset: slot.dataset, condition, of: 'percent' }
      : slot.kind === 'metric'
        ? { kind: 'portion', name: slot.name, condition, of: 'percent' }
        : null
  return part === null ? null : { ...frame, measures: [part] }
}

/** What was left out anyway stays left out. */
function apart(filters: readonly FilterSlot[]): {
  readonly own: readonly FilterSlot[]
  readonly all: readonly FilterSlot[]
} {
  const isOfAll = ({ key }: FilterSlot): boolean => key.startsWith('of ') || key.startsWith('with ')
  return { own: filters.filter((one) => !isOfAll(one)), all: filters.filter(isOfAll) }
}

/** "who?": the people who were counted, or those whom the rows belong to. */
function whoseRows(frame: Frame, ontology: Ontology): Frame | null {
  const home = homeOfFrame(frame, ontology)
  if (home === null) return null
  if (isPeople(home)) return rowsOf(frame)
  const buyer = buyerOf(ontology)
  const reached = ontology.datasets.filter(
    (each) =>
      !each.isHidden && (isPeople(each) || each === buyer) && reachesOne(home.name, each.name, ontology),
  )
  const [only, ...more] =
    reached.filter((each) => each === buyer).length > 0 && buyer !== null ? [buyer] : reached
  if (only === undefined || more.length > 0 || frame.groups.length > 0) return null
  const measures: readonly MeasureSlot[] =
    frame.measures.length === 0 ? [{ kind: 'count', dataset: home.name }] : frame.measures
  const groups: readonly GroupSlot[] = [{ kind: 'thing', dataset: only.name }]
  return { ...frame, subject: null, measures, groups, rank: null, share: null }
}

/** "which ones?": the rows that were counted. */
function rowsOf(frame: Frame): Frame | null {
  const [slot, ...more] = frame.measures
  if (slot === undefined || slot.kind !== 'count' || more.length > 0) return null
  if (frame.groups.length > 0 || frame.against !== null) return null
  return { ...frame, subject: slot.dataset, measures: [], share: null, rank: null }
}

/** "who are the slowest 5", "the top 3": people, where one figure was shown for all of them. */
export function rankOfPeople(
  scan: Scan,
  frame: Frame,
  ontology: Ontology,
): { readonly scan: Scan; readonly frame: Frame } | null {
  const { rank, asks, mentions } = scan
  const [slot] = frame.measures
  const isAsked = asks.every((ask) => ask === 'who')
  if (rank === null || slot === undefined || !isAsked || frame.groups.length > 0) return null
  if (!asks.includes('who') || mentions.some(({ kind }) => kind !== 'time')) return null
  const isTime = slot.kind === 'span' || slot.kind === 'minutes'
  // The slowest take the most time.
  const direction =
    isTime && rank.by === 'busy'
      ? rank.direction === 'asc'
        ? 'desc'
        : 'asc'
      : worstFirst(rank, slot, ontology, frame.filters)
  const divided = whoseRows(frame, ontology)
  return divided === null || divided.measures.length === 0
    ? null
    : { scan: { ...scan, rank: { ...rank, direction }, asks: [] }, frame: divided }
}

/** "which product is worst?", "who has the most?": a ranking of things by what was measured before. Null where the question names another measure. */
export function rankedNow(scan: Scan, frame: Frame, ontology: Ontology): Scan | null {
  const { rank, asks } = scan
  const [slot] = frame.measures
  const isAsked = asks.every((ask) => ask === 'which' || ask === 'who')
  if (rank === null || slot === undefined || !isAsked || rank.by === 'rated' || rank.by === 'long')
    return null
  if (rank.by === 'price' || rank.isOwnQuality) return null
  const home = homeOfFrame(frame, ontology)
  const [thing, ...others] = scan.mentions.filter((one) => one.kind === 'thing' || one.kind === 'field')
  const isBare = scan.mentions.every((one) => one === thing || one.kind === 'time')
  if (others.length > 0 || !isBare || home === null) return null
  const turned = { ...rank, direction: worstFirst(rank, slot, ontology, frame.filters) }
  if (thing === undefined) {
    // "who has the most?" asks for people; where things are shown, they are ranked.
    return asks.includes('who') && frame.groups.length === 0 ? null : { ...scan, rank: turned, asks: [] }
  }
  if (thing.kind === 'field') return { ...scan, rank: turned }
  if (thing.dataset === home || !reachesOne(home.name, thing.dataset.name, ontology)) return null
  return {
    ...scan,
    rank: turned,
    asks: [],
    isInstead: true,
    mentions: scan.mentions.map((one) => (one === thing ? { ...one, mode: 'by' as const } : one)),
  }
}
