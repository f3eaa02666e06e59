import type { Dataset, Ontology } from '@quipu/query'
import { nameWords } from './name-words.ts'
import { neighbours } from './wordnet.ts'

export interface Renamed {
  readonly question: string
  /** The word of the question that was replaced. */
  readonly word: string
  readonly dataset: Dataset
}

/**
 * A dataset with a name of two words whose first word means a thing in the plural that the question calls otherwise: "glasses"
 * for `spectacle_order`. Null where no dataset, or more than one, may be meant.
 */
export function compoundNamed(question: string, ontology: Ontology): Renamed | null {
  const found = ontology.datasets
    .filter(({ isHidden, isJunction }) => !isHidden && !isJunction)
    .flatMap((dataset) => {
      const [first, head, ...more] = nameWords(dataset.label)
      const word =
        first === undefined || head === undefined || more.length > 0 ? null : sameAs(question, first)
      return word === null ? [] : [{ word, dataset }]
    })
  const [only, ...others] = found
  if (only === undefined || others.length > 0) return null
  const { label } = only.dataset
  return { ...only, question: question.replace(only.word, label.endsWith('s') ? label : `${label}s`) }
}

/** The word of the question with the same meaning as the plural. Most plurals have no entry of their own in the dictionary. */
function sameAs(question: string, name: string): string | null {
  const same = neighbours(`${name}s`)
  const isSame = (word: string): boolean => (same.get(word.toLowerCase()) ?? 0) >= leastSame
  return question.match(/\p{L}{4,}/gu)?.find(isSame) ?? null
}

/** Words of the same sense, and no narrower or wider ones. */
const leastSame = 0.8
