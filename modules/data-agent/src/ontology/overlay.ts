import { isMetric, type Dataset, type Field, type Relationship } from '@quipu/query'
import type { OntologyModel } from './introspect.ts'
import type { DatasetEntry, FieldEntry, JoinEntry, Overlay } from './overlay-schema.ts'

/** The model as people have completed it. Entries whose target is gone change nothing; see `vanishedTargets`. */
export function applyOverlay<Model extends OntologyModel>(model: Model, overlay: Overlay): Model {
  const datasets = model.datasets.map((dataset) => withEntries(dataset, overlay))
  const unseen = datasets.flatMap(({ name, fields, isHidden }) =>
    fields
      .filter((field) => isHidden || field.isHidden || isExcluded(overlay, name, field.name))
      .map((field) => ({ dataset: name, field: field.name })),
  )
  return {
    ...model,
    datasets,
    relationships: withJoins(model, overlay.joins),
    metrics: replacing(
      model.metrics,
      overlay.metrics.filter(({ expression }) => isMetric(expression, model)),
      ({ name }) => name,
    ),
    glossary: replacing(model.glossary, overlay.glossary, ({ term }) => term.toLowerCase()),
    verified: replacing(model.verified, overlay.verified, ({ question }) => question.toLowerCase()),
    calendar: {
      fiscalYearStart:
        overlay.calendar.fiscalYearStart === undefined
          ? model.calendar.fiscalYearStart
          : overlay.calendar.fiscalYearStart,
      weekStart: overlay.calendar.weekStart ?? model.calendar.weekStart,
    },
    values: model.values.without(unseen),
  }
}

/** What people have said about things that the database no longer has, in words. It is kept in case they come back. */
export function vanishedTargets(model: OntologyModel, overlay: Overlay): string[] {
  const fields = new Map(
    model.datasets.map((dataset) => [dataset.name, new Set(dataset.fields.map(({ name }) => name))]),
  )
  const lost = (dataset: string, field: string) => !(fields.get(dataset)?.has(field) ?? false)
  return [
    ...overlay.datasets.flatMap(({ dataset }) => (fields.has(dataset) ? [] : [`dataset ${dataset}`])),
    ...overlay.fields.flatMap(({ dataset, field }) =>
      lost(dataset, field) ? [`field ${dataset}.${field}`] : [],
    ),
    ...overlay.joins.flatMap((join) => (joinsFields(model, join) ? [] : [`join ${describe(join)}`])),
    ...overlay.metrics.flatMap(({ name, expression }) => {
      const missing = referencesIn(expression).find(([dataset, field]) => lost(dataset, field))
      return missing === undefined ? [] : [`metric ${name}, which uses ${missing.join('.')}`]
    }),
  ]
}

export function isSameJoin(one: JoinEntry | Relationship, other: JoinEntry | Relationship): boolean {
  const pairs = (join: JoinEntry | Relationship) =>
    join.fromFields
      .map((field, place) => `${field}\n${join.toFields[place] ?? ''}`)
      .sort()
      .join('\n\n')
  return one.from === other.from && one.to === other.to && pairs(one) === pairs(other)
}

function withEntries(dataset: Dataset, overlay: Overlay): Dataset {
  const entry: Partial<DatasetEntry> =
    overlay.datasets.find(({ dataset: name }) => name === dataset.name) ?? {}
  const entries = new Map(
    overlay.fields.filter(({ dataset: name }) => name === dataset.name).map((field) => [field.field, field]),
  )
  return {
    ...dataset,
    label: entry.label ?? dataset.label,
    description: entry.description === undefined ? dataset.description : entry.description,
    synonyms: union(entry.synonyms, dataset.synonyms),
    isHidden: entry.isHidden ?? dataset.isHidden,
    fields: dataset.fields.map((field) => withEntry(field, entries.get(field.name))),
  }
}

