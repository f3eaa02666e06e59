import type { Dataset, Expression, Field, FieldRef, Ontology, TimePart } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { clockBeside, isMereDay } from '../lexicon/times-of-day.ts'
import { field as fieldOf } from './builder.ts'

/** A part of a moment. Null where the rows do not say it. */
export function partOf(moment: FieldRef, part: TimePart, { datasets }: Ontology): Expression | null {
  const dataset = datasets.find(({ name }) => name === moment.dataset)
  const field = dataset?.fields.find(({ name }) => name === moment.field)
  return dataset === undefined || field === undefined
    ? { kind: 'part', part, of: moment }
    : partOfField(dataset, field, part)
}

/** The hours of rows with a mere date are those of the time of day beside it, or in a field of their own. Null where they are in none. */
export function partOfField(dataset: Dataset, field: Field, part: TimePart): Expression | null {
  if (part !== 'hour' || !isMereDay(field)) return { kind: 'part', part, of: fieldOf(dataset, field) }
  const [hour, ...more] = visible(dataset).filter(
    ({ label, isInteger, statistics }) =>
      isInteger && /\bhour$/i.test(label) && Number(statistics.min) >= 0 && Number(statistics.max) <= 24,
  )
  if (hour !== undefined) return more.length > 0 ? null : fieldOf(dataset, hour)
  const clock = clockBeside(field, dataset)
  return clock === null ? null : { kind: 'part', part, of: fieldOf(dataset, clock) }
}
