import type { Dataset, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import type { MeasureSlot, SpanUnit } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import { durationOf, serviceOf, timeTakenBy } from '../business/durations.ts'
import {
  asBusiness,
  buyerOf,
  measured,
  mentionsOf,
  staffOf,
  type Asked,
  type Measured,
  type Of,
} from './measured.ts'
import { isStateTable } from '../metrics/not-sold.ts'
import { isLasting } from '../metrics/plans.ts'
import { doneMoment } from '../business/named-moments.ts'
import type { Scan } from './scan.ts'
import { endMoment } from '../business/end-moment.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { reachesOne } from '../business/nearest.ts'

/** "average tenure", "who has been with us the longest": years since people began. */
export function serviceTime({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.isTenure || (scan.rank !== null && scan.rank.by !== 'long' && scan.rank.by !== 'most'))
    return null
  const [thing] = things
  const dataset = thing?.dataset ?? staffOf(ontology) ?? residents(ontology)
  const service = dataset === null ? null : serviceOf(dataset, ontology)
  if (dataset === null || service === null) return null
  const slot: MeasureSlot = { kind: 'tenure', from: fieldRef(dataset, service.start) }
  const isListed = scan.rank !== null
  // "in years" says what the figure is in anyway.
  const years = mentionsOf(scan, 'unit').filter(({ unit, mode }) => unit === 'year' && mode === 'preposition')
  return measured([slot], isListed ? dataset : null, thing === undefined ? years : [thing, ...years])
}

/** Where nobody is employed, "lived here" is said of the only people who came on a day and may leave. */
function residents(ontology: Ontology): Dataset | null {
  const [only, ...more] = ontology.datasets.filter(
    (each) => !each.isHidden && isPeople(each) && endMoment(each) !== null,
  )
  return only === undefined || more.length > 0 ? null : only
}

/** "best rated hotel": by the mean of the ratings that belong to it. */
export function ratedThing({ scan, things, ontology }: Asked): Measured | null {
  const [head, ...more] = things
  if (scan.rank?.by !== 'rated' || head === undefined || more.length > 0) return null
  const ratings = ontology.datasets
    .filter((each) => !each.isHidden && reachesOne(each.name, head.dataset.name, ontology))
    .flatMap((dataset) =>
      visible(dataset)
        .filter((field) => isMeasure(field) && /\b(?:ratings?|stars?|score)\b/i.test(field.label))
        .map((field) => ({ dataset, field })),
    )
  const theirs = ratings.filter(({ dataset }) => dataset !== head.dataset)
  // The score of a test is no rating where reviews have stars.
  const said = theirs.filter(
    ({ dataset, field }) =>
      /\b(?:ratings?|stars?)\b/i.test(field.label) ||
      /\b(?:reviews?|ratings?|feedback|surveys?|satisfaction)\b/i.test(dataset.label),
  )
  const given = said.length > 0 ? said : theirs
  const [only, ...others] = given.length > 0 ? given : ratings
  if (only === undefined || others.length > 0) return null
  const slot: MeasureSlot = { kind: 'field', field: fieldRef(only.dataset, only.field), function: 'avg' }
  return measured([slot], head.dataset, [])
}

/** "longest stay": ranked by how long it lasted; "average length of stay": the mean of it. */
export function longestThing({ scan, things }: Asked): Measured | null {
  const [head, ...more] = things
  if (head === undefined || more.length > 0 || scan.isTenure) return null
  const isRanked = scan.rank?.by === 'long'
  if (!isRanked && !scan.isLength) return null
  const duration = durationOf(head.dataset)
  if (duration === null) return null
  return isRanked ? measured([duration], head.dataset, []) : measured([duration], null, [head])
}

/** "cancellation rate", "no-show rate": of the rows that have this state. */
export function rateOfState({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.isRate || scan.rank !== null) return null
  const of = scan.mentions.find(({ at }) => at === scan.rateAt - 1)
  if (of?.kind !== 'value' && of?.kind !== 'state') return null
  if (of.kind === 'state' && of.values.length === 0 && (of.state === 'on time' || of.state === 'late'))
    return rateOfPunctual(scan, things, ontology)
  const trade = businessOf(ontology).trade
  const named = things.map(({ dataset }) => dataset)
  // "no-show" is a state of bookings, where shifts have "No show".
  const exact = of.values.filter(({ value }) => value.toLowerCase() === of.text.toLowerCase())
  const states = exact.length > 0 ? exact : of.values
  const homes = ontology.datasets
    .filter(({ name }) => states.some((one) => one.dataset === name))
    .map((each) => rowsInState(each, ontology))
  if (of.kind === 'state' && of.state === 'ended' && homes.length === 0)
    return rateOfLeaving(things, ontology)
  const dataset =
    homes.find((each) => named.includes(each)) ??
    homes.find((each) => each === trade?.header) ??
    (homes.length === 1 ? homes[0] : undefined)
  if (dataset === undefined) return null
  const used = things.filter((one) => one.dataset === dataset)
  return measured([{ kind: 'count', dataset: dataset.name }], dataset, used)
}

/** "on time rate per supplier": of the rows that have a day by which they are due and one on which they were done. */
function rateOfPunctual(scan: Scan, things: Asked['things'], ontology: Ontology): Measured | null {
  const by = mentionsOf(scan, 'thing').filter((one) => !things.includes(one))
  const [only, ...more] = ontology.datasets.filter((each) => {
    const done = each.isHidden ? null : doneMoment(each)
    const isNamed = things.length === 0 || things.some(({ dataset }) => dataset === each)
    return (
      done !== null &&
      !/\bpa(?:id|y)/i.test(done.label) &&
      isNamed &&
      by.every(({ dataset }) => reachesOne(each.name, dataset.name, ontology))
    )
  })
  if (only === undefined || more.length > 0) return null
  const used = things.filter(({ dataset }) => dataset === only)
  return asBusiness(measured([{ kind: 'count', dataset: only.name }], only, used))
}

/** The rows that have a state, where a table of its own holds the names of the states. */
export function rowsInState(dataset: Dataset, ontology: Ontology): Dataset {
  if (!isStateTable(dataset)) return dataset
  const [only, ...more] = childrenOf(dataset, ontology).filter((child) => visible(child).some(isMoment))
  return only === undefined || more.length > 0 ? dataset : only
}

/** "churn rate", "dropout rate": of what runs for a time, or of the customers, those that have ended. */
function rateOfLeaving(things: Asked['things'], ontology: Ontology): Measured | null {
  const lasting = ontology.datasets.filter((each) => !each.isHidden && isLasting(each))
  const buyer = buyerOf(ontology)
  const staff = staffOf(ontology)
  const others = ontology.datasets.filter(
    (each) => !each.isHidden && isPeople(each) && each !== staff && endMoment(each) !== null,
  )
  const [dataset] = [
    ...things.map((one) => one.dataset),
    ...lasting,
    ...(buyer === null ? [] : [buyer]),
    ...(others.length === 1 ? others : []),
  ].filter((each) => endMoment(each) !== null)
  if (dataset === undefined) return null
  const used = things.filter((one) => one.dataset === dataset)
  return measured([{ kind: 'count', dataset: dataset.name }], dataset, used)
}

/** "how long do repairs take": the mean time from the start of each to its end. */
export function timeTaken({ scan, things, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb')
  const [head, ...more] = things.filter((one) => !isAnybody(one))
  if (scan.long === null || scan.rank !== null) return null
  const isTaken = verbs.every(
    ({ text, verb }) => verb === 'keep' || /^(?:takes?|took|last|lasts|lasted)$/i.test(text),
  )
  if (!isTaken || verbs.length > 1) return null
  // "how long do people keep a hired instrument"
  const lent = verbs.some(({ verb }) => verb === 'keep') ? lentRows(scan, things, ontology) : null
  if (lent !== null) {
    const isLent = (one: Of<'value'>): boolean =>
      one.values.length === 0 && one.events.some(({ dataset }) => dataset.name === lent.home.name)
    const used = [
      ...things,
      ...verbs,
      ...mentionsOf(scan, 'field'),
      ...mentionsOf(scan, 'value').filter(isLent),
    ]
    return asBusiness(measured([inUnit(lent.duration, scan.long)], null, used))
  }
  if (things.length === 0 && verbs.length === 0) return timeOfWork(scan, ontology)
  if (head === undefined || more.length > 0 || mentionsOf(scan, 'value').length > 0) return null
  const duration = timeTakenBy(head.dataset)
  return duration === null ? null : measured([duration], null, [head, ...verbs])
}

/** "average turnaround per worker": of the only rows of work that are finished on a day and name such a worker. */
function timeOfWork(scan: Scan, ontology: Ontology): Measured | null {
  const isNamed = mentionsOf(scan, 'value').some(({ events }) => events.length > 0)
  const by = mentionsOf(scan, 'thing').map(({ dataset }) => dataset)
  if (isNamed || mentionsOf(scan, 'field').some(({ mode }) => mode !== 'by')) return null
  const [only, ...more] = ontology.datasets.flatMap((home) => {
    const duration = home.isHidden || isPeople(home) ? null : timeTakenBy(home)
    const isDone =
      duration?.kind === 'span' && /finish|complete|resolve|close|fix|ready|done/i.test(duration.to.field)
    const isOfAll = by.every((each) => reachesOne(home.name, each.name, ontology))
    return isDone && isOfAll && scan.long !== null ? [{ home, slot: inUnit(duration, scan.long) }] : []
  })
  if (only === undefined || more.length > 0) return null
  const says = `The time is that of ${only.home.label}.`
  const notes = [{ about: 'what counts', says, changesNumbers: true }]
  return asBusiness({ ...measured([only.slot], null, []), notes })
}

/** "people" may be anybody whom the rows name. */
function isAnybody({ text }: Of<'thing'>): boolean {
  return /^(?:people|persons|someone|anyone|they)$/i.test(text)
}

/** The only rows with a start and an end to which all these things belong. */
function lentRows(
  scan: Scan,
  things: Asked['things'],
  ontology: Ontology,
): { readonly home: Dataset; readonly duration: MeasureSlot } | null {
  // "an instrument", where the units that are lent have one each
  const fields = mentionsOf(scan, 'field')
  if (fields.some(({ mode }) => mode === 'by')) return null
  const named = [
    ...things.filter((one) => !isAnybody(one)).map(({ dataset }) => dataset),
    ...fields.flatMap(({ nouns: [best] }) => (best?.kind === 'field' ? [best.dataset] : [])),
  ]
  const [only, ...more] = ontology.datasets.flatMap((home) => {
    const isOfAll = named.every((each) => home === each || reachesOne(home.name, each.name, ontology))
    const duration = home.isHidden || !isOfAll ? null : timeTakenBy(home)
    const isBack = duration?.kind === 'span' && /back|return|end/i.test(duration.to.field)
    return isBack ? [{ home, duration }] : []
  })
  return named.length === 0 || only === undefined || more.length > 0 ? null : only
}

function inUnit(slot: MeasureSlot, unit: SpanUnit): MeasureSlot {
  return slot.kind === 'span' ? { ...slot, unit } : slot
}

/** "how many hours did each employee work": the time of the shifts or lessons that belong to people. */
export function hoursWorked({ scan, things, ontology }: Asked): Measured | null {
  const verbs = mentionsOf(scan, 'verb')
  // "work in October" is no place of work.
  const states = mentionsOf(scan, 'state').filter(({ state }) => state === 'employed')
  const isWork = verbs.some(({ verb }) => verb === 'work') || states.length > 0
  if (scan.long !== 'hour' || scan.rank !== null || !isWork) return null
  const staff = staffOf(ontology)
  const by = mentionsOf(scan, 'thing').find(({ mode, dataset }) => mode === 'by' && isPeople(dataset))
  const named = things[0]?.dataset ?? by?.dataset ?? staff
  if (named === null) return hoursNoted(scan, ontology)
  if (things.length > 1) return null
  const records = ontology.datasets.flatMap((dataset) => {
    if (dataset.isHidden || dataset === named || !reachesOne(dataset.name, named.name, ontology)) return []
    const duration = durationOf(dataset)
    return duration === null ? [] : [{ dataset, duration }]
  })
  const shifts = records.filter(({ dataset }) =>
    /\b(?:shifts?|time ?sheets?|attendances?|time entr\w+)\b/i.test(dataset.label),
  )
  const [only, ...more] = shifts.length > 0 ? shifts : records
  const slot = only === undefined || more.length > 0 ? null : inHours(only.duration, ontology)
  if (slot === null) return null
  const [person] = things
  const isOne = person !== undefined && person.mode !== 'by' && !scan.asks.includes('which')
  return measured([slot], isOne ? null : (person?.dataset ?? null), [
    ...verbs,
    ...states,
    ...(isOne ? [person] : []),
  ])
}

/** A list of hours that people noted, where they have no table of their own. */
function hoursNoted(scan: Asked['scan'], ontology: Ontology): Measured | null {
  const noted = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter(
            (field) => isMeasure(field) && /^(?:hours?|hrs|hours worked|worked hours)$/i.test(field.label),
          )
          .map((field) => fieldRef(dataset, field)),
  )
  const [only, ...more] = noted
  if (only === undefined || more.length > 0) return null
  const slot: MeasureSlot = { kind: 'field', field: only, function: 'sum' }
  return measured([slot], null, [
    ...mentionsOf(scan, 'verb'),
    ...mentionsOf(scan, 'state').filter(({ state }) => state === 'employed'),
  ])
}

export function inHours(slot: MeasureSlot, { datasets }: Ontology): MeasureSlot | null {
  if (slot.kind === 'span') return slot.isOfDays ? null : { ...slot, unit: 'hour', isSum: true }
  if (slot.kind !== 'field') return null
  const label =
    datasets
      .find(({ name }) => name === slot.field.dataset)
      ?.fields.find(({ name }) => name === slot.field.field)?.label ?? ''
  if (/\b(?:hours?|hrs?)\b/i.test(label)) return { ...slot, function: 'sum' }
  return /\bmin(?:ute)?s?\b/i.test(label) ? { kind: 'minutes', field: slot.field } : null
}

/** "how many times was the sauna booked": the rows that record it, not the one sauna. */
export function timesOfValue({ scan, things, ontology }: Asked): Measured | null {
  if (!scan.asks.includes('many') || scan.rank !== null || things.length > 0) return null
  const [value, ...more] = mentionsOf(scan, 'value').filter((one) => one.values.length > 0)
  if (value === undefined || value.mode === 'by' || more.length > 0) return null
  const homes = new Set(value.values.map(({ dataset }) => dataset))
  const [home] = homes
  const thing = ontology.datasets.find(({ name }) => name === home)
  if (thing === undefined || homes.size > 1 || visible(thing).some(isMoment)) return null
  const record = recordOf(thing, ontology)
  if (record === null) return null
  const units = businessOf(ontology).metric('units_sold')
  const isPieces = !scan.isTimes && units !== null
  const slot: MeasureSlot = isPieces
    ? { kind: 'metric', name: units.name }
    : { kind: 'count', dataset: record.name }
  // "how many bottles of it": the pieces themselves are named.
  const named = mentionsOf(scan, 'metric').filter(({ metric }) => isPieces && metric === units)
  return measured([slot], null, [...mentionsOf(scan, 'verb'), ...named])
}

/** The lines or else the headers of the trade, or the only rows that name one such thing each. */
function recordOf(thing: Dataset, ontology: Ontology): Dataset | null {
  // A state belongs to the rows that refer to it, and not to what was billed for them.
  const inState = rowsInState(thing, ontology)
  if (inState !== thing) return inState
  const { trade } = businessOf(ontology)
  const records = trade === null ? [] : [...(trade.lines === null ? [] : [trade.lines.dataset]), trade.header]
  const sold = records.find((each) => each !== thing && reachesOne(each.name, thing.name, ontology))
  if (sold !== undefined) return sold
  const [only, ...more] = childrenOf(thing, ontology)
  return only === undefined || more.length > 0 ? null : only
}

/** "how many nurses do we employ": staff whose job has this name. */
export function employedAs({ scan, things, ontology }: Asked): Measured | null {
  const staff = staffOf(ontology)
  const isEmployed = mentionsOf(scan, 'state').some(({ state }) => state === 'employed')
  const [value, ...more] = mentionsOf(scan, 'value')
  if (staff === null || !isEmployed || value === undefined || more.length > 0 || things.length > 0)
    return null
  if (!scan.asks.includes('many') || scan.rank !== null) return null
  const isJob = [...value.values, ...value.parts].some(({ dataset }) => dataset === staff.name)
  return isJob ? measured([{ kind: 'count', dataset: staff.name }], staff, []) : null
}
