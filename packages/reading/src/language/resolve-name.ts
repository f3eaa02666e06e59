import type { Dataset, Expression, FieldRef } from '@quipu/query'
import type { Level } from './level.ts'
import { textAt } from './level.ts'
import { fold, nameIndexOf } from './name-index.ts'
import { nearestNames } from './nearest-names.ts'
import { QueryError } from './query-error.ts'

const mostListed = 60

/** A dataset of the level, by the name of its appearance. */
export interface Owner {
  readonly dataset: Dataset
  /** Null for the first appearance. */
  readonly as: string | null
}

/** The field or metric that a name means: `city`, `customers.city`, `revenue`. Never a guess. */
export function resolveName(value: unknown, level: Level, path: string): Expression {
  const text = textAt(value, path, 'A name').trim()
  const output = level.outputs.get(text)
  if (level.sharedNames?.has(text) === true)
    throw new QueryError(path, `Several columns have the heading ${quoted(text)}. Give each its own "as".`)
  if (output !== undefined) return output
  for (const { owner, field } of splitsOf(text)) {
    const found = ownersOf(owner, level)
    if (found.length > 0) return fieldOf(field, oneOf(found, owner, path, ({ dataset }) => dataset.name), path, level) // prettier-ignore
  }
  return unqualified(text, level, path)
}

/** A field of the named dataset. */
export function resolveField(name: unknown, of: unknown, level: Level, path: string): FieldRef {
  if (of === undefined) {
    const found = resolveName(name, { ...level, outputs: new Map() }, path)
    if (found.kind === 'field') return found
    throw new QueryError(path, `${String(name)} is a metric, not a field. Write {"metric": …}.`)
  }
  return fieldOf(textAt(name, path, 'A field'), resolveOwner(of, level, path), path, level)
}

export function resolveMetric(value: unknown, level: Level, path: string): Expression {
  const text = textAt(value, path, 'A metric')
  const { metrics } = nameIndexOf(level.reading.ontology)
  const found = metrics.find(text)
  if (found.length > 0) return { kind: 'metric', name: oneOf(found, text, path, (one) => one.name).name }
  const available = metrics.all.map((one) => one.name)
  throw new QueryError(path, `There is no metric ${quoted(text)}.`, about(text, available, available))
}

/** A dataset that a level may name, or one of its appearances. */
export function resolveOwner(value: unknown, level: Level, path: string): Owner {
  const text = textAt(value, path, 'A dataset').trim()
  const found = ownersOf(text, level)
  if (found.length > 0) return oneOf(found, text, path, ({ dataset }) => dataset.name)
  return { dataset: resolveDataset(text, level.reading.ontology, path), as: null }
}

export function resolveDataset(
  value: unknown,
  ontology: Level['reading']['ontology'],
  path: string,
): Dataset {
  const text = textAt(value, path, 'A dataset').trim()
  const { datasets } = nameIndexOf(ontology)
  const found = datasets.find(text)
  if (found.length > 0) return oneOf(found, text, path, ({ name }) => name)
  const available = datasets.all.map(({ name }) => name)
  throw new QueryError(path, `There is no dataset ${quoted(text)}.`, about(text, available, available))
}

function ownersOf(name: string, { appearances, reading }: Level): readonly Owner[] {
  const exact = appearances.get(name)
  if (exact !== undefined) return [{ dataset: exact, as: name }]
  const near = [...appearances].filter(([as]) => fold(as) === fold(name))
  if (near.length > 0) return near.map(([as, dataset]) => ({ dataset, as }))
  return nameIndexOf(reading.ontology)
    .datasets.find(name)
    .map((dataset) => ({ dataset, as: null }))
}

/** Names of datasets and fields may themselves hold dots, so every dot is tried, the last one first. */
function* splitsOf(text: string): Generator<{ owner: string; field: string }> {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1))
    yield { owner: text.slice(0, dot).trim(), field: text.slice(dot + 1).trim() }
}

function fieldOf(name: string, { dataset, as }: Owner, path: string, { reading }: Level): FieldRef {
  const fields = nameIndexOf(reading.ontology).fields.get(dataset.name)
  const found = fields?.find(name) ?? []
  if (found.length === 0) {
    const available = fields?.all.map((one) => one.name) ?? []
    throw new QueryError(path, `The dataset ${quoted(dataset.name)} has no field ${quoted(name)}.`, about(name, available, available)) // prettier-ignore
  }
  const { name: field } = oneOf(found, name, path, (one) => `${dataset.name}.${one.name}`)
  return { kind: 'field', dataset: dataset.name, field, ...(as === null ? {} : { as }) }
}

/** A metric or a field of the level's own dataset; else the only field of that name. */
function unqualified(text: string, level: Level, path: string): Expression {
  const { ontology } = level.reading
  const index = nameIndexOf(ontology)
  const metrics = (isOurs: boolean) =>
    index.metrics
      .find(text)
      .filter(({ origin }) => (origin === 'derived') === isOurs)
      .map((one): Expression => ({ kind: 'metric', name: one.name }))
  const refs = (dataset: Dataset): readonly FieldRef[] =>
    (index.fields.get(dataset.name)?.find(text) ?? []).map((one) => ({
      kind: 'field',
      dataset: dataset.name,
      field: one.name,
    }))
  const choices = [
    [...refs(level.subject), ...metrics(false)],
    // What we propose yields to what the dataset and people name.
    metrics(true),
    index.datasets.all.flatMap(refs),
  ]
  const found = choices.find((each) => each.length > 0) ?? []
  if (found.length > 0) return oneOf(found, text, path, (one) => (one.kind === 'field' ? `${one.dataset}.${one.field}` : `{"metric": ${quoted(text)}}`)) // prettier-ignore
  const known = [
    ...index.datasets.all.flatMap(({ name }) =>
      (index.fields.get(name)?.all ?? []).map((one) => `${name}.${one.name}`),
    ),
    ...index.metrics.all.map((one) => one.name),
  ]
  const available = (index.fields.get(level.subject.name)?.all ?? []).map((one) => one.name)
  const isDataset = index.datasets.find(text).length > 0
  const reason = isDataset
    ? `${quoted(text)} is a dataset. Name one of its fields, or count its rows: {"count": ${quoted(text)}}.`
    : `There is no field or metric ${quoted(text)}. The dataset ${quoted(level.subject.name)} has the fields that are listed.`
  throw new QueryError(path, reason, about(text, known, available))
}

function oneOf<Thing>(
  found: readonly Thing[],
  name: string,
  path: string,
  nameOf: (one: Thing) => string,
): Thing {
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const choices = found.map(nameOf).slice(0, mostListed)
  throw new QueryError(path, `${quoted(name)} has several meanings. Write one of ${choices.join(', ')}.`, { choices }) // prettier-ignore
}

function about(typed: string, known: readonly string[], available: readonly string[]) {
  return { nearest: nearestNames(typed, known), available: available.slice(0, mostListed) }
}

export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
