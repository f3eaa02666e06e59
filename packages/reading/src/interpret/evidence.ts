import type { Ontology } from '@quipu/query'
import type { NounCandidate } from '../annotate/chunk.ts'
import type { Evidence } from '../plan/reading.ts'
import type { Building } from './builder.ts'

/** Which words of the question stand for what, in the order of the words. */
export function evidenceOf({
  resolution,
  draft,
  ontology,
}: Pick<Building, 'resolution' | 'draft' | 'ontology'>): readonly Evidence[] {
  const nouns = [...resolution.nouns].map(([{ chunk }, noun]) => ({
    chunk,
    meaning: nounMeaning(noun, ontology),
  }))
  const values = [...resolution.values].flatMap(([condition, { dataset, field, value }]) => {
    const operand = condition.operand
    if (operand === null || !('chunk' in operand)) return []
    const one = ontology.datasets
      .find((each) => each.name === dataset)
      ?.fields.find((each) => each.name === field)
    return [{ chunk: operand.chunk, meaning: `${one?.label ?? field} is ${value}` }]
  })
  const times = draft.conditions.flatMap(({ operand }) =>
    operand?.kind === 'time' ? [{ chunk: operand.chunk, meaning: operand.time.says }] : [],
  )
  const found = [...nouns, ...values, ...times].map(({ chunk, meaning }) => ({
    words: chunk.text,
    start: chunk.start,
    end: chunk.end,
    meaning,
  }))
  const once = new Map(found.map((each) => [`${each.start}-${each.end}`, each]))
  return [...once.values()].toSorted((a, b) => a.start - b.start)
}

/** What a noun of the question stands for, as the data names it. */
export function nounMeaning(noun: NounCandidate, ontology: Ontology): string {
  switch (noun.kind) {
    case 'metric':
      return noun.metric.label
    case 'dataset':
      return noun.dataset.label
    case 'field':
      return isShared(noun.field.label, ontology)
        ? `${noun.field.label} of ${noun.dataset.label}`
        : noun.field.label
  }
}

/** Several datasets have a field of this name. */
function isShared(label: string, ontology: Ontology): boolean {
  return (
    ontology.datasets.filter(
      (each) => !each.isHidden && each.fields.some((one) => one.label === label && !one.isHidden),
    ).length > 1
  )
}
