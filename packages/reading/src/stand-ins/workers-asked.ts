import type { Ontology } from '@quipu/query'
import { staffOf } from '../frames/measured.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { workerFields } from '../lexicon/person-fields.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "who sold the most": those who did the work, where rows only name them and have no reference to people. */
export function workersAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const from = tokens.findIndex(({ lower }) => lower === 'who')
  if (from < 0 || from > 1 || staffOf(ontology) !== null) return []
  const fields = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden ? [] : workerFields(dataset, ontology),
  )
  if (fields.length === 0) return []
  const done = new Set([
    ...work,
    ...fields.flatMap(({ label }) => (/ by$/i.test(label) ? [...stemsOf(label.split(' ')[0] ?? '')] : [])),
  ])
  const next = tokens
    .slice(from + 1)
    .find(({ lower, forms }) => [...forms, lower].some((form) => isOne(form)))
  return next === undefined ? [] : [{ from, to: from + 1, name: 'which employee', changesNumbers: false }]

  function isOne(form: string): boolean {
    return [...stemsOf(form)].some((stem) => done.has(stem))
  }
}

const work: readonly string[] = ['sell', 'sold', 'serve', 'void', 'refund', 'work', 'take', 'earn'].flatMap(
  (word) => [...stemsOf(word)],
)
