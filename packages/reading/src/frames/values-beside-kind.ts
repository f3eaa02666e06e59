import type { Ontology } from '@quipu/query'
import { nameFields } from '../lexicon/dataset-fields.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'

/** "the Growth plan", "tagged refund": beside the word for its kind, a word that business uses otherwise is the name of one of them. */
export function addValuesBesideKind(
  tokens: readonly Token[],
  { values }: Ontology,
  spans: ReadonlyMap<string, Open>,
  span: (from: number, to: number) => Open,
): void {
  const at = (i: number): Open | undefined => spans.get(`${i}-${i + 1}`)
  tokens.forEach((_, i) => {
    const [kind] = (at(i)?.nouns ?? []).flatMap((noun) =>
      noun.kind === 'dataset' && noun.score >= 0.9 ? [noun.dataset] : [],
    )
    if (kind === undefined) return
    const [name, ...more] = nameFields(kind)
    for (const j of [i - 1, i + 1]) {
      const word = tokens[j]
      const other = at(j)
      if (word?.kind !== 'word' || name === undefined || more.length > 0) continue
      if (other === undefined || (other.role === null && other.metric === null)) continue
      const found = values
        .exact(word.text)
        .filter(({ dataset, field }) => dataset === kind.name && field === name.name)
      if (found.length === 0) continue
      const cell = span(Math.min(i, j), Math.max(i, j) + 1)
      // Both words together are the value of something else.
      if (cell.values.length > 0) continue
      cell.values = found.map((one) => ({ ...one, score: 1 }))
      cell.nouns = []
      cell.role = null
      cell.worth = Math.max(cell.worth, 2.6)
    }
  })
}
