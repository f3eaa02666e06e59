import type { Cell, Dataset, Field, Ontology } from '@quipu/query'
import { days, visibleText } from '@quipu/query'
import { possibleSales } from '@quipu/reading'

/** Properties of this data that lead to wrong figures, the worst first: each is one sentence with its figures. */
export function pitfallsOf(ranked: readonly Dataset[], ontology: Ontology): readonly string[] {
  const shown = new Map(ranked.map((dataset) => [dataset.name, dataset]))
  return [
    ...undecidedSales(ontology, shown),
    ...withRemedy(
      ranked.flatMap((dataset) => emptyKeys(dataset, ontology, shown)),
      ', unless "outer" is true.',
    ),
    ...severalWays(ontology, shown),
    ...withRemedy(
      fanOuts(ranked, ontology, shown),
      ': a value counts once for each row of its own dataset unless "each" says otherwise.',
    ),
    ...withRemedy(ranked.flatMap(sharedNames), ', so put the key beside it.'),
    ...ranked.flatMap(unfinishedPeriods),
    ...ranked.flatMap(emptyMeasures),
  ]
}

/** Where several datasets could hold the sales, and no person has decided. */
function undecidedSales(ontology: Ontology, shown: Shown): readonly string[] {
  const isDefined = ontology.metrics.some(({ name, origin }) => name === 'revenue' && origin === undefined)
  const [taken, ...others] = isDefined ? [] : possibleSales(ontology)
  const possible = others.filter(({ dataset }) => shown.has(dataset.name))
  if (taken?.isTaken !== true || taken.dataset.isSales === true || possible.length === 0) return []
  const names = possible.slice(0, 3).map(({ dataset }) => visibleText(dataset.name))
  return [
    `Nobody has decided which rows are the sales: revenue is derived from ${visibleText(taken.dataset.name)}, and it could be ${names.join(' or ')}.`,
  ]
}

type Shown = ReadonlyMap<string, Dataset>

const emptyShare = 0.05

/** What follows from them is said once: it is the same for all. */
function withRemedy([first, ...others]: readonly string[], remedy: string): readonly string[] {
  return first === undefined ? [] : [`${first.slice(0, -1)}${remedy}`, ...others]
}

function emptyKeys(dataset: Dataset, { relationships }: Ontology, shown: Shown): readonly string[] {
  return dataset.fields.flatMap((field) => {
    const leads = relationships.find(
      ({ from, to, fromFields }) => from === dataset.name && shown.has(to) && fromFields.includes(field.name),
    )
    const { nulls } = field.statistics
    if (leads === undefined || nulls === 0 || field.isHidden) return []
    return [
      `${nameOf(dataset, field)} is empty in ${nulls} of ${dataset.rows} rows: a join to ${visibleText(leads.to)} leaves them out.`,
    ]
  })
}

/** Two datasets between which the query must name the relationship. */
function severalWays({ relationships }: Ontology, shown: Shown): readonly string[] {
  const pairs = Map.groupBy(
    relationships.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    ({ from, to }) => JSON.stringify([from, to]),
  )
  return [...pairs.values()].flatMap((ways) => {
    const [first] = ways
    if (first === undefined || ways.length < 2) return []
    const names = ways.map(({ name }) => JSON.stringify(visibleText(name))).join(' or ')
    return [
      `${visibleText(first.from)} refers to ${visibleText(first.to)} in several ways: name one with "join" and "via" ${names}.`,
    ]
  })
}

/** Datasets that several others refer to: rows of those multiply each other when they are joined by hand. */
function fanOuts(ranked: readonly Dataset[], { relationships }: Ontology, shown: Shown): readonly string[] {
  return ranked.flatMap(({ name }) => {
    const referring = new Set(
      relationships.flatMap(({ from, to, cardinality }) =>
        to === name && from !== name && shown.has(from) && cardinality === 'many-to-one' ? [from] : [],
      ),
    )
    if (referring.size < 2) return []
    const listed = [...referring].slice(0, 3).map(visibleText).join(', ')
    return [`One row of ${visibleText(name)} meets many of ${listed}.`]
  })
}

/** Figures of rows that have the same name would be added up in one group. */
function sharedNames(dataset: Dataset): readonly string[] {
  const { fields, rows, primaryKey } = dataset
  if (primaryKey.length === 0) return []
  return fields.flatMap((field) => {
    const { distinct, nulls } = field.statistics
    if (field.role !== 'name' || field.isHidden || distinct === 0 || distinct >= rows - nulls) return []
    return [`${nameOf(dataset, field)} has ${distinct} values in ${rows} rows.`]
  })
}

function unfinishedPeriods(dataset: Dataset): readonly string[] {
  return dataset.fields.flatMap((field) => {
    if (field.role !== 'time' || field.isHidden) return []
    const { min, max, distinct } = field.statistics
    const [first, last] = [dayOf(min, field), dayOf(max, field)]
    if (first === null || last === null) return []
    const usualGap = daysBetween(first, last) / Math.max(1, distinct)
    const missing = daysBetween(last, days.add(`${last.slice(0, 7)}-01`, 1, 'month')) - 1
    if (missing <= usualGap * gaps) return []
    return [`${nameOf(dataset, field)} ends on ${last}: its last month is not complete.`]
  })
}

/** A month is complete if so many usual gaps are missing at its end. */
const gaps = 3

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000
}

function emptyMeasures(dataset: Dataset): readonly string[] {
  return dataset.fields.flatMap((field) => {
    const { nulls } = field.statistics
    if (field.role !== 'measure' || field.isHidden || nulls < dataset.rows * emptyShare || nulls === 0)
      return []
    return [`${nameOf(dataset, field)} has no value in ${nulls} of ${dataset.rows} rows.`]
  })
}

/** Null if the field contains no days, such as a year. */
function dayOf(value: Cell, { timeFormat }: Field): string | null {
  if (typeof value === 'number') {
    const factor = timeFormat === 'epoch-seconds' ? 1000 : timeFormat === 'epoch-milliseconds' ? 1 : null
    const moment = factor === null ? null : new Date(value * factor)
    return moment === null || Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, 10)
  }
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null
}

function nameOf(dataset: Dataset, field: Field): string {
  return `${visibleText(dataset.name)}.${visibleText(field.name)}`
}
