import type { Dataset, Field, FieldRole, Ontology } from '@quipu/query'
import { planJoins, visibleText } from '@quipu/query'
import { readQuery, type QueryContext } from '@quipu/reading'

const most = 3

/** Example queries about this data that are unambiguous; empty if there are none. */
export function exampleQueries(
  ranked: readonly Dataset[],
  ontology: Ontology,
  context: QueryContext,
  withValues = true,
): readonly object[] {
  const kinds = [
    figuresOfGroups,
    figuresOverTime,
    rowsWithoutPartners,
    ...(withValues ? [rowsWithValue] : []),
    countOfRows,
  ]
  const found = kinds.flatMap(
    (make) =>
      first(ranked.slice(0, mostLookedAt), (dataset) => usable(make(dataset, ontology), ontology, context)) ??
      [],
  )
  return found.slice(0, most)
}

const mostLookedAt = 20

function first<Thing, Found>(
  all: readonly Thing[],
  find: (one: Thing) => Found | undefined,
): Found | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

function usable(query: object | undefined, ontology: Ontology, context: QueryContext): object | undefined {
  if (query === undefined) return undefined
  // A value that cannot be shown unchanged cannot be copied.
  const text = JSON.stringify(query)
  if (visibleText(text) !== text || text.length > mostCharacters) return undefined
  try {
    return 'status' in planJoins(readQuery(query, ontology, context), ontology) ? undefined : query
  } catch {
    return undefined
  }
}

const mostCharacters = 300

function figuresOfGroups(dataset: Dataset, ontology: Ontology): object | undefined {
  const label = partnerLabel(dataset, ontology)
  const metric = ontology.metrics.find(({ expression }) => expression.includes(`${dataset.name}.`))
  const measure = dataset.fields.find(
    (one) => one.role === 'measure' && one.type === 'number' && !one.isHidden,
  )
  if (label === undefined || (metric === undefined && measure === undefined)) return undefined
  const total = measure && { sum: nameOf(dataset, measure), as: 'total' }
  return {
    from: dataset.name,
    select: [label, metric?.name ?? total],
    order: [{ desc: metric?.name ?? 'total' }],
    limit: 5,
  }
}

function figuresOverTime(dataset: Dataset): object | undefined {
  const time = fieldOf(dataset, 'time')
  if (time === undefined || time.timeFormat === 'year' || time.timeFormat === 'other-text') return undefined
  const name = nameOf(dataset, time)
  const year = /^\d{4}(?=-)/.exec(String(time.statistics.max))?.[0]
  return {
    from: dataset.name,
    select: [{ month: name }, { count: dataset.name, as: 'n' }],
    ...(year === undefined ? {} : { where: [[name, 'during', year]] }),
  }
}

function rowsWithoutPartners(dataset: Dataset, ontology: Ontology): object | undefined {
  const leads = ontology.relationships.find(({ from, to }) => to === dataset.name && from !== to)
  const label = fieldOf(dataset, 'name')
  const other = ontology.datasets.find(({ name, isHidden }) => name === leads?.from && !isHidden)
  if (label === undefined || other === undefined) return undefined
  return {
    from: dataset.name,
    select: [nameOf(dataset, label)],
    where: [{ not_exists: { from: other.name } }],
  }
}

function rowsWithValue(dataset: Dataset): object | undefined {
  const field = categoryOf(dataset)
  const value = field?.type === 'text' ? field.sample.find((one) => one.length < mostSample) : undefined
  if (field === undefined || value === undefined) return undefined
  return {
    from: dataset.name,
    select: [{ count: dataset.name }],
    where: [[nameOf(dataset, field), '=', value]],
  }
}

/** Longer values may have been cut. */
const mostSample = 25

function countOfRows(dataset: Dataset): object {
  return { from: dataset.name, select: [{ count: dataset.name }] }
}

/** A name of a dataset that this one refers to, if it is of one row only, or a category. */
function partnerLabel(dataset: Dataset, ontology: Ontology): string | undefined {
  const targets = ontology.relationships.filter(({ from, to }) => from === dataset.name && to !== from)
  return first(targets, ({ to }) => {
    const partner = ontology.datasets.find(({ name, isHidden }) => name === to && !isHidden)
    const named = partner && fieldOf(partner, 'name')
    const isOfOne = named !== undefined && named.statistics.distinct >= (partner?.rows ?? 0)
    const label = isOfOne ? named : partner && categoryOf(partner)
    return partner && label && nameOf(partner, label)
  })
}

/** The dimension with the fewest values, but more than one: few rows of equal value make no example. */
function categoryOf({ fields, rows }: Dataset): Field | undefined {
  return fields
    .filter(
      ({ role, isHidden, statistics: { distinct } }) =>
        role === 'dimension' && !isHidden && distinct > 1 && distinct <= Math.max(2, rows / 2),
    )
    .toSorted((one, other) => one.statistics.distinct - other.statistics.distinct)[0]
}

function fieldOf({ fields }: Dataset, role: FieldRole): Field | undefined {
  return fields.find((field) => field.role === role && !field.isHidden)
}

function nameOf(dataset: Dataset, field: Field): string {
  return `${dataset.name}.${field.name}`
}
