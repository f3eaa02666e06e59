import type { Appearance } from '@quipu/query'
import { flagAt, listAt, objectAt, textAt, type Level } from './level.ts'
import { nameIndexOf } from './name-index.ts'
import { nearestNames } from './nearest-names.ts'
import { QueryError } from './query-error.ts'
import { quoted, resolveDataset } from './resolve-name.ts'

const keys = ['dataset', 'as', 'via', 'on', 'from', 'end', 'path_only']

/** Named join paths, and further appearances of datasets: `{"dataset": "airports", "as": "origin", "via": "…"}`. */
export function readJoins(value: unknown, level: Level, path: string): readonly Appearance[] {
  const taken = new Map<string, string>([[level.subject.name, level.subject.name]])
  return listAt(value, path, '"join"').map((one, index) => {
    const join = readJoin(one, level, `${path}[${index}]`, taken)
    taken.set(join.as, join.dataset)
    return join
  })
}

function readJoin(
  value: unknown,
  { reading }: Level,
  path: string,
  taken: ReadonlyMap<string, string>,
): Appearance {
  const given = objectAt(value, path, 'A join')
  const unknown = Object.keys(given).find((key) => !keys.includes(key))
  if (unknown !== undefined)
    throw new QueryError(`${path}.${unknown}`, `A join has no ${quoted(unknown)}.`, { available: keys })
  const { ontology } = reading
  const dataset = resolveDataset(given['dataset'], ontology, `${path}.dataset`).name
  const as = given['as'] === undefined ? dataset : textAt(given['as'], `${path}.as`, 'A name')
  if (as !== dataset && (as === '' || ontology.datasets.some((one) => one.name === as) || taken.has(as)))
    throw new QueryError(`${path}.as`, `${quoted(as)} names something else already.`)
  const from = given['from'] === undefined ? null : textAt(given['from'], `${path}.from`, 'A name')
  const start =
    from === null ? null : (taken.get(from) ?? resolveDataset(from, ontology, `${path}.from`).name)
  const end = given['end']
  if (end !== undefined && end !== 'from' && end !== 'to')
    throw new QueryError(`${path}.end`, 'This is "from" or "to".')
  if (as !== dataset && given['via'] === undefined && given['on'] === undefined)
    checkOnlyPath(dataset, start ?? taken.keys().next().value ?? '', ontology, `${path}.via`)
  return {
    as,
    dataset,
    via: readVia(given['via'], dataset, start, ontology, `${path}.via`),
    from: from === null || taken.has(from) ? from : start,
    ...readOn(given['on'], dataset, start, ontology, `${path}.on`),
    ...(end === undefined ? {} : { end }),
    ...(flagAt(given['path_only'], `${path}.path_only`) ? { isPathOnly: true } : {}),
  }
}

/** Refuses a further appearance to which several relationships lead. */
function checkOnlyPath(
  dataset: string,
  start: string,
  { relationships }: Level['reading']['ontology'],
  path: string,
): void {
  const found = relationships.filter(
    (one) => (one.from === start && one.to === dataset) || (one.from === dataset && one.to === start),
  )
  if (found.length < 2) return
  const choices = found.map((one) => one.name)
  throw new QueryError(path, `Several relationships lead to ${quoted(dataset)}. Name one in "via".`, {
    choices,
  })
}

/** `[["classroom", "classroom"]]`: a field of `from`, and the field of the dataset that equals it. */
function readOn(
  value: unknown,
  dataset: string,
  start: string | null,
  ontology: Level['reading']['ontology'],
  path: string,
): Pick<Appearance, 'on'> {
  if (value === undefined) return {}
  if (start === null)
    throw new QueryError(path, '"on" needs "from": the dataset that has the first field of each pair.')
  const on = listAt(value, path, '"on"').map((one, index) => {
    const at = `${path}[${index}]`
    const [field, own, ...rest] = listAt(one, at, 'A pair')
    if (own === undefined || rest.length > 0)
      throw new QueryError(at, 'A pair is [field of "from", own field].')
    const pair = {
      field: fieldNamed(field, start, ontology, `${at}[0]`),
      own: fieldNamed(own, dataset, ontology, `${at}[1]`),
    }
    if (pair.field.type !== pair.own.type)
      throw new QueryError(
        at,
        `${pair.field.name} is ${pair.field.type}, but ${pair.own.name} is ${pair.own.type}.`,
      )
    return { field: pair.field.name, own: pair.own.name }
  })
  if (on.length === 0) throw new QueryError(path, '"on" needs at least one pair of fields.')
  return { on }
}

function fieldNamed(value: unknown, dataset: string, ontology: Level['reading']['ontology'], path: string) {
  const name = textAt(value, path, 'A field')
  const fields = nameIndexOf(ontology).fields.get(dataset)
  const [found, other] =
    fields?.find(name.startsWith(`${dataset}.`) ? name.slice(dataset.length + 1) : name) ?? []
  if (found !== undefined && other === undefined) return found
  const available = fields?.all.map((one) => one.name) ?? []
  throw new QueryError(path, `The dataset ${quoted(dataset)} has no field ${quoted(name)}.`, {
    nearest: nearestNames(name, available),
    available: available.slice(0, 60),
  })
}

function readVia(
  value: unknown,
  dataset: string,
  start: string | null,
  { relationships }: Level['reading']['ontology'],
  path: string,
): string | null {
  if (value === undefined || value === null) return null
  const text = textAt(value, path, 'A relationship')
  const near = relationships.filter(
    (one) =>
      (one.from === dataset || one.to === dataset) &&
      (start === null || one.from === start || one.to === start),
  )
  const found =
    near.find((one) => one.name === text) ??
    near.find((one) => [one.name, ...one.synonyms].some((name) => name.toLowerCase() === text.toLowerCase()))
  if (found !== undefined) return found.name
  const available = near.map((one) => one.name)
  throw new QueryError(path, `No relationship ${quoted(text)} leads to ${quoted(dataset)}.`, {
    nearest: nearestNames(text, available),
    available,
  })
}
