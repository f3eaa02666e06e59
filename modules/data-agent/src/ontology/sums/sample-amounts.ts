import type { Cell, Dataset, Field, Relationship } from '@quipu/query'
import { quotedName } from '../../sources/quoted-name.ts'
import { SourceError, type QueryLimits, type Source } from '../../sources/source.ts'
import type { SampledColumn, SampledGroup } from './find-formula.ts'

/** A column of one of the datasets of a sample. */
export interface Column {
  readonly dataset: Dataset
  readonly field: Field
}

/** An amount, perhaps without another one of the same row: the total without the shipping. */
export interface Target extends Column {
  readonly less: Field | null
}

export interface Sample {
  readonly columns: readonly Column[]
  readonly targets: readonly Target[]
  readonly groups: readonly SampledGroup[]
}

/** How the rows of one dataset refer to another one. */
export interface Link {
  readonly to: Dataset
  readonly relationship: Relationship
}

/** Rows of one dataset, each with its own numbers as amounts. */
export async function sampleRows(
  source: Source,
  dataset: Dataset,
  numbers: readonly Field[],
  limits: QueryLimits,
): Promise<Sample> {
  const columns = numbers.map((field) => ({ dataset, field }))
  const selected = numbers.map(({ column }) => quotedName(column)).join(', ')
  const cells = await fromBothEnds(dataset.rows > 2 * sampledRows ? dataset.primaryKey : [], (order) =>
    rowsOf(source, `select ${selected} from ${nameOf(dataset)}${order} limit ${sampledRows}`, limits),
  )
  const groups = cells.map((row) => ({
    rows: [row.map((cell) => amountIn(cell) ?? 0)],
    targets: row.map(amountIn),
  }))
  return { columns, targets: columns.map((column) => ({ ...column, less: null })), groups }
}

export interface LinesRequest {
  readonly lines: Dataset
  readonly parent: Link
  /** Datasets with a price of each thing. */
  readonly things: readonly Link[]
  /** Others that belong to the parent, such as its bills. Their sums are amounts of the parent. */
  readonly beside: readonly Link[]
  readonly numbersOf: (dataset: Dataset) => readonly Field[]
}

/** All rows that belong to some rows of the parent, the first and the last by its key. */
export async function sampleLines(
  source: Source,
  request: LinesRequest,
  limits: QueryLimits,
): Promise<Sample> {
  const { lines, parent, things, beside, numbersOf } = request
  const columns = [lines, ...things.map(({ to }) => to)].flatMap((dataset) =>
    numbersOf(dataset).map((field) => ({ dataset, field })),
  )
  const own = numbersOf(parent.to).map((field) => ({ dataset: parent.to, field }))
  const others = beside.flatMap(({ to }) => numbersOf(to).map((field) => ({ dataset: to, field })))
  const keys = parent.relationship.toFields.length
  const groups = new Map<string, { rows: number[][]; targets: (number | null)[] }>()
  const keyIn = (row: readonly Cell[]): string => JSON.stringify(row.slice(0, keys).map(String))
  await fromBothEnds(parent.to.rows > sampledRows ? parent.relationship.toFields : [], async (order) => {
    const some = parentSample(parent, own, order)
    const before = new Set(groups.keys())
    const found = await rowsOf(source, lineSql(request, columns, own, some), limits)
    for (const row of found.filter((one) => !before.has(keyIn(one)))) {
      const group = groups.get(keyIn(row)) ?? {
        rows: [],
        targets: row.slice(keys, keys + own.length).map(amountIn),
      }
      groups.set(keyIn(row), group)
      group.rows.push(row.slice(keys + own.length).map((cell) => amountIn(cell) ?? 0))
    }
    for (const link of beside) {
      const first = own.length + others.findIndex(({ dataset }) => dataset === link.to)
      for (const row of await rowsOf(source, besideSql(link, parent, some, numbersOf(link.to)), limits))
        row.slice(keys).forEach((cell, place) => {
          const group = groups.get(keyIn(row))
          if (group !== undefined) group.targets[first + place] = amountIn(cell)
        })
    }
    return found
  })
  const plain = [...own, ...others].map((column) => ({ ...column, less: null }))
  return withDifferences({ columns, targets: plain, groups: [...groups.values()] }, parent.to)
}

/** Also the amounts of the parent without another number of it, such as what was charged for shipping. */
function withDifferences({ columns, targets, groups }: Sample, parent: Dataset): Sample {
  const own = targets.flatMap(({ dataset }, place) => (dataset === parent ? [place] : []))
  if (own.length > mostAmounts) return { columns, targets, groups }
  const pairs = own.flatMap((one) => own.filter((other) => other !== one).map((other) => ({ one, other })))
  const differences = pairs.flatMap(({ one, other }) => {
    const [whole, less] = [targets[one], targets[other]]
    return whole === undefined || less === undefined ? [] : [{ ...whole, less: less.field }]
  })
  return {
    columns,
    targets: [...targets, ...differences],
    groups: groups.map((group) => ({
      rows: group.rows,
      targets: [
        ...targets.map((_, place) => group.targets[place] ?? null),
        ...pairs.map(({ one, other }) => {
          const [whole, less] = [group.targets[one] ?? null, group.targets[other] ?? 0]
          return whole === null ? null : whole - less
        }),
      ],
    })),
  }
}

