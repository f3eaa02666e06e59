import { remembered } from '../lexicon/remembered.ts'
import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isOccasion, isPerson } from '../lexicon/wordnet.ts'
import { isBuyer } from './direction.ts'
import {
  childrenOf,
  isAmong,
  measureNamed,
  parentsOf,
  pathText,
  rowsText,
  type Schema,
} from './field-finder.ts'
import {
  deadStates,
  heldStates,
  missedStates,
  plannedStates,
  soldConditions,
  stateField,
  unsoldStates,
} from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'

/** How full events are: the places taken in percent of all places, where each row says both. */
export function occupancyMetrics(schema: Schema): readonly Metric[] {
  const found = schema.datasets.flatMap((dataset) => {
    const [places, taken] = dataset.isHidden ? [null, null] : [placesOf(dataset), placesTaken(dataset)]
    const isOfEvents = visible(dataset).some(isMoment)
    return places === null || taken === null || places === taken || !isOfEvents
      ? []
      : [{ dataset, places, taken }]
  })
  const [only, ...more] = found
  if (only === undefined) return bookedOf(schema)
  if (more.length > 0) return []
  const { dataset, places, taken } = only
  const [all, used] = [pathText({ dataset, field: places }), pathText({ dataset, field: taken })]
  const counted = [...soldConditions([dataset], schema), `${used} is not null`]
  return [
    occupancy(
      aggregated('sum', used, counted),
      aggregated('sum', all, counted),
      `${taken.label} in percent of ${places.label} of ${dataset.label}`,
    ),
  ]
}

function occupancy(used: string, all: string, says: string): Metric {
  return propose({
    name: 'occupancy',
    label: 'average occupancy',
    synonyms: 'how full, occupancy, occupancy rate, fill rate, utilisation, utilization, capacity used',
    expression: `100 * ${used} / ${all}`,
    unit: 'percent',
    says,
  })
}

/** How full events are and how many came to them, where each place that is taken has a row of its own, or a number in one. */
function bookedOf(schema: Schema): readonly Metric[] {
  const { event, bookings } = eventsOf(schema) ?? {}
  if (event === undefined || bookings === undefined) return []
  const heads = headsOf(bookings)
  const number = (where: readonly string[]): string =>
    heads === null
      ? aggregated('count', rowsText(bookings), where)
      : aggregated('sum', pathText({ dataset: bookings, field: heads }), where)
  // Where some took place, those that are still to come say nothing of how full they are.
  const ahead = stateField(event, heldStates, schema) === null ? [] : plannedStates
  const held = soldConditions([event], schema, [...deadStates, ...ahead])
  const taken = number([...soldConditions([bookings], schema, unsoldStates), ...held])
  const there = stateField(bookings, attendedStates, schema)
  const came = number([
    ...(there === null
      ? soldConditions([bookings], schema, [...unsoldStates, ...missedStates])
      : [isAmong(there, there.values)]),
    ...held,
  ])
  const places = placesOf(event)
  const [one] = nameWords(event.label)
  const who = heads === null ? bookings.label : `${heads.label} of ${bookings.label}`
  const says = `${who}, without those who did not come`
  return [
    ...(places === null
      ? []
      : [
          occupancy(
            taken,
            aggregated('sum', pathText({ dataset: event, field: places }), held),
            `${who} in percent of ${places.label} of ${event.label}`,
          ),
        ]),
    propose({
      name: 'attendance',
      label: 'attendance',
      synonyms: 'attendances, attendees, turnout, number of attendees, people who came',
      expression: came,
      says,
    }),
    propose({
      name: 'average_attendance',
      label: 'average attendance',
      synonyms: `mean attendance, average turnout, average ${one} size, people per ${one}, attendance per ${one}, attendees per ${one}`,
      expression: `1.0 * ${came} / ${aggregated('count', rowsText(event), held)}`,
      says: `${says}, divided by the number of ${event.label}`,
    }),
  ]
}

/** The only events with a day that people book, and the rows of these bookings. */
export const eventsOf: (schema: Schema) => Events | null = remembered((schema) => {
  const found = schema.datasets
    .filter((each) => !each.isHidden && visible(each).some(isDated(each)) && isEvent(each))
    .flatMap((event) =>
      childrenOf(event, schema)
        .filter(
          (child) => isBooking(child) && (placesOf(event) !== null || parentsOf(child, schema).some(isBuyer)),
        )
        .map((bookings) => ({ event, bookings })),
    )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
})

interface Events {
  readonly event: Dataset
  readonly bookings: Dataset
}

/** The day since which a room is closed does not make it an event. */
function isDated({ rows }: Dataset): (field: Field) => boolean {
  return (field) => isMoment(field) && field.statistics.nulls * 2 <= rows
}

function isEvent(dataset: Dataset): boolean {
  const head = nameWords(dataset.label).at(-1) ?? ''
  return placesOf(dataset) !== null || isOccasion(head) || /^(?:session|lesson|class|course|run)$/.test(head)
}

function isBooking({ label }: Dataset): boolean {
  return nameWords(label).some((word) => booked.has(word))
}

const booked: ReadonlySet<string> = new Set(
  'booking reservation registration ticket attendance enrolment enrollment signup participant participation place attendee seat'.split(
    ' ',
  ),
)

/** How many come with one booking. Null where each row is one person. */
export function headsOf(bookings: Dataset): Field | null {
  return measureNamed(
    bookings,
    groups('ticket seat place guest people person participant attendee pax head quantity qty'),
    new Set(['price', 'fee', 'amount', 'total', 'cost', 'number', 'no']),
  )
}

const attendedStates: readonly string[] =
  'attended, present, checked in, checked-in, came, showed, showed up, arrived, visited, took part'.split(
    ', ',
  )

/** How many there is room for. */
export function placesOf(dataset: Dataset): Field | null {
  return measureNamed(dataset, groups('capacity place seat maximum'), new Set(['price', 'booked', 'sold']))
}

/** How many of the places are taken, by a field of the row itself. */
export function bookedPlaces(dataset: Dataset): Field | null {
  return measureNamed(
    dataset,
    groups('booked booking sold reserved registered registration enrolled taken filled'),
    new Set(['price', 'fee', 'maximum', 'capacity', 'minimum']),
  )
}

function placesTaken(dataset: Dataset): Field | null {
  const [people, ...more] = visible(dataset).filter((field) => {
    const [only, ...others] = nameWords(field.label)
    return isMeasure(field) && field.isInteger && only !== undefined && others.length === 0 && isPerson(only)
  })
  return bookedPlaces(dataset) ?? (more.length > 0 ? null : (people ?? null))
}

function groups(text: string): readonly (readonly string[])[] {
  return text.split(' ').map((word) => [word])
}
