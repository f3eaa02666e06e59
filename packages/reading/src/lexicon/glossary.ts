import type { Dataset, Field, Metric, Ontology } from '@quipu/query'
import { nameWords } from './name-words.ts'

const known = new WeakMap<Ontology, Ontology>()

/** Entry point: adds the terms of the glossary as names. Returns the same ontology when the glossary adds nothing. */
export function withGlossary(ontology: Ontology): Ontology {
  if (ontology.glossary.length === 0) return ontology
  const before = known.get(ontology)
  if (before !== undefined) return before
  const made = spread(ontology)
  known.set(ontology, made)
  return made
}

function spread(ontology: Ontology): Ontology {
  const entries = ontology.glossary.map(({ term, meaning, synonyms }) => {
    const words = [term, ...synonyms]
    return {
      words,
      names: new Set([...words, meaning, ...meaning.split(/[.;]/)].map(folded).filter(Boolean)),
    }
  })
  const more = (names: readonly string[]): readonly string[] => {
    const own = new Set(names.map(folded))
    const found = entries.filter((entry) => [...own].some((name) => entry.names.has(name)))
    return [...new Set(found.flatMap((entry) => entry.words))].filter((word) => !own.has(folded(word)))
  }
  const named = <T extends Metric | Dataset>(thing: T): T => {
    const added = more([thing.label, thing.name, ...thing.synonyms])
    return added.length === 0 ? thing : { ...thing, synonyms: [...thing.synonyms, ...added] }
  }
  const field = (one: Field, owner: Dataset): Field => {
    const added = more([
      one.label,
      one.name,
      ...one.synonyms,
      `${owner.name} ${one.name}`,
      `${owner.label} ${one.label}`,
      `${one.label} of ${owner.label}`,
    ])
    return added.length === 0 ? one : { ...one, synonyms: [...one.synonyms, ...added] }
  }
  return {
    ...ontology,
    metrics: ontology.metrics.map(named),
    datasets: ontology.datasets.map((one) => ({
      ...named(one),
      fields: one.fields.map((each) => field(each, one)),
    })),
  }
}

function folded(text: string): string {
  return nameWords(text.replaceAll(/[._]/g, ' '))
    .filter((word) => !['the', 'a', 'an'].includes(word))
    .join(' ')
}
