import type { Dataset, Field, Metric, Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { reductions } from './header-discount.ts'

/**
 * The discounts beside what a metric adds up that it does not take off, and of which nothing in the data says whether the amounts
 * are those before or after them.
 */
export function openReductions({ expression }: Metric, ontology: Ontology): readonly Field[] {
  const places = new Set(expression.match(/\w+\.\w+/g))
  const used = ontology.datasets.filter(
    (dataset) =>
      !dataset.isHidden &&
      visible(dataset).some((field) => isMeasure(field) && places.has(`${dataset.name}.${field.name}`)),
  )
  const isConfirmed = used.some((dataset) => isAgreed(dataset, places, ontology) || isLeft(dataset, places))
  if (isConfirmed) return []
  return used.flatMap((dataset) =>
    visible(dataset).filter(
      (field) =>
        isMeasure(field) &&
        field.statistics.max !== 0 &&
        reductions.some(([word]) => word !== undefined && nameWords(field.label).includes(word)) &&
        !places.has(`${dataset.name}.${field.name}`),
    ),
  )
}

/** A total, or what is to be paid, is what is left after a discount. */
function isLeft(dataset: Dataset, places: ReadonlySet<string>): boolean {
  return visible(dataset).some(
    ({ name, label }) =>
      places.has(`${dataset.name}.${name}`) && /\b(?:total|net|due|payable|paid|to pay)\b/i.test(label),
  )
}

/** Whether amounts elsewhere in the data agree with an amount that is added up. */
function isAgreed({ name, reading }: Dataset, places: ReadonlySet<string>, { datasets }: Ontology): boolean {
  const isPlace = ({ dataset, field }: { readonly dataset: string; readonly field: string }): boolean =>
    places.has(`${dataset}.${field}`)
  return (
    reading?.sums?.some(({ factors }) => factors.every(isPlace)) === true ||
    datasets.some(
      (each) =>
        each.reading?.sums?.some(
          ({ agreesWith, less }) => agreesWith.dataset === name && less === null && isPlace(agreesWith),
        ) === true,
    )
  )
}
