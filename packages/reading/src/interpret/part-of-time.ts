import type { Expression, FieldRef, Ontology, TimePart } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { field as fieldOf } from './builder.ts'

/** A part of a moment. The hours of rows with a mere date are in a field of their own. Null where they are in none. */
export function partOf(moment: FieldRef, part: TimePart, { datasets }: Ontology): Expression | null {
  const dataset = datasets.find(({ name }) => name === moment.dataset)
  const isDay = dataset?.fields.find(({ name }) => name === moment.field)?.type === 'date'
  if (part !== 'hour' || !isDay || dataset === undefined) return { kind: 'part', part, of: moment }
  const [hour, ...more] = visible(dataset).filter(
    ({ label, isInteger, statistics }) =>
      isInteger && /\bhour$/i.test(label) && Number(statistics.min) >= 0 && Number(statistics.max) <= 24,
  )
  return hour === undefined || more.length > 0 ? null : fieldOf(dataset, hour)
}
