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
      !isUnique && role === 'identifier' && /^\S+ (?:no|nr|number|id|ref|reference|#)$/i.test(label) && nameWords(label)[0] === whole,
  )
  return isWhole || only === undefined || others.length > 0 ? null : only
}
