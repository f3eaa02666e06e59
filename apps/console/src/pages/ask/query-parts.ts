import type { QueryJson } from '../../answer/answer.ts'
import type { Ontology } from './choices.ts'

/** One part of a query that people can change, with its position. */
export interface Part {
  readonly index: number
  readonly expression: unknown
}

/** A plain condition: field, operator, value. */
export interface Filter {
  readonly index: number
  readonly field: unknown
  readonly operator: string
  readonly value: unknown
}

export interface QueryParts {
  readonly measures: readonly Part[]
  readonly groups: readonly Part[]
  readonly filters: readonly Filter[]
  readonly periods: readonly Filter[]
  /** Compound conditions. They can only be removed. */
  readonly others: readonly Part[]
}

const figures = new Set([
  'count', 'sum', 'avg', 'min', 'max', 'median', 'stddev', 'share', 'running_total', 'previous', 'change',
  'growth', 'moving_mean', 'rank', 'metric', '+', '-', '*', '/',
]) // prettier-ignore

/** The parts of a query by their role. `metrics` are the names of the ontology's metrics. */
export function partsOf(query: QueryJson, metrics: ReadonlySet<string>): QueryParts {
  const select = listOf(query['select']).map((given, index) => ({ index, expression: given }))
  const isFigure = ({ expression }: Part) => isMeasure(expression, metrics)
  const conditions = listOf(query['where']).map((given, index) => ({ index, given }))
  const plain = conditions.flatMap(({ index, given }) =>
    Array.isArray(given)
      ? [{ index, field: given[0] as unknown, operator: String(given[1]), value: given[2] as unknown }]
      : [],
  )
  return {
    measures: select.filter(isFigure),
    groups: select.filter((part) => !isFigure(part)),
    filters: plain.filter(({ operator }) => operator !== 'during'),
    periods: plain.filter(({ operator }) => operator === 'during'),
    others: conditions.flatMap(({ index, given }) =>
      Array.isArray(given) ? [] : [{ index, expression: given }],
    ),
  }
}

/** Which columns of the answer are plain fields that identify something, such as the number of an invoice. */
export function nameColumns(
  query: QueryJson | undefined,
  ontology: Ontology | undefined,
): ReadonlySet<number> {
  const identifiers = new Set(
    (ontology?.datasets ?? []).flatMap(({ name, fields }) =>
      fields.filter(({ role }) => role === 'identifier').map((field) => `${name}.${field.name}`),
    ),
  )
  const select = listOf(query?.['select']).map(withoutHeading)
  return new Set(select.flatMap((one, at) => (typeof one === 'string' && identifiers.has(one) ? [at] : [])))
}

/** Replaces a column; an order by the old one becomes an order by the new one. */
export function replaceColumn(query: QueryJson, index: number, next: unknown): QueryJson {
  const select = listOf(query['select'])
  const former = JSON.stringify(withoutHeading(select[index]))
  const order = listOf(query['order']).map((each) => {
    const entries = Object.entries(isRecord(each) ? each : {})
    return Object.fromEntries(
      entries.map(([way, one]) => [way, JSON.stringify(withoutHeading(one)) === former ? next : one]),
    )
  })
  return tidied({ ...query, select: select.with(index, next), order, group: undefined, per: undefined })
}

export function addColumn(query: QueryJson, next: unknown): QueryJson {
  return tidied({ ...query, select: [next, ...listOf(query['select'])], group: undefined })
}

/** Removes a column and the order by it. */
export function removeColumn(query: QueryJson, index: number): QueryJson {
  const select = listOf(query['select'])
  const former = JSON.stringify(withoutHeading(select[index]))
  const order = listOf(query['order']).filter(
    (each) =>
      !Object.values(isRecord(each) ? each : {}).some(
        (one) => JSON.stringify(withoutHeading(one)) === former,
      ),
  )
  return tidied({ ...query, select: select.toSpliced(index, 1), order, group: undefined, per: undefined })
}

export function setCondition(query: QueryJson, index: number, condition: unknown): QueryJson {
  return tidied({ ...query, where: listOf(query['where']).with(index, condition) })
}

export function addCondition(query: QueryJson, condition: unknown): QueryJson {
  return tidied({ ...query, where: [...listOf(query['where']), condition] })
}

export function removeCondition(query: QueryJson, index: number): QueryJson {
  return tidied({ ...query, where: listOf(query['where']).toSpliced(index, 1) })
}

/** The typed value of a filter. It is a number if the old value was one. */
export function typedValue(text: string, former: unknown): unknown {
  if (Array.isArray(former)) return text.split(',').map((one) => typedValue(one.trim(), former[0] as unknown))
  const number = Number(text)
  return typeof former === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same without the name of its column. `{field}` is the field itself. */
export function withoutHeading(expression: unknown): unknown {
  if (!isRecord(expression)) return expression
  const { as: _, ...rest } = expression
  const keys = Object.keys(rest)
  return keys.length === 1 && keys[0] === 'field' ? rest['field'] : rest
}

function isMeasure(expression: unknown, metrics: ReadonlySet<string>): boolean {
  const bare = withoutHeading(expression)
  if (typeof bare === 'string') return metrics.has(bare)
  return isRecord(bare) && Object.keys(bare).some((key) => figures.has(key))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Leaves out empty lists. */
function tidied(query: Readonly<Record<string, unknown>>): QueryJson {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
