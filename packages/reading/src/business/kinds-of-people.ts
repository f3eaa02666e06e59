import type { Ontology } from '@quipu/query'
import { isPeople } from '../lexicon/dataset-fields.ts'

/** Of words for people, those that the data has as the kind of some of them: `student` of the `role` of users. */
export function kindsOfPeople(words: readonly string[], { datasets, values }: Ontology): readonly string[] {
  return words.filter(
    (word) =>
      !ofAll.has(word) &&
      values.exact(word).some(({ dataset, field }) => {
        const people = datasets.find(({ name, isHidden }) => name === dataset && !isHidden)
        const kind = people?.fields.find(({ name }) => name === field)
        return people !== undefined && kind !== undefined && ofKind.test(kind.label) && isPeople(people)
      }),
  )
}

/** All who buy or work, whatever else some of them are called. */
const ofAll: ReadonlySet<string> = new Set(
  'customer client buyer user account contact employee staff worker colleague'.split(' '),
)

const ofKind = /\b(?:role|kind|type|group|category|position|job|job title)$/i
