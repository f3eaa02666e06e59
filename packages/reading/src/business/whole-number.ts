import type { Dataset, Field, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** `Order no` of `order lines`, where no rows are called orders: also if it leads to their bills. */
export function numberOfWhole(dataset: Dataset, { datasets }: Ontology): Field | null {
  const [whole, part, ...more] = nameWords(dataset.label)
  if (dataset.isHidden || whole === undefined || part === undefined || more.length > 0) return null
  if (!/^(?:line|item|detail|position)$/.test(part)) return null
  const isWhole = datasets.some(
    (each) => each !== dataset && !each.isHidden && nameWords(each.label).includes(whole),
  )
  const [only, ...others] = visible(dataset).filter(
    ({ label, isUnique, role }) =>
      !isUnique &&
      role === 'identifier' &&
      /^\S+ (?:no|nr|number|id|ref|reference|#)$/i.test(label) &&
      nameWords(label)[0] === whole,
  )
  return isWhole || only === undefined || others.length > 0 ? null : only
}

/** `delivery notes` are the deliveries, where all that is also called deliveries are their lines. */
export function isOfWhole(dataset: Dataset, { datasets, relationships }: Ontology): boolean {
  const [whole, document, ...more] = nameWords(dataset.label)
  if (dataset.isHidden || whole === undefined || document === undefined || more.length > 0) return false
  if (!/^(?:note|slip|docket|form|sheet|ticket)$/.test(document) || ofTime.test(whole)) return false
  return datasets
    .filter((each) => each !== dataset && !each.isHidden && nameWords(each.label).includes(whole))
    .every(
      (each) =>
        nameWords(each.label)[0] === whole &&
        relationships.some(({ from, to }) => from === each.name && to === dataset.name),
    )
}

const ofTime = /^(?:day|week|month|year|hour|time|shift)$/