const mostAmounts = 6

export function columnsOf({ columns, groups }: Sample, lines: Dataset): readonly SampledColumn[] {
  return columns.map(({ dataset }, place) => {
    const column = { isOwn: dataset === lines, min: 0, max: 0 }
    for (const { rows } of groups)
      for (const row of rows) {
        column.min = Math.min(column.min, row[place] ?? 0)
        column.max = Math.max(column.max, row[place] ?? 0)
      }
    return column
  })
}

const sampledRows = 150
/** More lines than this in a sample are not lines of a document. */
const mostRows = 6000

/** What was recorded first and last: a discount may not always have been there. */
async function fromBothEnds<Row>(
  key: readonly string[],
  read: (order: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const [first] = key
  if (first === undefined) return await read('')
  const ends = ['', ' desc'].map((way) => ` order by ${key.map((one) => quotedName(one) + way).join(', ')}`)
  const found: Row[] = []
  for (const order of ends) found.push(...(await read(order)))
  return found
}

function parentSample({ to, relationship }: Link, own: readonly Column[], order: string): string {
  const keys = relationship.toFields.map((key, place) => `${quotedName(key)} as key_${place}`)
  const amounts = own.map(({ field }, place) => `${quotedName(field.column)} as amount_${place}`)
  return `(select ${[...keys, ...amounts].join(', ')} from ${nameOf(to)}${order} limit ${sampledRows}) as some_parents`
}

function lineSql(
  { lines, parent, things }: LinesRequest,
  columns: readonly Column[],
  own: readonly Column[],
  some: string,
): string {
  const aliasOf = (dataset: Dataset): string =>
    dataset === lines ? 'own_lines' : `thing_${things.findIndex(({ to }) => to === dataset)}`
  const selected = [
    ...parent.relationship.toFields.map((_, place) => `some_parents.key_${place}`),
    ...own.map((_, place) => `some_parents.amount_${place}`),
    ...columns.map(({ dataset, field }) => `${aliasOf(dataset)}.${quotedName(field.column)}`),
  ].join(', ')
  const joined = things.map(({ to, relationship: { fromFields, toFields } }) => {
    const on = fromFields.map(
      (from, place) => `${aliasOf(to)}.${quotedName(toFields[place] ?? '')} = own_lines.${quotedName(from)}`,
    )
    return ` left join ${nameOf(to)} as ${aliasOf(to)} on ${on.join(' and ')}`
  })
  return `select ${selected} from ${some} join ${nameOf(lines)} as own_lines on ${keyed(parent, 'own_lines')}${joined.join('')} limit ${mostRows}`
}

function besideSql(
  { to, relationship }: Link,
  parent: Link,
  some: string,
  numbers: readonly Field[],
): string {
  const keys = parent.relationship.toFields.map((_, place) => `some_parents.key_${place}`).join(', ')
  const sums = numbers.map(({ column }) => `sum(beside.${quotedName(column)})`).join(', ')
  const on = keyed({ to, relationship }, 'beside')
  return `select ${keys}, ${sums} from ${some} join ${nameOf(to)} as beside on ${on} group by ${keys} limit ${mostRows}`
}

function keyed({ relationship: { fromFields } }: Link, alias: string): string {
  return fromFields
    .map((field, place) => `${alias}.${quotedName(field)} = some_parents.key_${place}`)
    .join(' and ')
}

/** Nothing where the database cannot say it, or not in time: then there is nothing to agree with. */
async function rowsOf(
  source: Source,
  sql: string,
  limits: QueryLimits,
): Promise<readonly (readonly Cell[])[]> {
  try {
    const { rows, isTruncated } = await source.query(
      { sql, parameters: [] },
      { ...limits, maxRows: mostRows, timeoutMs: sampleMs },
    )
    return isTruncated || rows.length >= mostRows ? [] : rows
  } catch (error) {
    if (error instanceof SourceError && skipped.has(error.failure)) return []
    throw error
  }
}

const sampleMs = 10_000
const skipped: ReadonlySet<SourceError['failure']> = new Set(['timeout', 'refused', 'failed', 'memory'])

function amountIn(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '') return null
  const amount = Number(cell)
  return Number.isFinite(amount) ? amount : null
}

function nameOf({ path }: Dataset): string {
  return path.map(quotedName).join('.')
}
