import { withoutHeading } from './expression-forms.ts'
import { aggregates, isObject, listOf, type JsonObject } from './forms.ts'
import type { KnownNames } from './known-names.ts'

const figures = [...aggregates, 'share', 'metric', 'running_total', 'previous', 'change', 'growth', 'moving_mean', 'rank'] // prettier-ignore

/**
 * The groups that a query leaves unsaid. Where only `having` or `order` has an aggregate, the columns are the groups; where a
 * key of a dataset is a group, its other columns are, too.
 */
export function withGroups(query: JsonObject, names: KnownNames): JsonObject {
  const { select, group, having, order, from } = query
  if (select === undefined) return query
  const columns = listOf(select)
  if (group !== undefined) {
    const more = dependent(columns, listOf(group), from, names)
    return more.length === 0 ? query : { ...query, group: [...listOf(group), ...more] }
  }
  const used = [having, order]
  if (columns.some((one) => isFigure(one, from, names)) || !used.some((one) => isFigure(one, from, names)))
    return query
  const keys = columns.flatMap((one) =>
    isObject(one) && ('query' in one || 'value' in one) ? [] : [withoutHeading(one)],
  )
  return { ...query, group: [...keys, ...keyBesideName(columns, used, from, names)] }
}

/** Rows of equal names stay apart, unless rows of `from` itself are counted or added up. */
function keyBesideName(
  columns: readonly unknown[],
  used: readonly unknown[],
  from: unknown,
  names: KnownNames,
): readonly string[] {
  const subject = names.dataset(from)
  if (subject === undefined || used.some((one) => namesSubject(one, from, names))) return []
  const found = columns.map((one) => names.field(withoutHeading(one), from))
  if (!found.some((one) => one?.dataset === subject && one.field.role === 'name')) return []
  const missing = subject.primaryKey.filter(
    (key) => !found.some((one) => one?.dataset === subject && one.field.name === key),
  )
  return missing.map((key) => `${subject.name}.${key}`)
}

/** An aggregate that is about rows or fields of `from`. */
function namesSubject(of: unknown, from: unknown, names: KnownNames): boolean {
  const subject = names.dataset(from)
  if (Array.isArray(of)) return of.some((one) => namesSubject(one, from, names))
  if (typeof of === 'string') {
    const isOwn = of === '*' || names.dataset(of) === subject || names.field(of, from)?.dataset === subject
    const expression = names.metric(of)?.expression ?? ''
    return isOwn || [`${subject?.name}.`, `(${subject?.name})`].some((one) => expression.includes(one))
  }
  return (
    isObject(of) && Object.entries(of).some(([key, one]) => key !== 'query' && namesSubject(one, from, names))
  )
}

/** Plain columns of a dataset whose whole key is a group: they have one value in each. */
function dependent(
  columns: readonly unknown[],
  group: readonly unknown[],
  from: unknown,
  names: KnownNames,
): readonly unknown[] {
  const keys = group.map((one) => names.field(withoutHeading(one), from))
  const said = new Set(group.map((one) => JSON.stringify(withoutHeading(one))))
  return columns.map(withoutHeading).filter((one) => {
    const dataset = names.field(one, from)?.dataset
    if (dataset === undefined || dataset.primaryKey.length === 0 || said.has(JSON.stringify(one)))
      return false
    return dataset.primaryKey.every((key) =>
      keys.some((of) => of?.dataset === dataset && of.field.name === key),
    )
  })
}

export function isFigure(of: unknown, from: unknown, names: KnownNames): boolean {
  if (Array.isArray(of)) return of.some((one) => isFigure(one, from, names))
  if (typeof of === 'string') return names.metric(of) !== undefined && names.field(of, from) === undefined
  if (!isObject(of)) return false
  if (figures.some((name) => of[name] !== undefined)) return true
  return Object.entries(of).some(
    ([key, one]) => !['query', 'value', 'as', 'field'].includes(key) && isFigure(one, from, names),
  )
}
