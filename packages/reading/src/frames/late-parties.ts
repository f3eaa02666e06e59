import type { Dataset, Field, Ontology } from '@quipu/query'
import { and } from '../interpret/builder.ts'
import { isMoment, isPeople } from '../lexicon/dataset-fields.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { momentNamed, punctualOf } from '../business/named-moments.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { notDead } from '../business/not-dead.ts'
import { goneStates } from '../business/state-words.ts'
import { spanSlot, spanTo } from './from-to.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured, type Of } from './measured.ts'
import { beside } from './read-punctual.ts'
import type { Mention, Scan } from './scan.ts'

type Head = Of<'thing'> | Of<'field'>

/** "which supplier delivers late most often": how many rows of each were done after the day by which they had to be. */
export function lateMost({ scan, ontology }: Asked): Measured | null {
  const { rank } = scan
  const [late, ...states] = mentionsOf(scan, 'state')
  if (rank?.by !== 'most' || late?.state !== 'late' || states.length > 0 || scan.isAverage || scan.isShare)
    return null
  if (/\b(?:overdue|due)\b/i.test(late.text)) return null
  const heads = headsOf(scan).filter((one) => one.at < rank.at && one.at < late.at)
  const [head, ...more] = heads
  if (head === undefined || more.length > 0) return null
  const named = mentionsOf(scan, 'thing').filter((one) => one !== head)
  const events = eventsOf(scan)
  const all = ontology.datasets.flatMap((dataset) => {
    const pair = isOf(dataset, head, ontology) ? punctualOf(dataset, ontology) : null
    return pair === null ? [] : [{ dataset, pair }]
  })
  const isSaid = ({ dataset, pair }: (typeof all)[number]): boolean =>
    named.some((one) => one.dataset === dataset) ||
    events.some(({ fields }) => fields.some((field) => field === pair.done.field))
  const said = all.filter(isSaid)
  // What a supplier delivers is what we receive.
  const isComing = [...events.map(({ mention }) => mention), ...named].every(({ text }) =>
    /^(?:deliver|arriv|com|ship)/i.test(text),
  )
  const row = nearest(said.length > 0 ? said : isComing ? all : [], head, ontology)
  if (row === null) return null
  const { dataset, pair } = row
  const condition = and([beside(pair.done, '>', pair.due), ...notDead(dataset, ontology, goneStates)])
  const says = `Counted are ${dataset.label} whose ${pair.done.field.label} is after ${pair.due.field.label}.`
  return asBusiness({
    ...measured([{ kind: 'count', dataset: dataset.name }], head.kind === 'thing' ? head.dataset : null, [
      late,
      ...events.map(({ mention }) => mention),
      ...named,
    ]),
    filters: condition === null ? [] : [{ key: 'state late', condition }],
    notes: [{ about: 'what counts', says, changesNumbers: true }],
  })
}

const finishes = 'deliver arrive complete finish resolve solve close ready return receive answer reply'

/** "which courier is the fastest": by the mean time from the beginning of each of its rows to their end. */
export function fastestThing({ scan, ontology }: Asked): Measured | null {
  if (scan.rank?.by !== 'fast' || scan.isAverage || scan.isShare) return null
  const [head, ...more] = headsOf(scan)
  const others = scan.mentions.filter((one) => one !== head && one.kind !== 'time')
  if (head === undefined || more.length > 0 || others.length > 0) return null
  const all = ontology.datasets.flatMap((dataset) => {
    const end = isOf(dataset, head, ontology) && !isPeople(dataset) ? momentNamed(dataset, finishes) : null
    const isEnd = end !== null && end !== eventMoment(dataset) && end.statistics.nulls > 0
    const span = isEnd ? spanTo({ dataset, field: end, stems: new Set(), after: [] }, ontology) : null
    return span === null || span.from.dataset !== dataset ? [] : [{ dataset, span }]
  })
  const row = nearest(all, head, ontology)
  if (row === null) return null
  const { from, to } = row.span
  const says = `Measured is the mean time from “${from.field.label}” to “${to.field.label}” of ${row.dataset.label}.`
  return asBusiness({
    ...measured([spanSlot(row.span, 'day')], head.kind === 'thing' ? head.dataset : null, []),
    notes: [{ about: 'what counts', says, changesNumbers: true }],
  })
}

/** "Slowest" speaks of a time that is measured, or else of how little there is to do: the slowest month. */
export function slowOrQuiet(scan: Scan, ontology: Ontology): Scan {
  const { rank } = scan
  if (rank?.by !== 'fast' || rank.direction === 'asc') return scan
  const things = mentionsOf(scan, 'thing')
  const isTimed = fastestThing({ scan, ontology, things, metric: () => null }) !== null
  return isTimed ? scan : { ...scan, rank: { ...rank, by: 'busy', direction: 'asc' } }
}

/** What was done: a verb, or the date that is called so. */
function eventsOf(scan: Scan): readonly { readonly mention: Mention; readonly fields: readonly Field[] }[] {
  const verbs = [...mentionsOf(scan, 'value'), ...mentionsOf(scan, 'verb')]
    .filter((one) => one.events.length > 0 && (one.kind === 'verb' || one.values.length === 0))
    .map((mention) => ({ mention, fields: mention.events.map(({ field }) => field) }))
  const dates = mentionsOf(scan, 'field').flatMap((mention) => {
    const fields = mention.nouns.flatMap((noun) => (noun.kind === 'field' ? [noun.field] : []))
    return fields.length > 0 && fields.every(isMoment) ? [{ mention, fields }] : []
  })
  return [...verbs, ...dates]
}

function headsOf(scan: Scan): readonly Head[] {
  const isHead = ({ mode }: Head): boolean => mode === 'plain' || mode === 'rank'
  return [...mentionsOf(scan, 'thing'), ...mentionsOf(scan, 'field')].filter(
    (one) =>
      isHead(one) &&
      (one.kind === 'thing' || one.nouns.some((noun) => noun.kind === 'field' && !isMoment(noun.field))),
  )
}

/** Whether each row belongs to one of the things, or has the field. */
function isOf(dataset: Dataset, head: Head, ontology: Ontology): boolean {
  if (dataset.isHidden) return false
  return head.kind === 'thing'
    ? dataset !== head.dataset && reachesOne(dataset.name, head.dataset.name, ontology)
    : head.nouns.some((noun) => noun.kind === 'field' && noun.dataset === dataset && noun.score >= 0.95)
}

/** The nearest to the thing. Null where two are as near. */
function nearest<Row extends { readonly dataset: Dataset }>(
  rows: readonly Row[],
  head: Head,
  ontology: Ontology,
): Row | null {
  const far = ({ dataset }: Row): number =>
    head.kind === 'thing' ? distance(dataset.name, head.dataset.name, ontology) : 0
  const least = Math.min(...rows.map(far))
  const [only, ...more] = rows.filter((one) => far(one) < least + 0.5)
  return only === undefined || more.length > 0 ? null : only
}
