import type { Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame } from '../plan/frame.ts'

/** The noun of "how many boxes is that". Null for another question. */
export function nounOfThat(question: string): string | null {
  return (
    /^\W*(?:and\s+)?how many\s+(\p{L}+)\s+(?:is|are|was|were) (?:that|those)\W*$/iu.exec(question)?.[1] ??
    null
  )
}

/** "how many boxes is that": the numbers of boxes in the rows whose amounts were added up. */
export function countOfThat(noun: string, frame: Frame, ontology: Ontology): Frame | null {
  const [slot, ...more] = frame.measures
  if (slot?.kind !== 'field' || slot.function !== 'sum' || more.length > 0) return null
  const dataset = ontology.datasets.find(({ name }) => name === slot.field.dataset)
  const [own = ''] = nameWords(noun)
  const [only, ...others] = (dataset === undefined ? [] : visible(dataset)).filter((field) => {
    const words = nameWords(field.label)
    return isMeasure(field) && words.includes(own) && words.some((word) => counts.has(word))
  })
  if (dataset === undefined || only === undefined || others.length > 0) return null
  return { ...frame, measures: [{ kind: 'field', field: fieldRef(dataset, only), function: 'sum' }] }
}

const counts: ReadonlySet<string> = new Set('count number quantity qty total unit piece'.split(' '))
