import type { Dataset, Field } from '@quipu/query'
import type { Adjective } from '../words/adjectives.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isMeasure, isMoment, isNumeric, isPeople, visible } from '../lexicon/dataset-fields.ts'

export interface AdjectiveField {
  readonly dataset: Dataset
  readonly field: Field
  /** Direction of the superlative: with `desc`, the highest value comes first. */
  readonly direction: 'asc' | 'desc'
}

/** The field that an adjective refers to: `oldest` → age, or the birth date in reverse order. */
export function adjectiveField(adjective: Adjective, datasets: readonly Dataset[]): AdjectiveField | null {
  const [home] = datasets
  const usual = home !== undefined && isOfAge(adjective) && isPeople(home) ? ofPeople(adjective) : adjective
  for (const dataset of datasets) {
    const found = adjective.isTime ? momentIn(dataset, adjective) : quantityIn(dataset, usual)
    if (found !== null) return found
  }
  return home !== undefined && isOfAge(adjective) && !isPeople(home) ? sinceWhen(home, adjective) : null
}

function isOfAge({ fields }: Adjective): boolean {
  return fields[0] === 'age'
}

/** The age of people comes from their birth and not from the age of their records. */
function ofPeople(adjective: Adjective): Adjective {
  return { ...adjective, fields: adjective.fields.filter((word) => /age|birth|born/.test(word)) }
}

/** The oldest project is the one that started first. */
function sinceWhen(dataset: Dataset, adjective: Adjective): AdjectiveField | null {
  const found = momentIn(dataset, { ...adjective, fields: [] })
  return found === null ? null : { ...found, direction: turn(adjective.direction) }
}

function isNamedFor({ label }: Field, words: readonly string[]): boolean {
  const stems = new Set(nameWords(label).flatMap((word) => [...stemsOf(word)]))
  return words.length === 0 || words.some((word) => [...stemsOf(word)].some((stem) => stems.has(stem)))
}

function momentIn(dataset: Dataset, adjective: Adjective): AdjectiveField | null {
  const moments = visible(dataset).filter(
    (each) => isMoment(each) && !/birth|born/.test(each.label) && isNamedFor(each, adjective.fields),
  )
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
