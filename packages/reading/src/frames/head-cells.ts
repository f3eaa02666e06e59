import type { Dataset, Field, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { coveredBy, type Open } from './cell.ts'

/** "by rep" for `sales rep`, "per method" for `pay method`: the last word of one field alone, where it means nothing else. */
export function addHeads(
  tokens: readonly Token[],
  ontology: Ontology,
  spans: ReadonlyMap<string, Open>,
  span: (from: number, to: number) => Open,
): void {
  const covered = coveredBy(spans, tokens)
  tokens.forEach((token, from) => {
    if (token.kind !== 'word' || token.lower.length < 3 || covered.has(token)) return
    const [only, ...more] = fieldsEnding(token, ontology)
    if (only === undefined || more.length > 0) return
    const cell = span(from, from + 1)
    cell.nouns = [{ kind: 'field', ...only, score: 0.9, saysDataset: false }]
    cell.worth = Math.max(cell.worth, 0.9)
  })
}

function fieldsEnding({ forms }: Token, { datasets }: Ontology): { dataset: Dataset; field: Field }[] {
  return datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter((field) => field.type === 'text' && field.role === 'dimension')
          .filter(({ label }) => {
            const words = nameWords(label)
            return words.length > 1 && forms.includes(words.at(-1) ?? '')
          })
          .map((field) => ({ dataset, field })),
  )
}
