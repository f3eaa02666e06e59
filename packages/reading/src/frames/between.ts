import type { Dataset, Field } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { arrangedFor } from '../lexicon/arranged-times.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { eventMoment } from './moments.ts'
import { distance, reachesOne } from './nearest.ts'
import { happeningMoment } from './happening.ts'

/** "how long does it take to ship": from the event of the row to the moment that the verb names. */
export function timeBetween({ scan, things, ontology }: Asked): Measured | null {
  // "which insurer takes the longest to pay"
  const isRanked = scan.rank?.by === 'long' && things.length > 0
  const unit = scan.long ?? (isRanked ? 'day' : null)
  if (unit === null) return null
  const events = mentionsOf(scan, 'value').filter(({ events: found }) => found.length > 0)
  const verbs = mentionsOf(scan, 'verb').filter(
    ({ verb, events: found }) => verb !== 'charge' && found.length > 0,
  )
  const [end, ...more] = [...events, ...verbs]
  if (end === undefined || more.length > 0) return null
  const head = things[0]?.dataset ?? null
  const fitting = end.events.filter(
    ({ dataset }) => head === null || dataset === head || distance(dataset.name, head.name, ontology) <= 1,
  )
  const own = fitting.filter(({ dataset }) => dataset === head)
  const [event] =
    own.length > 0 ? own : fitting.filter(({ dataset, field }) => eventMoment(dataset) !== field)
  const start = event === undefined ? null : eventMoment(event.dataset)
  if (event === undefined || start === null || start === event.field) return null
  const slot = spanOf(event.dataset, start, event.field, unit)
  const ranked = isRanked ? head : null
  if (ranked !== null) return measured([slot], ranked, [end, ...mentionsOf(scan, 'verb')])
  // "how many days" counts no days.
  const found = measured([slot], event.dataset, [
    end,
    ...mentionsOf(scan, 'verb'),
    // "how long do customers take to pay": each bill has one.
    ...things.filter(
      ({ dataset, mode }) =>
        dataset === event.dataset ||
        (mode === 'plain' && reachesOne(event.dataset.name, dataset.name, ontology)),
    ),
  ])
  return scan.long === null ? found : asBusiness(found)
}

/** "how many days from order to finished": the mean time between two dates of the same row. */
export function timeFromTo({ scan, things }: Asked): Measured | null {
  const [first, second, ...more] = scan.mentions.filter(({ kind }) => kind === 'value' || kind === 'thing')
  if (scan.long === null || scan.rank !== null || second === undefined || more.length > 0) return null
  if (second.kind !== 'value' || second.mode !== 'preposition' || first?.mode !== 'preposition') return null
  const ends = second.values.length > 0 ? [] : second.events
  const pairs = ends.flatMap(({ dataset, field: to }) => {
    const named = first.kind === 'value' ? first.events.find((one) => one.dataset === dataset)?.field : null
    const from = first.kind === 'thing' && first.dataset === dataset ? eventMoment(dataset) : (named ?? null)
    return from === null || from === to ? [] : [{ dataset, from, to }]
  })
  const [pair, ...others] = pairs
  if (pair === undefined || others.length > 0 || things.some((one) => one !== first)) return null
  return asBusiness(
    measured([spanOf(pair.dataset, pair.from, pair.to, scan.long)], pair.dataset, [
      first,
      second,
      ...mentionsOf(scan, 'verb'),
    ]),
  )
}

/** "how many days in advance do people book": from the day of booking to the day on which it takes place. */
export function timeAhead({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.isAhead || scan.rank !== null) return null
  const verbs = [
    ...mentionsOf(scan, 'verb'),
    ...mentionsOf(scan, 'value').filter(({ values }) => values.length === 0),
  ]
  const named = new Set([...verbs.flatMap(({ events }) => events), ...things].map(({ dataset }) => dataset))
  const pairs = ontology.datasets.flatMap((dataset) => {
    const arranged = arrangedFor(dataset)
    const sold = arranged?.booked ?? eventMoment(dataset)
    const held = arranged?.held ?? happeningMoment(dataset)
    return dataset.isHidden || sold === null || held === null ? [] : [{ dataset, sold, held }]
  })
  const fitting = pairs.filter(({ dataset }) => named.has(dataset))
  const [pair, ...more] = fitting.length > 0 ? fitting : pairs
  if (pair === undefined || more.length > 0) return null
  const slot = spanOf(pair.dataset, pair.sold, pair.held, scan.long ?? 'day')
  const people = things.filter(
    ({ dataset, text }) =>
      /^people$/i.test(text) ||
      dataset === pair.dataset ||
      reachesOne(pair.dataset.name, dataset.name, ontology),
  )
  return asBusiness(measured([slot], pair.dataset, [...verbs, ...people]))
}

function spanOf(
  dataset: Dataset,
  from: Field,
  to: Field,
  unit: 'day' | 'hour' | 'week' | 'month',
): MeasureSlot {
  const isOfDays = [from, to].every(
    ({ type, timeFormat }) => type === 'date' && timeFormat !== 'iso-timestamp',
  )
  return { kind: 'span', from: fieldRef(dataset, from), to: fieldRef(dataset, to), unit, isOfDays }
}
