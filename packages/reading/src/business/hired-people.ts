import type { Dataset, Field, Ontology } from '@quipu/query'
import {
  isFirstAndLast,
  isMeasure,
  isMoment,
  isPeople,
  nameFields,
  visible,
} from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { serviceOf } from './durations.ts'

/** Whatever they are called, staff are people with a day on which they were hired, with a pay, or who began one day and may leave. */
export function hiredPeople(ontology: Ontology, buyer: Dataset | null): Dataset | null {
  const shown = ontology.datasets.filter((each) => !each.isHidden)
  const hired = shown.filter(
    (each) =>
      visible(each).some((field) => isMoment(field) && /\bhired?\b/i.test(field.label)) ||
      (isFirstAndLast(nameFields(each)) && visible(each).some(isPay)),
  )
  if (hired.length > 0) return hired.length === 1 ? (hired[0] ?? null) : null
  const [only, ...more] = shown.filter(
    (each) => each !== buyer && hasNames(each) && isPeople(each) && isServing(each, ontology),
  )
  return only === undefined || more.length > 0 ? null : only
}

function hasNames(dataset: Dataset): boolean {
  const names = nameFields(dataset)
  return isFirstAndLast(names) || names.some(({ label }) => nameWords(label).includes('name'))
}

/** A day on which they began and one on which they left, where it is not that of a contract with a fee. */
function isServing(dataset: Dataset, ontology: Ontology): boolean {
  const service = serviceOf(dataset, ontology)
  return service !== null && service.end !== null && service.end !== service.start
}

/** What somebody is paid. */
export function isPay(field: Field): boolean {
  return isMeasure(field) && nameWords(field.label).some((word) => /^(?:pay|salary|wage)$/.test(word))
}
