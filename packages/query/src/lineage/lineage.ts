import type { Lineage } from '../model/built-query.ts'
import type { Dataset, Field, Ontology } from '../model/ontology.ts'
import type { Cell } from '../model/statement.ts'
import { inZone } from '../calendar/zone.ts'

/** What was found in a statement, in our own syntax tree or by another parser. */
export interface FoundLineage {
  readonly datasets: readonly string[]
  /** Both columns as `dataset.field`, and the two table occurrences that they link. */
  readonly links: readonly { readonly left: string; readonly right: string; readonly between: string }[]
  readonly filters: Lineage['filters']
  readonly grain: string
}

/** Converts it to the published form. */
export function toLineage(found: FoundLineage, ontology: Ontology, timeZone: string): Lineage {
  const datasets = [...new Set(found.datasets)].map((name) => ({
    name,
    source: ontology.datasets.find((one) => one.name === name)?.source ?? name,
  }))
  const filters = uniqueBy(found.filters, (one) => JSON.stringify(one))
  const timeWindow = timeWindowOf(filters, ontology, timeZone)
  const base = { datasets, joins: joinsOf(found), filters, grain: found.grain }
  return timeWindow === null ? base : { ...base, timeWindow }
}

/** Whether tables, joins, filters and time are the same, in any order. The grain is text and is not compared. */
export function sameLineage(a: Lineage, b: Lineage): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
}

function canonical(lineage: Lineage): unknown {
  const joins = lineage.joins.map(({ left, right, on }) => {
    const pairs = on.map((one) => one.split(' = ').toSorted().join(' = ')).toSorted()
    return JSON.stringify([[left, right].toSorted(), pairs])
  })
  return [
    lineage.datasets.map((one) => `${one.name} ${one.source}`).toSorted(),
    joins.toSorted(),
    lineage.filters.map((one) => JSON.stringify([one.field, one.operator, one.value])).toSorted(),
    lineage.timeWindow ?? null,
  ]
}

function joinsOf(found: FoundLineage): Lineage['joins'] {
  const joins = new Map<string, { left: string; right: string; on: string[] }>()
  for (const { left, right, between } of found.links) {
    const join = joins.get(between) ?? { left: datasetOf(left), right: datasetOf(right), on: [] }
    const text = `${left} = ${right}`
    if (!join.on.includes(text)) join.on.push(text)
    joins.set(between, join)
  }
  return uniqueBy([...joins.values()], (one) => JSON.stringify(one))
}

function datasetOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'))
}

/** Computes the window from the bounds on one time column. Both days are included. */
function timeWindowOf(
  filters: Lineage['filters'],
  ontology: Ontology,
  timeZone: string,
): NonNullable<Lineage['timeWindow']> | null {
  const bounds = new Map<string, { start?: string; end?: string }>()
  for (const { field, operator, value } of filters) {
    const known = fieldAt(field, ontology)
    if (known === null || !isTime(known) || (typeof value !== 'string' && typeof value !== 'number')) continue
    const bound = bounds.get(field) ?? {}
    bounds.set(field, bound)
    const isYear = known.timeFormat === 'year'
    if (operator === '=' && isYear) Object.assign(bound, { start: `${value}-01-01`, end: `${value}-12-31` })
    if (operator === '>=') bound.start = isYear ? `${value}-01-01` : dayOf(value, known, timeZone).day
    if (operator === '<=' && isYear) bound.end = `${value}-12-31`
    if (operator === '<') bound.end = lastDay(value, known, timeZone)
  }
  for (const { start, end } of bounds.values())
    if (start !== undefined && end !== undefined) return { start, end }
  return null
}

export function fieldAt(path: string, ontology: Ontology): Field | null {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const dataset: Dataset | undefined = ontology.datasets.find((one) => one.name === datasetOf(path))
  return dataset?.fields.find((one) => one.name === name) ?? null
}

function isTime(field: Field): boolean {
  return field.type === 'date' || field.type === 'timestamp' || field.timeFormat !== null
}

function dayOf(
  value: Cell,
  field: Field,
  timeZone: string,
): { readonly day: string; readonly isMidnight: boolean } {
  if (typeof value === 'number') {
    return split(inZone(new Date(field.timeFormat === 'epoch-seconds' ? value * 1000 : value), timeZone))
  }
  const text = String(value)
  return split(/z$/i.test(text) && text.length > 10 ? inZone(new Date(text), timeZone) : text)
}

function split(local: string): { readonly day: string; readonly isMidnight: boolean } {
  return { day: local.slice(0, 10), isMidnight: !/[1-9]/.test(local.slice(10)) }
}

function lastDay(end: Cell, field: Field, timeZone: string): string {
  const { day, isMidnight } = dayOf(end, field, timeZone)
  if (!isMidnight) return day
  const before = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(before.getTime())) return day
  before.setUTCDate(before.getUTCDate() - 1)
  return before.toISOString().slice(0, 10)
}

function uniqueBy<T>(list: readonly T[], key: (one: T) => string): readonly T[] {
  return [...new Map(list.map((one) => [key(one), one])).values()]
}
