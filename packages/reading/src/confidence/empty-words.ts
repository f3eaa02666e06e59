import { planJoins, type Ontology, type Query } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { isVerbal } from '../words/verbal.ts'
import { wordForms } from '../words/word-forms.ts'
import { traitsOf } from './query-traits.ts'

/** Words that say nothing that the query does not already do. Leaving them out changes no number. */
export function emptyWords(chunks: readonly Chunk[], query: Query, ontology: Ontology): ReadonlySet<string> {
  const { literals } = traitsOf(query)
  const names = namesIn(query, ontology)
  const found = chunks.filter((chunk) => {
    if (chunk.isQuoted || chunk.isCapital) return false
    const word = chunk.text.toLowerCase()
    const times = timesWords.get(word)
    if (times !== undefined) return literals.has(times)
    return isDoneIn(word, names)
  })
  return new Set(found.map(({ text }) => text))
}

/** "more than twice": the number that the word stands for. */
const timesWords: ReadonlyMap<string, string> = new Map([
  ['once', '1'],
  ['twice', '2'],
  ['thrice', '3'],
])

/** "swimmers borrow boards", where the query goes through `borrows boards`: the verb is the connection itself. */
function isDoneIn(word: string, names: ReadonlySet<string>): boolean {
  const forms = wordForms(word).filter((form) => isEnglish(form, 'verb'))
  return (isVerbal(word) || forms.length > 0) && forms.some((form) => names.has(form))
}

/** The verbs in the names of all datasets that the query goes through, in base form. */
function namesIn(query: Query, ontology: Ontology): ReadonlySet<string> {
  const joins = planJoins(query, ontology)
  if ('status' in joins) return new Set()
  const passed = new Set(
    [...joins.trees.values()].flatMap((tree) => tree.joins.map(({ rightDataset }) => rightDataset)),
  )
  return new Set(
    ontology.datasets
      .filter(({ name }) => passed.has(name))
      .flatMap(({ label, name }) => [...nameWords(label), ...nameWords(name)])
      .flatMap((word) => wordForms(word))
      .filter((word) => isEnglish(word, 'verb')),
  )
}
