import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** A day that is set in advance: by which something is due, or until which it is valid. */
export interface DueField {
  readonly dataset: Dataset
  readonly field: Field
  /** What is due or ends then: `mot` of `mot due`. Empty for `due date`. */
  readonly words: readonly string[]
}

const known = new WeakMap<Ontology, readonly DueField[]>()

/** Made once for each ontology. */
export function dueFieldsOf(ontology: Ontology): readonly DueField[] {
  const found = known.get(ontology)
  if (found !== undefined) return found
  const made = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter((field) => isMoment(field) && ahead.test(field.label))
          .map((field) => ({ dataset, field, words: wordsOf(field) })),
  )
  known.set(ontology, made)
  return made
}

const ahead =
  /\b(?:due|deadline|exp|expir\w*|until|till|thru|valid to|valid through|renew\w*|runs? out|lapses?|next|ends?|ending|end date|end on)\b/i

function wordsOf({ label }: Field): readonly string[] {
  return [...new Set([...nameWords(label), ...label.toLowerCase().split(/[^\p{L}\p{N}]+/u)])].filter(
    (word) => word.length > 1 && !ofTime.has(word),
  )
}

const ofTime: ReadonlySet<string> = new Set(
  'due deadline exp expire expires expiry expiration expired until till thru through valid to renew renewal runs run out lapse lapses next end ends ending date day time on at by timestamp is the of for'.split(
    ' ',
  ),
)
