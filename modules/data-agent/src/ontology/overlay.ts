import { isMetric, type Dataset, type Field, type Relationship } from '@quipu/query'
import type { OntologyModel } from './introspect.ts'
import { joinKey } from './join-key.ts'
import type { DatasetEntry, FieldEntry, JoinEntry, Overlay } from './overlay-schema.ts'

/** The model with the overlay. Entries without a target have no effect; see `vanishedTargets`. */
export function applyOverlay<Model extends OntologyModel>(model: Model, overlay: Overlay): Model {
  const entries = new Map(overlay.datasets.map((entry) => [entry.dataset, entry]))
  const fieldEntries = Map.groupBy(overlay.fields, ({ dataset }) => dataset)
  const completed = model.datasets.map((dataset) => {
    const fields = new Map(fieldEntries.get(dataset.name)?.map((entry) => [entry.field, entry]))
    return { dataset: withEntries(dataset, entries.get(dataset.name), fields), fields }
  })
  const datasets = completed.map(({ dataset }) => dataset)
  const unseen = completed.flatMap(({ dataset: { name, fields, isHidden }, fields: said }) =>
    fields
      .filter((field) => isHidden || field.isHidden || said.get(field.name)?.isIndexed === false)
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

/** Entries of the overlay for items that the database no longer has, in words. They are kept in case the items return. */
export function vanishedTargets(model: OntologyModel, overlay: Overlay): string[] {
  const datasets = byName(model)
  const lost = (dataset: string, field: string) => !(datasets.get(dataset)?.fields.has(field) ?? false)
  return [
    ...overlay.datasets.flatMap(({ dataset }) => (datasets.has(dataset) ? [] : [`dataset ${dataset}`])),
    ...overlay.fields.flatMap(({ dataset, field }) =>
      lost(dataset, field) ? [`field ${dataset}.${field}`] : [],
    ),
    ...overlay.joins.flatMap((join) => (joinsFields(datasets, join) ? [] : [`join ${describe(join)}`])),
    ...overlay.metrics.flatMap(({ name, expression }) => {
      const missing = referencesIn(expression).find(([dataset, field]) => lost(dataset, field))
      return missing === undefined ? [] : [`metric ${name}, which uses ${missing.join('.')}`]
    }),
  ]
}

function withEntries(
  dataset: Dataset,
  entry: Partial<DatasetEntry> = {},
  fields: ReadonlyMap<string, FieldEntry>,
): Dataset {
  return {
    ...dataset,
    label: entry.label ?? dataset.label,
    description: entry.description === undefined ? dataset.description : entry.description,
    synonyms: union(entry.synonyms, dataset.synonyms),
    isHidden: entry.isHidden ?? dataset.isHidden,
    ...(entry.isSales === undefined ? {} : { isSales: entry.isSales }),
    fields: dataset.fields.map((field) => withEntry(field, fields.get(field.name))),
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

function withJoins(model: OntologyModel, joins: readonly JoinEntry[]): Relationship[] {
  const keys = new Set(joins.map(joinKey))
  const kept = model.relationships.filter((found) => !keys.has(joinKey(found)))
  const foundByKey = new Map(model.relationships.map((found) => [joinKey(found), found]))
  const names = new Set(kept.map(({ name }) => name))
  const datasets = byName(model)
  const said = joins
    .filter((join) => join.isRemoved !== true && joinsFields(datasets, join))
    .map((join): Relationship => {
      const found = foundByKey.get(joinKey(join))
      const wanted = join.name ?? found?.name ?? `${join.from}_${join.fromFields.join('_')}_to_${join.to}`
      return {
        name: unusedName(wanted, names),
        from: join.from,
        to: join.to,
        fromFields: join.fromFields,
        toFields: join.toFields,
        cardinality: join.cardinality ?? found?.cardinality ?? cardinalityOf(datasets, join),
        origin: 'person',
        confidence: 1,
        synonyms: union(join.synonyms, found?.synonyms ?? []),
      }
    })
  return [...kept, ...said]
}

type Datasets = ReadonlyMap<
  string,
  { readonly dataset: Dataset; readonly fields: ReadonlyMap<string, Field> }
>

function byName({ datasets }: OntologyModel): Datasets {
  return new Map(
    datasets.map((dataset) => [
      dataset.name,
      { dataset, fields: new Map(dataset.fields.map((field) => [field.name, field])) },
    ]),
  )
}

function unusedName(wanted: string, names: Set<string>): string {
  let name = wanted
  for (let count = 2; names.has(name); count += 1) name = `${wanted}_${count}`
  names.add(name)
  return name
}

/** A key has one row; any other field may have many. */
function cardinalityOf(datasets: Datasets, join: JoinEntry): Relationship['cardinality'] {
  const isKey = (name: string, fields: readonly string[]) => {
    const known = datasets.get(name)
    const key = known?.dataset.primaryKey ?? []
    const [only = ''] = fields
    const isUnique = fields.length === 1 && known?.fields.get(only)?.isUnique === true
    return isUnique || (key.length > 0 && key.every((field) => fields.includes(field)))
  }
  if (!isKey(join.to, join.toFields)) return 'many-to-many'
  return isKey(join.from, join.fromFields) ? 'one-to-one' : 'many-to-one'
}

function joinsFields(datasets: Datasets, { from, to, fromFields, toFields }: JoinEntry): boolean {
  const has = (name: string, fields: readonly string[]) =>
    fields.every((field) => datasets.get(name)?.fields.has(field) ?? false)
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
