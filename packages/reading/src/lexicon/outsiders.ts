import type { Ontology } from '@quipu/query'
import { isPeople } from './dataset-fields.ts'
import { nameWords } from './name-words.ts'

/** "sales from people who are not members", "from people without a membership": the rows that name no member. */
export function withoutOutsiders(question: string, ontology: Ontology): string {
  return question.replace(outsiders, (text, one?: string, other?: string, third?: string) => {
    const word = nameWords(one ?? other ?? third ?? '').join(' ')
    const people = ontology.datasets.find(
      (dataset) =>
        isPeople(dataset) && isNamedBy(word, nameWords(dataset.label)) && isOptional(dataset.name, ontology),
    )
    return people === undefined ? text : `without a ${nameWords(people.label).join(' ')}`
  })
}

const outsiders =
  /(?:(?:comes?|came|is|are|was|were) )?(?:from|by|to) (?:(?:people|persons|customers|guests|visitors|those|others) (?:without an? (\p{L}+)|(?:who|that) (?:are|were) not (?:an? )?(\p{L}+))|non-(\p{L}+))/iu

/** A membership is what members have. */
function isNamedBy(word: string, [only = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && only.length > 3 && (word === only || word === `${only}ship`)
}

/** Whether some rows may name one of these people, and need not. */
function isOptional(name: string, { datasets, relationships }: Ontology): boolean {
  return relationships.some(({ from, to, fromFields: [field] }) => {
    const rows = to === name ? datasets.find((each) => each.name === from) : undefined
    return (rows?.fields.find((each) => each.name === field)?.statistics.nulls ?? 0) > 0
  })
}
