import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef, and } from '../interpret/builder.ts'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { deadStates } from '../metrics/not-sold.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import { durationOf } from '../business/durations.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { notDead } from '../business/not-dead.ts'
import { inHours } from './measure-rules.ts'
import { asBusiness, measured, mentionsOf, staffOf, type Asked, type Measured, type Of } from './measured.ts'

type Hours = Of<'thing'> | Of<'field'>

/** "who did the most hours", "hours booked per room": the time that rows say or last, and never the number of rows. */
export function hoursOfRows({ scan, ontology }: Asked): Measured | null {
  const all = [...mentionsOf(scan, 'thing'), ...mentionsOf(scan, 'field')]
  const [hours, ...more] = all.filter(({ text }) => /^(?:booked |number of )?(?:hours|hrs)\b/i.test(text))
  if (hours === undefined || more.length > 0 || scan.isAverage || scan.isShare) return null
  const isRanked =
    scan.rank !== null && (scan.rank.by === 'most' || hours.mode === 'rank' || hours.mode === 'by')
  const others = mentionsOf(scan, 'thing').filter((one) => one !== hours)
  const split = others.filter(({ mode }) => mode === 'by')
  // "rooms by hours booked"
  const isSorted = hours.mode === 'by' && scan.rank === null && split.length === 0 && others.length === 1
  if (!isRanked && !isSorted && (split.length === 0 || scan.rank !== null)) return null
  const plain = others.filter((one) => !split.includes(one))
  const events = plain.filter(({ dataset }) => timeOf(dataset, ontology) !== null)
  const ranked = plain.filter((one) => !events.includes(one))
  if (events.length > 1 || ranked.length > 1) return null
  const staff =
    scan.asks[0] === 'who' && events.length === 0 && hours.kind === 'field' ? staffOf(ontology) : null
  const per = ranked[0]?.dataset ?? split[0]?.dataset ?? staff
  const rows = rowsOf(hours, events[0]?.dataset ?? null, per, ontology)
  const slot = rows === null ? null : timeOf(rows, ontology)
  if (rows === null || slot === null) return null
  const head = isRanked || isSorted ? (per ?? whoseRows(scan.asks[0] === 'who', rows, ontology)) : null
  if ((isRanked || isSorted) && (head === null || !reachesOne(rows.name, head.name, ontology))) return null
  const condition = and(notDead(rows, ontology, deadStates))
  const found = measured([slot], head, [hours, ...events, ...(isRanked || isSorted ? [] : ranked)])
  return asBusiness({
    ...found,
    filters: condition === null ? [] : [{ key: `of ${rows.name}`, condition }],
  })
}

/** The rows whose time is meant: those that are named, those that have the hours, or the nearest ones with a time that belong to a thing. */
function rowsOf(
  hours: Hours,
  event: Dataset | null,
  per: Dataset | null,
  ontology: Ontology,
): Dataset | null {
  if (event !== null) return event
  if (hours.kind === 'thing') return hours.dataset
  const found = ontology.datasets.filter(
    (each) =>
      !each.isHidden &&
      each !== per &&
      timeOf(each, ontology) !== null &&
      (per === null || reachesOne(each.name, per.name, ontology)),
  )
  const far = (each: Dataset): number => (per === null ? 0 : distance(each.name, per.name, ontology))
  const least = Math.min(...found.map(far))
  const near = found.filter((each) => far(each) < least + 0.5)
  const named = hours.nouns.flatMap((noun) => (noun.kind === 'field' ? [noun.dataset] : []))
  const own = near.filter((each) => named.includes(each))
  const [only, ...more] = own.length > 0 ? own : near
  return only === undefined || more.length > 0 ? null : only
}

/** How many hours a row has: as it says, as it lasts, or as was worked where all its numbers are hours. */
function timeOf(dataset: Dataset, ontology: Ontology): MeasureSlot | null {
  const numbers = visible(dataset).filter(isMeasure)
  const isOfHours = nameWords(dataset.label).some((word) => word === 'hour')
  const worked = numbers.filter(isWorked)
  const [only] = isOfHours ? (worked.length === 1 ? worked : numbers.length === 1 ? numbers : []) : []
  if (only !== undefined) return { kind: 'field', field: fieldRef(dataset, only), function: 'sum' }
  const duration = durationOf(dataset)
  const isPay =
    duration?.kind === 'field' && numbers.some((one) => one.name === duration.field.field && isPrice(one))
  return duration === null || isPay ? null : inHours(duration, ontology)
}

/** `pay per hour`, `hour cents`. */
function isPrice({ unit, label }: Field): boolean {
  return unit !== null || /\b(?:pay|rate|price|wage|cost|fee|amount|per)\b|\//i.test(label)
}

function isWorked({ label }: Field): boolean {
  return nameWords(label).some((word) => word === 'work' || word === 'worked')
}

/** "who": those who work, or else the only people whom the rows name. */
function whoseRows(isWho: boolean, { name }: Dataset, ontology: Ontology): Dataset | null {
  if (!isWho) return null
  const people = ontology.datasets.filter(
    (each) => isPeople(each) && !each.isHidden && each.name !== name && reachesOne(name, each.name, ontology),
  )
  const staff = staffOf(ontology)
  const [only, ...more] = staff !== null && people.includes(staff) ? [staff] : people
  return only === undefined || more.length > 0 ? null : only
}
