import type { Json, JsonObject } from '@quipu/kit'

/** What a client that knows the old surface would miss in the new one, each as a line. */
export function breakingChanges(before: JsonObject, after: JsonObject): string[] {
  return compare(before, after, [])
}

type Path = readonly string[]

function compare(before: Json, after: Json | undefined, path: Path): string[] {
  const place = path.join('.')
  if (isFree(path)) return []
  if (after === undefined) return isDemand(path.at(-1) ?? '', path.slice(0, -1)) ? [] : [`${place} is gone`]
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path)
  if (isObject(before) && isObject(after)) return compareObjects(before, after, path)
  if (JSON.stringify(before) === JSON.stringify(after) || isLooser(before, after, path)) return []
  return [`${place} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`]
}

function compareObjects(before: JsonObject, after: JsonObject, path: Path): string[] {
  const changed = Object.keys(before).flatMap((key) => {
    const value = before[key]
    // A list of values says their type too.
    const isTold = key === 'type' && !('type' in after) && 'enum' in after
    return value === undefined || isTold ? [] : compare(value, after[key], [...path, key])
  })
  const added = Object.keys(after).filter((key) => !(key in before))
  return [
    ...changed,
    ...added.filter((key) => isDemand(key, path)).map((key) => `${[...path, key].join('.')} is new`),
  ]
}

/** `required` and `needs` ask something of the caller, so they may only shrink; in an output they may only grow. */
function compareLists(before: readonly Json[], after: readonly Json[], path: Path): string[] {
  const place = path.join('.')
  const has = (list: readonly Json[], item: Json) =>
    list.some((other) => JSON.stringify(other) === JSON.stringify(item))
  // One of several forms, such as an object or null, may grow as it could by itself.
  const isKept = (item: Json) =>
    has(after, item) ||
    (isObject(item) &&
      after.some((other) => isObject(other) && compareObjects(item, other, path).length === 0))
  const gone = before.filter((item) => !isKept(item)).map((item) => `${place} lacks ${JSON.stringify(item)}`)
  const added = after
    .filter((item) => !has(before, item))
    .map((item) => `${place} has ${JSON.stringify(item)}`)
  if (isOutput(path)) return path.at(-1) === 'type' ? [...gone, ...added] : gone
  return isDemand(path.at(-1) ?? '', path) ? added : gone
}

/** Words for people may change, and so may what they cost. */
function isFree(path: Path): boolean {
  const parent = path.at(-2)
  const isName = parent === 'properties' || parent === 'arguments'
  return !isName && ['title', 'description', 'summary', 'tokens'].includes(path.at(-1) ?? '')
}

function isDemand(key: string, path: Path): boolean {
  if (isOutput(path) || path.at(-1) === 'properties') return false
  return ['required', 'needs', 'pattern', 'format', 'maximum', 'maxLength', 'minimum', 'minLength'].includes(
    key,
  )
}

function isLooser(before: Json, after: Json, path: Path): boolean {
  if (isOutput(path) || typeof before !== 'number' || typeof after !== 'number') return false
  const key = path.at(-1) ?? ''
  if (key === 'maximum' || key === 'maxLength' || key === 'maxItems') return after > before
  return (key === 'minimum' || key === 'minLength' || key === 'minItems') && after < before
}

function isOutput(path: Path): boolean {
  return path.includes('outputSchema')
}

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
