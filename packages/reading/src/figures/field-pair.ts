import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** Two columns of the same rows. */
export interface FieldPair {
  readonly dataset: Dataset
  readonly left: Field
  readonly right: Field
}

/** "cost" and "price", where the rows of one dataset alone have both, or have both by their whole names. */
export function fieldPair(left: string, right: string, { datasets }: Ontology): FieldPair | null {
  for (const is of [isWhole, isPart]) {
    const pairs = datasets.flatMap((dataset): readonly FieldPair[] => {
      if (dataset.isHidden) return []
      const [one, other] = [onlyField(left, dataset, is), onlyField(right, dataset, is)]
      return one === null || other === null || one === other ? [] : [{ dataset, left: one, right: other }]
    })
    const [only, ...more] = pairs
    if (only !== undefined) return more.length === 0 ? only : null
  }
  return null
}

/** The number of a dataset that words name. */
export function fieldNamed(words: string, dataset: Dataset): Field | null {
  return onlyField(words, dataset, isWhole) ?? onlyField(words, dataset, isPart)
}

type Is = (said: readonly string[], field: Field, dataset: Dataset) => boolean

function onlyField(words: string, dataset: Dataset, is: Is): Field | null {
  const said = nameWords(words)
  const found = visible(dataset).filter((field) => isMeasure(field) && is(said, field, dataset))
  const [only, ...more] = found
  return said.length === 0 || only === undefined || more.length > 0 ? null : only
}

/** The whole name, perhaps with that of the rows before it: "menu price". */
function isWhole(said: readonly string[], { label }: Field, dataset: Dataset): boolean {
  const own = nameWords(label).join(' ')
  return said.join(' ') === own || said.join(' ') === `${nameWords(dataset.label).join(' ')} ${own}`
}

/** The name but for its unit or for what else it says. */
function isPart(said: readonly string[], { label }: Field): boolean {
  const own = nameWords(label)
  return said.every((word) => own.includes(word))
}
