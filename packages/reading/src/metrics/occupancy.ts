import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPerson } from '../lexicon/wordnet.ts'
import { measureNamed, pathText, type Schema } from './field-finder.ts'
import { soldConditions } from './not-sold.ts'
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
  if (only === undefined || more.length > 0) return []
  const { dataset, places, taken } = only
  const [all, used] = [pathText({ dataset, field: places }), pathText({ dataset, field: taken })]
  const counted = [...soldConditions([dataset], schema), `${used} is not null`]
  return [
    propose({
      name: 'occupancy',
      label: 'average occupancy',
      synonyms: 'how full, occupancy, occupancy rate, fill rate, utilisation, utilization, capacity used',
      expression: `100 * ${aggregated('sum', used, counted)} / ${aggregated('sum', all, counted)}`,
      unit: 'percent',
      says: `${taken.label} in percent of ${places.label} of ${dataset.label}`,
    }),
  ]
}

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
