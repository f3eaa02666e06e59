import type { Dataset, Field, FieldRef, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { businessOf } from '../business/business.ts'
import { buyerOf } from './measured.ts'

/** Whose a sale is that has nothing but a number: the customer whom each sale names, by name and by key. */
export function whoseSale(
  dataset: Dataset,
  ontology: Ontology,
): { readonly names: readonly FieldRef[]; readonly keys: readonly FieldRef[] } {
  const { trade, streams } = businessOf(ontology)
  const isSale = [trade, ...streams.map((stream) => stream.trade)].some((one) => one?.header === dataset)
  const isNumber = nameFields(dataset).every(({ role }) => role === 'identifier')
  const buyer = buyerOf(ontology)
  if (!isSale || !isNumber || buyer === null || !parentsOf(dataset, ontology).includes(buyer))
    return { names: [], keys: [] }
  const refs = (fields: readonly Field[]): readonly FieldRef[] => fields.map((field) => fieldOf(buyer, field))
  return { names: refs(nameFields(buyer)), keys: refs(keyFields(buyer)) }
}
