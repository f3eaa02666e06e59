import { inZone, type Dataset, type Field, type Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { reachesOne } from '../business/nearest.ts'
import { aggregate, compare, emptyQuery, field as fieldRef, literal, rows } from '../interpret/builder.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { isPeople, nameFields } from '../lexicon/dataset-fields.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { emptyFrame, type Frame, type GroupSlot, type MeasureSlot, type TimeSlot } from '../plan/frame.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { findTimes } from '../time/find-times.ts'
import { buyerOf, staffOf } from './measured.ts'
import { readingOf } from './read-frame.ts'

/** Words that judge things without saying by which measure. */
const low =
  /\b(?:(?:not|n['’]t|isn['’]t|aren['’]t) (?:doing|going|running|performing|selling) (?:so |that |very |too )?(?:well|good|great)|(?:doing|going|performing|selling) (?:badly|poorly)|weak(?:est)?|poor(?:est)?|under-?performing|struggling|disappointing|unpopular|least (?:important|valuable|popular|successful)|matters? (?:the )?least|problematic|bad)\b/iu
const high =
  /\b(?:(?:doing|going|performing|selling) (?:very |really |so )?(?:well|great)|strong(?:est)?|(?:most )?(?:important|valuable|popular|successful|valued|relevant)|matters? (?:the )?most|mean the most|key|favou?rites?|stars?|best|good|great)\b/iu
const loyal = /\b(?:(?:most )?(?:loyal|faithful|regular|devoted|committed)|regulars|stalwarts)\b/iu
const spenders = /\b(?:big|biggest|high|highest|top|heavy) spenders?\b/iu
const fillers =
  /\b(?:who|which|what|whats|are|is|were|was|be|do|does|did|have|has|had|we|us|our|ours|the|a|an|of|to|for|in|on|at|with|show|list|me|give|tell|name|them|they|please|currently|right|now|there|here|most|really|and|that|how many|how much|count|number|one|ones|so|far)\b|['’]s\b|[^\p{L}\p{N}]+/giu

interface Judged {
  /** What is judged, or what has the property that is. */
  readonly thing: Dataset
  readonly group: GroupSlot
  readonly isLow: boolean
  readonly isLoyal: boolean
  readonly isCounted: boolean
  readonly time: TimeSlot | null
}

/** The word that judges, with what it may be measured by. Null where the question is not of this form, or says more. */
export function judgedReadings(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): { readonly word: string; readonly readings: readonly Reading[] } | null {
  const found = loyal.exec(question) ?? spenders.exec(question) ?? low.exec(question) ?? high.exec(question)
  const judged = found === null ? null : judgedBy(found, question, ontology, context)
  if (found === null || judged === null) return null
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const frames = judged.isCounted ? countsOf(judged, ontology) : rankingsOf(judged, today, ontology)
  const readings = frames.flatMap((frame) => readingOf(frame, question, ontology) ?? [])
  const different = [...new Map(readings.map((one) => [one.restatement, one])).values()].slice(0, 3)
  return different.length === 0 ? null : { word: found[0].trim(), readings: different }
}

function judgedBy(
  found: RegExpExecArray,
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): Judged | null {
  const times = findTimes(question, { ...context, calendar: ontology.calendar }).filter(
    ({ confidence }) => confidence >= 0.5,
  )
  const [time, ...more] = times
  if (more.length > 0 || (time !== undefined && time.range === null)) return null
  const before = question.slice(0, found.index)
  const after = question.slice(found.index + found[0].length)
  const whole = `${before} ${after}`
  const rest = (time === undefined ? whole : whole.replace(question.slice(time.start, time.end), ' '))
    .replace(fillers, ' ')
    .trim()
  const isNoun = /\b(?:regulars|stalwarts|spenders?)$/i.test(found[0])
  const own = rest === '' ? (isNoun ? buyersOf(ontology) : null) : thingNamed(rest, ontology)
  const kind = own === null && rest !== '' ? kindNamed(rest, ontology) : null
  const thing = own ?? kind?.dataset ?? null
  if (thing === null || (isNoun && rest !== '' && !isPeople(thing))) return null
  return {
    thing,
    group:
      kind === null
        ? { kind: 'thing', dataset: thing.name }
        : { kind: 'field', field: fieldRef(kind.dataset, kind.field) },
    isLow: low.test(found[0]),
    isLoyal: loyal.test(found[0]),
    isCounted: /\bhow many\b/i.test(question),
    time: time?.range === undefined || time.range === null ? null : time.range,
  }
}

/** Those who buy, or the only people there are beside the staff. */
function buyersOf(ontology: Ontology): Dataset | null {
  const staff = staffOf(ontology)
  const people = ontology.datasets.filter((each) => !each.isHidden && each !== staff && isPeople(each))
  return buyerOf(ontology) ?? (people.length === 1 ? (people[0] ?? null) : null)
}

/** What all the words that are left name. */
function thingNamed(words: string, ontology: Ontology): Dataset | null {
  const [best] = nounsOf(words, ontology, 0.9).flatMap((one) => (one.kind === 'dataset' ? [one.dataset] : []))
  if (best !== undefined) return best
  return businessOf(ontology).partyNamed(words.toLowerCase().replace(/s$/, ''))
}

/** A property that divides things into kinds, such as a region. */
function kindNamed(
  words: string,
  ontology: Ontology,
): { readonly dataset: Dataset; readonly field: Field } | null {
  const [best] = nounsOf(words, ontology, 0.9).flatMap((one) =>
    one.kind === 'field' && one.field.type === 'text' && one.field.statistics.distinct * 2 < one.dataset.rows
      ? [{ dataset: one.dataset, field: one.field }]
      : [],
  )
  return best ?? null
}

/** What they brought in, how often they occur, and, of people, who has been there longest. */
function rankingsOf(judged: Judged, today: string, ontology: Ontology): readonly Frame[] {
  const { thing, group, isLow, isLoyal, time } = judged
  const direction = isLow ? 'asc' : 'desc'
  const { metric } = businessOf(ontology)
  const isAbove = (home: string): boolean =>
    home === thing.name ? group.kind === 'field' : reachesOne(home, thing.name, ontology)
  const soldOf = (name: string): readonly MeasureSlot[] => {
    const found = metric(name)
    const home = found === null ? null : homeOf(found.name, ontology)
    return found !== null && home !== null && isAbove(home) ? [{ kind: 'metric', name: found.name }] : []
  }
  const money = soldOf('revenue')
  const events = eventsOf(thing, ontology).map(({ name }): MeasureSlot => ({ kind: 'count', dataset: name }))
  const counts = [...(isPeople(thing) ? [] : soldOf('units_sold')), ...events]
  const since = isPeople(thing) && time === null ? eventMoment(thing) : null
  const ranked = [
    ...(isLoyal ? [] : money),
    ...counts.slice(0, isLoyal ? 1 : 2),
    ...(isLoyal ? money : []),
  ].map((slot): Frame => rankingBy(slot, direction, judged, ontology))
  const longest: readonly Frame[] =
    since === null || !isLoyal
      ? []
      : [
          {
            ...rankingBy(
              { kind: 'field', field: fieldRef(thing, since), function: 'min' },
              'asc',
              judged,
              ontology,
            ),
            filters: [
              {
                key: 'until today',
                condition: {
                  kind: 'during',
                  of: fieldRef(thing, since),
                  start: null,
                  end: today,
                },
              },
            ],
          },
        ]
  const [first, ...others] = ranked
  return first === undefined ? longest : [first, ...longest, ...others]
}

function rankingBy(
  slot: MeasureSlot,
  direction: 'asc' | 'desc',
  { group, time }: Judged,
  ontology: Ontology,
): Frame {
  const home =
    slot.kind === 'metric' ? homeOf(slot.name, ontology) : slot.kind === 'count' ? slot.dataset : null
  return {
    ...emptyFrame,
    measures: [slot],
    groups: [group],
    time,
    moment: home === null ? null : momentOf(home, ontology),
    rank: { direction, limit: 10, isAlone: false },
  }
}

/** "how many regulars": those with at least so many of what they did most. */
function countsOf({ thing, group, time }: Judged, ontology: Ontology): readonly Frame[] {
  if (group.kind !== 'thing') return []
  const [event] = eventsOf(thing, ontology)
  if (event === undefined) return []
  const moment = momentOf(event.name, ontology)
  if (time !== null && moment?.dataset !== event.name) return []
  const { trade } = businessOf(ontology)
  const number = trade?.header === event ? trade.number : null
  return [2, 5, 10].map((least): Frame => {
    const where = time === null || moment === null ? null : { kind: 'during' as const, of: moment, ...time }
    const counted = number === null ? rows(event) : fieldRef(event, number)
    const having = compare(aggregate('count', counted, number !== null), '>=', literal(least))
    return {
      ...emptyFrame,
      measures: [{ kind: 'count', dataset: thing.name }],
      filters: [
        {
          key: `event ${event.name}`,
          condition: { kind: 'related', of: thing.name, query: { ...emptyQuery(event), where, having } },
        },
      ],
    }
  })
}

/** What happens with a thing: the sales first, then the rows of which there are most. */
function eventsOf(thing: Dataset, ontology: Ontology): readonly Dataset[] {
  const { trade } = businessOf(ontology)
  const isSale = (each: Dataset): number => Number(each === trade?.header)
  const own = childrenOf(thing, ontology).filter(
    (each) =>
      !each.isHidden && eventMoment(each) !== null && !nameFields(each).some(({ role }) => role === 'name'),
  )
  const sales = trade !== null && reachesOne(trade.header.name, thing.name, ontology) ? [trade.header] : []
  return [...new Set([...sales, ...own])].toSorted((a, b) => isSale(b) - isSale(a) || b.rows - a.rows)
}
