import type { Cell, Condition, Expression, Field, JoinTree, Ontology, Output, Query } from '@quipu/query'
import { days, metricExpression } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import type { MadeFrom } from '../artifacts.ts'
import { conjunctsOf, fieldsIn, isAggregated, isGrouped } from '../query-facts.ts'
import type { Runner } from './runner.ts'
import { aggregateConditions, countOfRows, joinsFrom, measuredDatasets, rowQuery } from './row-query.ts'

export interface Cells {
  readonly query: Query
  readonly tree: JoinTree
  readonly ontology: Ontology
  /** From 0. */
  readonly row: number
  readonly column: number
}

export interface RowsBehind {
  readonly dataset: string
  readonly outputs: readonly Output[]
  readonly rows: ResultSet['rows']
  /** The total. */
  readonly total: number
  /** The row of the answer as it is now. */
  readonly answerRow: readonly Cell[]
}

const mostFields = 12

/** The source rows of one value of an answer; undefined if they cannot be found. */
export async function rowsBehind(cell: Cells, runner: Runner, most: number): Promise<RowsBehind | undefined> {
  if (cell.query.combine !== null) return undefined
  return isGrouped(cell.query) ? behindGroup(cell, runner, most) : behindRow(cell, runner)
}

/**
 * The source rows of a whole answer in one dataset, those that it shows first. Undefined if groups were left
 * out, because their rows would be included.
 */
export async function rowsUsed(
  { query, tree, ontology }: Pick<Cells, 'query' | 'tree' | 'ontology'>,
  runner: Runner,
  { most, always }: { readonly most: number; readonly always: readonly string[] },
): Promise<MadeFrom | undefined> {
  const [dataset = query.subject] = measuredDatasets(query, tree, ontology)
  if (query.combine !== null) return undefined
  if (!isGrouped(query)) {
    const outputs = outputsOf(dataset, [...fieldsShown(query, dataset), ...always], ontology)
    const result = await runner({ ...query, outputs, distinct: false })
    return result && { dataset, outputs, rows: result.rows.slice(0, most), total: result.rows.length }
  }
  if (query.having !== null || query.limit !== null) return undefined
  const used = query.outputs.flatMap(({ expression }) => fieldNames(expression, dataset))
  const outputs = outputsOf(dataset, [...used, ...always], ontology)
  const conditions = conjunctsOf(query.where)
  const joins = joinsFrom(dataset, query, tree, ontology)
  const result = await runner(rowQuery(dataset, { outputs, conditions, joins }))
  return result && { dataset, outputs, rows: result.rows.slice(0, most), total: result.rows.length }
}

function fieldsShown({ outputs }: Query, dataset: string): readonly string[] {
  return outputs.flatMap(({ expression }) => fieldNames(expression, dataset))
}

/** Reads the source row of a listed row as additional columns of the same query. */
async function behindRow(
  { query, tree, ontology, row }: Cells,
  runner: Runner,
): Promise<RowsBehind | undefined> {
  const [dataset = query.subject] = measuredDatasets(query, tree, ontology)
  const outputs = outputsOf(dataset, [], ontology)
  const result = await runner({ ...query, outputs: [...query.outputs, ...outputs], distinct: false })
  const found = result?.rows[row]
  if (found === undefined) return undefined
  const width = query.outputs.length
  return { dataset, outputs, rows: [found.slice(width)], total: 1, answerRow: found.slice(0, width) }
}

async function behindGroup(cell: Cells, runner: Runner, most: number): Promise<RowsBehind | undefined> {
  const { query, tree, ontology } = cell
  const keys = query.groupBy.map((expression) => ({ expression, label: '' }))
  const result = await runner({ ...query, outputs: [...query.outputs, ...keys] })
  const found = result?.rows[cell.row]
  if (found === undefined) return undefined
  const width = query.outputs.length
  const asked = query.outputs[cell.column]?.expression
  const measure = asked?.kind === 'metric' ? metricExpression(asked.name, ontology) : asked
  const dataset = datasetOf(measure, cell)
  const conditions: readonly Condition[] = [
    ...conjunctsOf(query.where),
    ...query.groupBy.map((key, index) => equals(key, found[width + index] ?? null)),
    ...(measure === undefined ? [] : aggregateConditions(measure)),
  ]
  const joins = joinsFrom(dataset, query, tree, ontology)
  const outputs = outputsOf(dataset, measure === undefined ? [] : fieldNames(measure, dataset), ontology)
  const [rows, count] = [
    await runner({ ...rowQuery(dataset, { outputs, conditions, joins }), limit: most }),
    await runner(rowQuery(dataset, { outputs: [countOfRows(dataset)], conditions, joins })),
  ]
  const total = count?.rows[0]?.[0] ?? null
  if (rows === undefined || total === null) return undefined
  return { dataset, outputs, rows: rows.rows, total: Number(total), answerRow: found.slice(0, width) }
}

function datasetOf(measure: Expression | undefined, { query, tree, ontology }: Cells): string {
  const measured = measuredDatasets(query, tree, ontology)
  const [first = query.subject] = measured
  if (measure === undefined || !isAggregated(measure)) return first
  const named = datasetsIn(measure)
  return measured.find((one) => named.includes(one)) ?? first
}

function datasetsIn(expression: Expression): readonly string[] {
  const fields = fieldsIn(expression).map(({ dataset }) => dataset)
  if (expression.kind === 'aggregate' && expression.of.kind === 'rows')
    return [expression.of.dataset, ...fields]
  return fields
}

function fieldNames(expression: Expression, dataset: string): readonly string[] {
  return fieldsIn(expression).flatMap((one) => (one.dataset === dataset ? [one.field] : []))
}

/** Keys, names and times of a dataset, and the fields that were used, before the others. */
function outputsOf(dataset: string, used: readonly string[], { datasets }: Ontology): readonly Output[] {
  const shown =
    datasets.find(({ name }) => name === dataset)?.fields.filter(({ isHidden }) => !isHidden) ?? []
  const weight = (field: Field): number => {
    if (field.isPrimaryKey || used.includes(field.name)) return 0
    return field.role === 'name' || field.role === 'time' ? 1 : 2
  }
  const kept = new Set(shown.toSorted((one, other) => weight(one) - weight(other)).slice(0, mostFields))
  return shown
    .filter((field) => kept.has(field))
    .map(({ name, label }) => ({ expression: { kind: 'field', dataset, field: name }, label }))
}

function equals(key: Expression, value: Cell): Condition {
  if (value === null) return { kind: 'null', of: key }
  if (key.kind === 'period' && key.fiscal !== true && typeof value === 'string') {
    const start = value.slice(0, 10)
    return { kind: 'during', of: key.of, start, end: days.add(start, 1, key.unit) }
  }
  return { kind: 'compare', left: key, operator: '=', right: { kind: 'literal', value } }
}
