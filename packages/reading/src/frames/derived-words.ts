import type { Ontology } from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { stemsOf } from '../lexicon/event-fields.ts'

/** The states whose verb a noun is made of: `cancelled` for "cancellation". */
export function statesNamed(noun: string, ontology: Ontology): readonly ValueCandidate[] {
  const participles = [...stemsOf(noun)].flatMap((stem) => [`${stem}ed`, `${stem}${stem.at(-1) ?? ''}ed`])
  return participles.flatMap((word) =>
    ontology.values
      .exact(word)
      .filter(({ dataset, field }) => isState(dataset, field, ontology))
      .map(({ dataset, field, value }) => ({ dataset, field, value, score: 0.9 })),
  )
}

function isState(dataset: string, name: string, { datasets }: Ontology): boolean {
  const field = datasets
    .find((each) => each.name === dataset)
    ?.fields.find((each) => each.name === name && !each.isHidden)
  return field !== undefined && /\b(?:status|state|stage|outcome|result)\b/i.test(field.label)
}
