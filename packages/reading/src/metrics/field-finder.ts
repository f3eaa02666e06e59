import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

export type Schema = Pick<Ontology, 'datasets' | 'relationships' | 'values'>

/** A field with the dataset that has it. */
export interface Place {
  readonly dataset: Dataset
  readonly field: Field
}

/** The first measure whose name has one of the word groups, in the order of the groups, and none of the other words. */
export function measureNamed(
  dataset: Dataset,
  groups: readonly (readonly string[])[],
  without: ReadonlySet<string> = new Set(),
): Field | null {
  const own = nameWords(dataset.label)
  const measures = visible(dataset)
    .filter(isMeasure)
    .map((field) => {
      const label = field.label.replace(taxOrNot, '')
      const words = nameWords(label)
      // `amount paid` has the base form "pay", and is found by "paid".
      return { field, length: words.length, words: [...new Set([...words, ...written(label)])] }
    })
    .filter(({ words }) => !words.some((word) => without.has(word) && !own.includes(word)))
  for (const group of groups) {
    const fitting = measures.filter(({ words }) => group.every((word) => words.includes(word)))
    const [shortest] = fitting.toSorted((a, b) => a.length - b.length)
    if (shortest !== undefined) return shortest.field
  }
  return null
}

/** The words of a label as they stand there. */
function written(label: string): readonly string[] {
  return label.toLowerCase().match(/\p{L}+/gu) ?? []
}

/** `takings incl vat` are takings, and no tax. */
const taxOrNot = / \(?\b(?:incl?|including|with) (?:vat|tax|gst)\b\)?/i

export function isNamed(dataset: Dataset, words: ReadonlySet<string>): boolean {
  return nameWords(dataset.label).some((word) => words.has(word))
}

/** The datasets of which each row has at most one, by one relationship. */
export function parentsOf(dataset: Dataset, { datasets, relationships }: Schema): readonly Dataset[] {
  const names = relationships
    .filter(
      ({ from, to, cardinality }) => from === dataset.name && to !== from && cardinality !== 'many-to-many',
    )
    .map(({ to }) => to)
  return datasets.filter(({ name, isHidden }) => !isHidden && names.includes(name))
}

export function childrenOf(dataset: Dataset, { datasets, relationships }: Schema): readonly Dataset[] {
  const names = relationships
    .filter(
      ({ from, to, cardinality }) => to === dataset.name && to !== from && cardinality === 'many-to-one',
    )
    .map(({ from }) => from)
  return datasets.filter(({ name, isHidden }) => !isHidden && names.includes(name))
}

/** As the text of a metric writes it. */
export function pathText({ dataset, field }: Place): string {
  return `${rowsText(dataset)}.${quoted(field.name)}`
}

/** The condition that a field has one of these values, as the text of a metric. */
export function isAmong(place: Place, values: readonly string[]): string {
  return `${pathText(place)} in (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`
}

/** The rows of a dataset in the text of a metric. */
export function rowsText({ name }: Dataset): string {
  return name.split('.').map(quoted).join('.')
}

function quoted(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
