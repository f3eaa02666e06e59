import type { Cell, Dataset, Field, Ontology, Relationship } from '@quipu/query'
import { cutText, visibleText } from '@quipu/query'

/** `name`: the name alone. `fields`: with field names and references. `values`: with types, units, meanings and values. */
export type Detail = 'name' | 'fields' | 'values'

export interface LineOptions {
  readonly detail: Detail
  /** Whether to include values of the data. */
  readonly withValues: boolean
}

const mostFields = { name: 0, fields: 12, values: 24 } as const
const mostSamples = 3

/** One dataset of a brief. Every text in it is data: invisible characters are removed. */
export function datasetLine(dataset: Dataset, ontology: Ontology, options: LineOptions): string {
  const { detail } = options
  const name = visibleText(dataset.name)
  if (detail === 'name') return name
  const shown = dataset.fields.filter(({ isHidden }) => !isHidden)
  const kept = new Set(shown.toSorted((a, b) => weightOf(a) - weightOf(b)).slice(0, mostFields[detail]))
  const fields = [
    ...shown.filter((field) => kept.has(field)).map((field) => fieldText(field, dataset, ontology, options)),
    ...longReferences(dataset, ontology),
  ]
  const left = shown.length - kept.size
  const about = detail === 'values' ? meaningOf(dataset) : ''
  return `${name} [${dataset.rows}]${about}: ${fields.join(', ')}${left > 0 ? `, +${left} more` : ''}`
}

/** Keys come after other fields. */
function weightOf({ role }: Field): number {
  return ['time', 'measure', 'name', 'dimension', 'flag', 'identifier'].indexOf(role)
}

function fieldText(
  field: Field,
  dataset: Dataset,
  ontology: Ontology,
  { detail, withValues }: LineOptions,
): string {
  const name = visibleText(field.name)
  const target = referenceOf(field, dataset, ontology)
  if (target !== undefined) return `${name} → ${visibleText(target.to)}`
  if (detail === 'fields') return name
  const unit = field.unit === null ? '' : ` in ${visibleText(field.unit)}`
  return `${name} ${kindOf(field)}${unit}${meaningOf(field)}${withValues ? valuesOf(field, dataset) : ''}`
}

function referenceOf(field: Field, dataset: Dataset, ontology: Ontology): Relationship | undefined {
  return ontology.relationships.find(
    ({ from, fromFields }) =>
      from === dataset.name && fromFields.length === 1 && fromFields[0] === field.name,
  )
}

/** References of several fields at once. */
function longReferences({ name }: Dataset, { relationships }: Ontology): readonly string[] {
  return relationships
    .filter(({ from, fromFields }) => from === name && fromFields.length > 1)
    .map(({ fromFields, to }) => `${fromFields.map(visibleText).join(' + ')} → ${visibleText(to)}`)
}

function kindOf({ isPrimaryKey, role, type, timeFormat }: Field): string {
  if (isPrimaryKey) return 'key'
  if (role === 'flag') return 'flag'
  if (role === 'time') return timeFormat === 'year' ? 'year' : 'time'
  return type
}

/** Synonyms that people added. */
function meaningOf({ description, label, name }: Field | Dataset): string {
  if (description !== null && description.trim() !== '') return ` (${short(description, 60)})`
  const isSaid = plain(label) === plain(name)
  return isSaid ? '' : ` (${short(label, 40)})`
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, '')
}

/** None if nearly every row has a different value: examples would not help. */
function valuesOf(
  { role, type, sample, statistics: { min, max, distinct } }: Field,
  { rows }: Dataset,
): string {
  const isOwn = role === 'dimension' && type === 'text' && distinct > 50 && distinct > rows * 0.9
  if (isOwn || role === 'identifier') return ''
  if ((role === 'time' || type === 'number') && min !== null && max !== null)
    return ` ${bound(min)}..${bound(max)}`
  const isAll = sample.length >= distinct
  const values = sample.slice(0, isAll ? sample.length : mostSamples).map(quoted)
  return values.length === 0 ? '' : ` ${values.join(' ')}${isAll ? '' : ' …'}`
}

/** A sample that is as long as samples may be was probably cut. */
function quoted(value: string): string {
  return JSON.stringify(value.length < longestSample ? visibleText(value) : `${visibleText(value)}…`)
}

const longestSample = 25

function bound(value: Cell): string {
  if (typeof value === 'number') return String(Math.round(value * 100) / 100)
  return short(String(value), 19)
}

function short(text: string, most: number): string {
  return cutText(visibleText(text).trim(), most)
}