function withEntry(field: Field, entry: FieldEntry | undefined): Field {
  if (entry === undefined) return field
  return {
    ...field,
    label: entry.label ?? field.label,
    description: entry.description === undefined ? field.description : entry.description,
    synonyms: union(entry.synonyms, field.synonyms),
    unit: entry.unit === undefined ? field.unit : entry.unit,
    role: entry.role ?? field.role,
    isHidden: entry.isHidden ?? field.isHidden,
    isIndexed: field.isIndexed && entry.isIndexed !== false,
    sample: entry.isHidden === true || entry.isIndexed === false ? [] : field.sample,
  }
}

function isExcluded(overlay: Overlay, dataset: string, field: string): boolean {
  return overlay.fields.some(
    (entry) => entry.dataset === dataset && entry.field === field && entry.isIndexed === false,
  )
}

function withJoins(model: OntologyModel, joins: readonly JoinEntry[]): Relationship[] {
  const kept = model.relationships.filter((found) => !joins.some((join) => isSameJoin(join, found)))
  const names = new Set(kept.map(({ name }) => name))
  const said = joins
    .filter((join) => join.isRemoved !== true && joinsFields(model, join))
    .map((join): Relationship => {
      const found = model.relationships.find((one) => isSameJoin(join, one))
      const wish = join.name ?? found?.name ?? `${join.from}_${join.fromFields.join('_')}_to_${join.to}`
      return {
        name: unusedName(wish, names),
        from: join.from,
        to: join.to,
        fromFields: join.fromFields,
        toFields: join.toFields,
        cardinality: join.cardinality ?? found?.cardinality ?? cardinalityOf(model, join),
        origin: 'person',
        confidence: 1,
        synonyms: union(join.synonyms, found?.synonyms ?? []),
      }
    })
  return [...kept, ...said]
}

function unusedName(wish: string, names: Set<string>): string {
  let name = wish
  for (let count = 2; names.has(name); count += 1) name = `${wish}_${count}`
  names.add(name)
  return name
}

/** To a key there is one row; to anything else there may be many. */
function cardinalityOf(model: OntologyModel, join: JoinEntry): Relationship['cardinality'] {
  const isKey = (name: string, fields: readonly string[]) => {
    const dataset = model.datasets.find((one) => one.name === name)
    const key = dataset?.primaryKey ?? []
    const [only] = fields
    const isUnique =
      fields.length === 1 && dataset?.fields.some((field) => field.name === only && field.isUnique)
    return isUnique === true || (key.length > 0 && key.every((field) => fields.includes(field)))
  }
  if (!isKey(join.to, join.toFields)) return 'many-to-many'
  return isKey(join.from, join.fromFields) ? 'one-to-one' : 'many-to-one'
}

function joinsFields(model: OntologyModel, { from, to, fromFields, toFields }: JoinEntry): boolean {
  const has = (name: string, fields: readonly string[]) => {
    const dataset = model.datasets.find((one) => one.name === name)
    return fields.every((field) => dataset?.fields.some((one) => one.name === field) ?? false)
  }
  return fromFields.length === toFields.length && has(from, fromFields) && has(to, toFields)
}

function describe({ from, to, fromFields, toFields }: JoinEntry): string {
  return `${from}.${fromFields.join(', ')} = ${to}.${toFields.join(', ')}`
}

/** `dataset.field` in a metric's expression, outside of quoted texts. */
function referencesIn(expression: string): [string, string][] {
  const bare = expression.replace(/'(?:[^']|'')*'/g, '')
  return Array.from(bare.matchAll(/([A-Za-z_]\w*)\.([A-Za-z_]\w*)/g), ([, dataset = '', field = '']) => [
    dataset,
    field,
  ])
}

function union(first: readonly string[] | undefined, second: readonly string[]): readonly string[] {
  return first === undefined ? second : [...new Set([...first, ...second])]
}

function replacing<Entry>(
  found: readonly Entry[],
  said: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Entry[] {
  return [...new Map([...found, ...said].map((entry) => [keyOf(entry), entry])).values()]
}
