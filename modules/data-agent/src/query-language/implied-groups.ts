import { withoutHeading } from './expression-forms.ts'
import { aggregates, isObject, listOf, type JsonObject } from './forms.ts'
import type { KnownNames } from './known-names.ts'

const figures = [...aggregates, 'share', 'metric', 'running_total', 'previous', 'change', 'growth', 'moving_mean', 'rank'] // prettier-ignore

/**
 * The groups that a query leaves unsaid, if they can only be these: the columns, where rows of `from` itself are counted or
 * added up by `having` or `order`; the rows of `from`, where their name or key is a column; beside a key in `group`, the other
 * columns of its dataset.
 */
export function withGroups(query: JsonObject, names: KnownNames): JsonObject {
  const { select, group, from } = query
  if (select === undefined) return query
  if (group !== undefined) {
    const more = dependent(listOf(select), listOf(group), from, names)
    return more.length === 0 ? query : { ...query, group: [...listOf(group), ...more] }
  }
  const implied = impliedBy(query, names)
  return implied === undefined || implied.groups === undefined ? query : { ...query, group: implied.groups }
}

/** Both ways to group a query that does not say which is meant. Empty where it is clear. */
export function groupChoices(query: JsonObject, names: KnownNames): readonly JsonObject[] {
  const implied = query['group'] === undefined ? impliedBy(query, names) : undefined
  if (implied === undefined || implied.groups !== undefined) return []
  return [{ group: implied.columns }, { group: [...implied.key, ...implied.columns] }]
}

interface Implied {
  readonly columns: readonly unknown[]
  /** What is missing of the key of `from`. */
  readonly key: readonly string[]
  /** Undefined where they may be the columns or the rows of `from`. */
  readonly groups: readonly unknown[] | undefined
}

/** Undefined where only rows are looked at, or where a column is an aggregate itself. */
function impliedBy({ select, having, order, from }: JsonObject, names: KnownNames): Implied | undefined {
  const figuresUsed = figuresIn([having, order], from, names)
  if (figuresUsed.length === 0 || isFigure(select, from, names)) return undefined
  const columns = listOf(select).flatMap((one) =>
    isObject(one) && ('query' in one || 'value' in one) ? [] : [withoutHeading(one)],
  )
  const subject = names.dataset(from)
  const own = columns.flatMap((one) => {
    const found = names.field(one, from)
    return found === undefined || found.dataset !== subject ? [] : [found.field]
  })
  const primaryKey = subject?.primaryKey ?? []
  const key = primaryKey.filter((part) => !own.some(({ name }) => name === part))
  const isClear = primaryKey.length === 0 || figuresUsed.some((one) => isAboutSubject(one, from, names))
  if (isClear) return { columns, key: [], groups: columns }
  const missing = key.map((part) => `${subject?.name}.${part}`)
  const isOfRow = key.length === 0 || own.some(({ role }) => role === 'name')
  return { columns, key: missing, groups: isOfRow ? [...columns, ...missing] : undefined }
}

function figuresIn(of: unknown, from: unknown, names: KnownNames): readonly unknown[] {
  if (Array.isArray(of)) return of.flatMap((one) => figuresIn(one, from, names))
  if (!isFigure(of, from, names)) return []
  const isWhole = !isObject(of) || figures.some((name) => of[name] !== undefined)
  return isWhole ? [of] : Object.values(of).flatMap((one) => figuresIn(one, from, names))
}

/** The aggregate is about rows or fields of `from`. */
function isAboutSubject(of: unknown, from: unknown, names: KnownNames): boolean {
  const subject = names.dataset(from)
  if (Array.isArray(of)) return of.some((one) => isAboutSubject(one, from, names))
  if (typeof of === 'string') {
    const isOwn = of === '*' || names.dataset(of) === subject || names.field(of, from)?.dataset === subject
    const expression = names.metric(of)?.expression ?? ''
    return isOwn || [`${subject?.name}.`, `(${subject?.name})`].some((one) => expression.includes(one))
  }
  const parts = isObject(of) ? Object.entries(of).filter(([key]) => key !== 'query' && key !== 'where') : []
  return parts.some(([, one]) => isAboutSubject(one, from, names))
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
