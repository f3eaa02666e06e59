import type { Ontology, Query } from '@quipu/query'
import type { Chunk } from '../annotate/chunk.ts'
import type { Draft } from '../grammar/draft.ts'
import { areApart } from '../lexicon/everyday-synonyms.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { likeness } from '../lexicon/word-vectors.ts'
import { wordForms } from '../words/word-forms.ts'
import { leftoversOf, narrowingVerbs } from './leftovers.ts'
import { traitsOf } from './query-traits.ts'

/** From this likeness on, a word repeats a name in other words. */
const alike = 0.38
/** Words with as many first letters in common are of one family: invested, investor. */
const stem = 5

/** Words left over that may repeat what the query has: no names, times, comparisons or verbs that restrict the rows. */
export function repeatableWords(chunks: readonly Chunk[], draft: Draft): (words: string) => boolean {
  const fixed = new Set([
    ...leftoversOf(chunks, draft)
      .filter(({ sort }) => sort === 'name' || sort === 'quoted' || sort === 'time')
      .map(({ chunk }) => chunk.text),
    ...chunks
      .filter((each) => [each.operator, each.adjective, each.number, each.time].some((part) => part !== null))
      .map(({ text }) => text),
    ...narrowingVerbs(chunks),
  ])
  return (words) => !fixed.has(words)
}

/** The name in the query that the words repeat: `enrolled` where the query has `enrolment`. Null if there is none. */
export function saidAgain(words: string, query: Query, { datasets }: Ontology): string | null {
  const { fields, datasets: used } = traitsOf(query)
  const names = datasets.flatMap((dataset) => [
    ...(used.has(dataset.name) ? [dataset.label] : []),
    ...dataset.fields.flatMap(({ name, label }) => (fields.has(`${dataset.name}.${name}`) ? [label] : [])),
  ])
  const found = nameWords(words).map((word) => nearestName(word, names))
  return found.includes(null) ? null : (found.at(-1) ?? null)
}

function nearestName(word: string, names: readonly string[]): string | null {
  let nearest: string | null = null
  let most = alike
  for (const name of names)
    for (const own of nameWords(name)) {
      const like = isFamily(word, own) ? 1 : areApart([word], [own]) ? 0 : likenessOf(word, own)
      if (like < most) continue
      most = like
      nearest = name
    }
  return nearest
}

function isFamily(one: string, other: string): boolean {
  return one.length >= stem && one.slice(0, stem) === other.slice(0, stem)
}

function likenessOf(one: string, other: string): number {
  return Math.max(...wordForms(one).flatMap((a) => wordForms(other).map((b) => likeness(a, b) ?? -1)))
}
