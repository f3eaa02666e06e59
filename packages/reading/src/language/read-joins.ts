import type { Appearance } from '@quipu/query'
import { flagAt, listAt, objectAt, textAt, type Level } from './level.ts'
import { nearestNames } from './nearest-names.ts'
import { QueryError } from './query-error.ts'
import { quoted, resolveDataset } from './resolve-name.ts'

const keys = ['dataset', 'as', 'via', 'from', 'end', 'path_only']

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
  return {
    as,
    dataset,
    via: readVia(given['via'], dataset, start, ontology, `${path}.via`),
    from: from === null || taken.has(from) ? from : start,
    ...(end === undefined ? {} : { end }),
    ...(flagAt(given['path_only'], `${path}.path_only`) ? { isPathOnly: true } : {}),
  }
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
