import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { rawWords } from '../lexicon/name-words.ts'

/** "price of child tickets" where the tickets have a `child_price`: the measure by its own name, wherever the question names it. */
export function withMeasuresQualified(question: string, { datasets, values }: Ontology): string {
  for (const [all, measure = '', quality = '', thing = ''] of question.matchAll(ofQualified)) {
    if (values.exact(quality).length > 0) continue
    const found = datasets.flatMap((dataset) => qualified(dataset, measure, quality, thing))
    const [field, ...more] = found
    if (field === undefined || more.length > 0) continue
    const named = question.replace(all, `${field.label.toLowerCase()} of ${thing}`)
    return named.replaceAll(
      new RegExp(String.raw`(?<=\b(?:by|average|total|highest|lowest|mean) )${measure}\b`, 'giu'),
      field.label.toLowerCase(),
    )
  }
  return question
}

const ofQualified = /\b(\p{L}+) of (?:the |all |our |an? )*((?:\p{L}+ ){0,1}\p{L}+) (\p{L}+)\b/giu

function qualified(dataset: Dataset, measure: string, quality: string, thing: string): readonly Field[] {
  const isThing = !dataset.isHidden && sameWords(dataset.label, thing)
  return isThing
    ? visible(dataset).filter((field) => isMeasure(field) && sameWords(field.label, `${quality} ${measure}`))
    : []
}

function sameWords(one: string, other: string): boolean {
  return rawWords(one).join(' ') === rawWords(other).join(' ')
}
