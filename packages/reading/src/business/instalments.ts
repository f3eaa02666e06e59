import type { Dataset, Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { dueMoment, emptyMoment } from './named-moments.ts'

/** A part of what a sale comes to, with a day on which it is due and one on which it was paid. */
export function isInstalment(dataset: Dataset, sale: Dataset | null, ontology: Ontology): boolean {
  return (
    sale !== null &&
    childrenOf(sale, ontology).includes(dataset) &&
    dueMoment(dataset) !== null &&
    emptyMoment(dataset, 'pay paid settle settled') !== null &&
    visible(dataset).some((field) => isMeasure(field) && /\b(?:amount|total|sum|fee)\b/i.test(field.label))
  )
}
