import type { Dataset, Ontology } from '@quipu/query'
import { arrangedFor } from '../lexicon/arranged-times.ts'
import { firstOfEach, spanSlot, spanTo } from './from-to.ts'
import { asBusiness, buyerOf, measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { momentNamed } from '../business/named-moments.ts'
import { onlyTakenSpan } from '../business/taken-spans.ts'
import { takenSpanOf } from '../metrics/taken-span.ts'
import { happeningMoment } from './happening.ts'

/** "how long does it take to ship": from the event of the row to the moment that the verb names. */
export function timeBetween({ scan, things, ontology }: Asked): Measured | null {
  // "which insurer takes the longest to pay"
  const who =
    scan.rank?.by === 'long' && scan.asks[0] === 'who' && things.length === 0 ? buyerOf(ontology) : null
  const isRanked = scan.rank?.by === 'long' && (things.length > 0 || who !== null)
  const unit = scan.long ?? (isRanked ? 'day' : null)
  if (unit === null) return null
  const events = mentionsOf(scan, 'value').filter(({ events: found }) => found.length > 0)
  const verbs = mentionsOf(scan, 'verb').filter(
    ({ verb, events: found }) => verb !== 'charge' && found.length > 0,
  )
  const [end, ...more] = [...events, ...verbs]
  if (end === undefined || more.length > 0) return null
  // "people" may be anybody whom the rows name.
  const rest = things.filter((one) => !/^(?:people|persons|someone|anyone)$/i.test(one.text))
  const head = rest[0]?.dataset ?? who
  const fitting = end.events.filter(
    ({ dataset }) => head === null || dataset === head || distance(dataset.name, head.name, ontology) <= 2,
  )
  const own = fitting.filter(({ dataset }) => dataset === head)
  const spans = (own.length > 0 ? own : fitting).flatMap((one) => spanTo(one, ontology) ?? [])
  const [span] = spans.toSorted((a, b) => far(a.home, head, ontology) - far(b.home, head, ontology))
  if (span === undefined) return null
  const slot = spanSlot(span, unit)
  const ranked = isRanked ? head : null
  if (ranked !== null) return asBusiness(measured([slot], ranked, [end, ...mentionsOf(scan, 'verb')]))
  // "how many days" counts no days.
  const found = measured([slot], span.home, [
    end,
    ...mentionsOf(scan, 'verb'),
    // "how long do customers take to pay": each bill has one.
    ...things.filter(
      (one) =>
        !rest.includes(one) ||
        one.dataset === span.home ||
        one.dataset === span.from.dataset ||
        (one.mode === 'plain' && reachesOne(span.home.name, one.dataset.name, ontology)),
    ),
  ])
  const first =
    isComing.test(end.text) && span.from.dataset !== span.home ? firstOfEach(span, ontology) : null
  if (first !== null) {
    const says = `From “${span.from.field.label}” to the first “${span.to.field.label}” of each ${span.from.dataset.label}.`
    return asBusiness({
      ...found,
      filters: [first],
      notes: [{ about: 'what counts', says, changesNumbers: false }],
    })
  }
  return scan.long === null ? found : asBusiness(found)
}

/** What is done first when somebody reports something. */
const isComing = /\b(?:arriv|attend|visit|respon|answer|repl)/i

function far(home: Dataset, head: Dataset | null, ontology: Ontology): number {
  return head === null ? 0 : distance(home.name, head.name, ontology)
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
    const begin = takenSpanOf(dataset, ontology)?.begin ?? null
    const own = eventMoment(dataset)
    const sold =
      arranged?.booked ?? (own === begin && begin !== null ? momentNamed(dataset, 'book reserve order') : own)
    const held = arranged?.held ?? happeningMoment(dataset) ?? begin
    return dataset.isHidden || sold === null || held === null || sold === held
      ? []
      : [{ dataset, sold, held }]
  })
  const fitting = pairs.filter(({ dataset }) => named.has(dataset))
  const several = fitting.length > 0 ? fitting : pairs
  // "people" may be staff, whose shifts are set ahead as well.
  const taking = onlyTakenSpan(ontology)?.dataset
  const taken = several.filter(({ dataset }) => dataset === taking)
  const [pair, ...more] = several.length > 1 && taken.length > 0 ? taken : several
  if (pair === undefined || more.length > 0) return null
  const { dataset: home } = pair
  const slot = spanSlot(
    { home, from: { dataset: home, field: pair.sold }, to: { dataset: home, field: pair.held } },
    scan.long ?? 'day',
  )
  const people = things.filter(
    ({ dataset, text }) =>
      /^people$/i.test(text) ||
      dataset === pair.dataset ||
      reachesOne(pair.dataset.name, dataset.name, ontology),
  )
  return asBusiness(measured([slot], pair.dataset, [...verbs, ...people]))
}
