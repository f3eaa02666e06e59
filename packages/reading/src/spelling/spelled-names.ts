import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'

/** Writes words as the names of the data do: "check-ins" for `Check ins`, "café" for `cafe`. Every word keeps its place. */
export function asNamesAreWritten(question: string, ontology: Ontology): string {
  const names = namesOf(ontology)
  const isName = (text: string): boolean => names.has(nameWords(text).join(' '))
  return question
    .replaceAll(/\p{L}+(?:-\p{L}+)+/gu, (word) => {
      const apart = word.replaceAll('-', ' ')
      // "walk-ins": `ins` alone would be an abbreviation.
      const one = apart.replace(/s$/, ' ')
      return isName(one) ? one : isName(apart) ? apart : word
    })
    .replaceAll(/\p{L}+/gu, (word) => {
      const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
      return plain !== word && plain.length === word.length && isName(plain) ? plain : word
    })
}

const known = new WeakMap<Ontology, ReadonlySet<string>>()

/** Made once for each ontology. */
function namesOf(ontology: Ontology): ReadonlySet<string> {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const made = new Set(
    ontology.datasets.flatMap(({ label, fields, isHidden }) =>
      isHidden ? [] : [label, ...fields.map((field) => field.label)].map((one) => nameWords(one).join(' ')),
    ),
  )
  known.set(ontology, made)
  return made
}
