import type { Dataset, Ontology } from '@quipu/query'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured } from './measured.ts'

/** "how many sick days did we have": a day of each person counts, also where two were away on the same day. */
export function daysOfPeople({ scan, things, ontology }: Asked): Measured | null {
  const [day, ...units] = mentionsOf(scan, 'unit')
  const [value, ...more] = mentionsOf(scan, 'value').filter(({ values }) => values.length > 0)
  if (day?.unit !== 'day' || day.mode === 'by' || units.length > 0 || value === undefined || more.length > 0)
    return null
  // "on how many days was somebody sick" counts days, not persons.
  const isBeside = value.at === day.at - 1 && value.mode !== 'not' && value.mode !== 'without'
  if (!isBeside || !scan.asks.includes('many') || scan.rank !== null || scan.isAverage) return null
  const [dataset, ...others] = ontology.datasets.filter(
    (each) => value.values.some((one) => one.dataset === each.name) && isDayOfPerson(each, ontology),
  )
  if (dataset === undefined || others.length > 0) return null
  const used = [day, ...things.filter((one) => one.dataset === dataset)]
  return asBusiness(measured([{ kind: 'count', dataset: dataset.name }], dataset, used))
}

/** One row for one person on one day. */
function isDayOfPerson(dataset: Dataset, ontology: Ontology): boolean {
  const moments = visible(dataset).filter((field) => isMoment(field) && field.type === 'date')
  return moments.length === 1 && parentsOf(dataset, ontology).some(isPeople)
}
