import type { Dataset, Field } from '../../ontology/ontology.ts'
import type { Adjective } from '../grammar/adjectives.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isMeasure, isMoment, isNumeric, visible } from './dataset-fields.ts'

export interface AdjectiveField {
  readonly dataset: Dataset
  readonly field: Field
  /** Of the superlative: `desc` puts it first. */
  readonly direction: 'asc' | 'desc'
}

/** The field an adjective speaks of: `oldest` → age, or birth date the other way round. */
export function adjectiveField(adjective: Adjective, datasets: readonly Dataset[]): AdjectiveField | null {
  for (const dataset of datasets) {
    const found = adjective.isTime ? momentIn(dataset, adjective) : quantityIn(dataset, adjective)
    if (found !== null) return found
  }
  return null
}

function momentIn(dataset: Dataset, adjective: Adjective): AdjectiveField | null {
  const moments = visible(dataset).filter((each) => isMoment(each) && !/birth|born/.test(each.label))
  const field = moments.find((each) => each.type === 'date' || each.type === 'timestamp') ?? moments[0]
  return field === undefined ? null : { dataset, field, direction: adjective.direction }
}

function quantityIn(dataset: Dataset, adjective: Adjective): AdjectiveField | null {
  const fields = visible(dataset).filter(
    (field) =>
      isMeasure(field) ||
      isMoment(field) ||
      (isNumeric(field) && field.role !== 'identifier' && !field.isPrimaryKey),
  )
  for (const wanted of adjective.fields) {
    const turned = wanted.startsWith('-')
    const [word = wanted] = nameWords(turned ? wanted.slice(1) : wanted)
    const named = fields.filter((field) => nameWords(field.label).includes(word))
    const field = named.find((each) => nameWords(each.label).at(-1) === word) ?? named[0]
    if (field !== undefined)
      return { dataset, field, direction: turned ? turn(adjective.direction) : adjective.direction }
  }
  return null
}

export function turn(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc'
}
