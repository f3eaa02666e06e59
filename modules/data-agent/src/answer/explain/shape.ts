import {
  markdownText,
  visibleText,
  type Cell,
  type Expression,
  type Field,
  type Ontology,
  type Query,
  type TimePart,
  type TimeUnit,
} from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { isAdditive, isAggregated, isGrouped, metricNamed } from '../query-facts.ts'
import { decimalsFor, formatNumber, formatShare } from './numbers.ts'
import type { NumberFormat } from './numbers.ts'
import { partName, periodName } from './periods.ts'

/** The role of a column of the result. */
export interface Column {
  readonly at: number
  readonly label: string
  readonly kind: 'measure' | 'category' | 'time'
  readonly format: NumberFormat
  readonly unit: TimeUnit | null
  readonly isFiscal: boolean
  readonly part: TimePart | null
  readonly isAdditive: boolean
  /** Contains fractions that are shown as percent: 0.25 is 25%. */
  readonly isFraction: boolean
  /** 1 or 100 if the column contains shares of a whole, otherwise null. */
  readonly whole: number | null
}

/**
 * What kind of answer a result is.
 * `scalar`: one row of measures · `series`: measures along time · `ranking`: ordered by a measure ·
 * `breakdown`: measures by one category · `cross`: by two · `list`: rows · `empty`.
 */
export interface Shape {
  readonly kind: 'empty' | 'scalar' | 'series' | 'ranking' | 'breakdown' | 'cross' | 'list'
  readonly columns: readonly Column[]
  readonly measures: readonly Column[]
  readonly categories: readonly Column[]
  readonly time: Column | null
  /** For rankings: the measure of the order, and whether the largest comes first. */
  readonly rankedBy: Column | null
  readonly isDescending: boolean
}

export function shapeOf(query: Query | null, result: ResultSet, ontology: Ontology): Shape {
  const columns = result.columns.map((column, at) => {
    const output = query?.outputs.length === result.columns.length ? query.outputs[at] : undefined
    const label = visibleText(output?.label ?? column.name) || `column ${at + 1}`
    return describe(at, label, output?.expression ?? null, query, result, ontology)
  })
  const measures = columns.filter(({ kind }) => kind === 'measure')
  const categories = columns.filter(
    (column) => column.kind === 'category' && !isKeyBesideName(column, columns, query, result, ontology),
  )
  const time = columns.find(({ kind }) => kind === 'time') ?? null
  const [order] = query?.orderBy ?? []
  const rankedAt =
    order === undefined
      ? -1
      : (query?.outputs.findIndex(({ expression }) => same(expression, order.expression)) ?? -1)
  const rankedBy = measures.find(({ at }) => at === rankedAt) ?? null
  const base = { columns, measures, categories, time, rankedBy, isDescending: order?.direction === 'desc' }
  return { ...base, kind: kindOf(base, query, result) }
}

/** A key beside the name of the same thing is no group of its own where no two of these things have one name. */
function isKeyBesideName(
  column: Column,
  columns: readonly Column[],
  query: Query | null,
  result: ResultSet,
  ontology: Ontology,
): boolean {
  const placed = ({ at }: Column) => {
    const expression = query?.outputs.length === columns.length ? query.outputs[at]?.expression : undefined
    if (expression?.kind !== 'field') return undefined
    return { dataset: expression.dataset, role: fieldOf(expression, ontology)?.role }
  }
  const key = placed(column)
  if (key?.role !== 'identifier') return false
  const name = columns.find((other) => {
    const place = placed(other)
    return place?.role === 'name' && place.dataset === key.dataset
  })
  if (name === undefined) return false
  const names = new Set(result.rows.map((row) => row[name.at] ?? null))
  return names.size === result.rows.length && !names.has(null)
}

/** One cell as Markdown for people. */
export function showCell(cell: Cell, column: Column): string {
  return markdownText(plainCell(cell, column))
}

/** The same as plain text. */
export function plainCell(cell: Cell, column: Column): string {
  if (cell === null) return column.kind === 'category' ? '(none)' : '–'
  if (column.kind === 'time') {
    if (column.part !== null) return partName(cell, column.part)
    if (column.unit !== null) return periodName(cell, column.unit, column.isFiscal)
  }
  if (typeof cell === 'number' && column.isFraction) return formatShare(cell)
  if (typeof cell === 'number') return formatNumber(cell, column.format)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return visibleText(cell).trim() || '(blank)'
}

function kindOf(shape: Omit<Shape, 'kind'>, query: Query | null, result: ResultSet): Shape['kind'] {
  const { columns, measures, categories, time, rankedBy } = shape
  if (result.rows.length === 0) return 'empty'
  const isAggregate = query === null ? false : isGrouped(query)
  if (measures.length === columns.length && result.rows.length === 1 && (isAggregate || query === null))
    return 'scalar'
  if (measures.length === 0) return 'list'
  if (!isAggregate)
    return rankedBy !== null && query?.limit !== null && categories.length === 1 && time === null
      ? 'ranking'
      : 'list'
  if (time !== null && categories.length <= 1) return 'series'
  if (categories.length > 2 || (time !== null && categories.length > 1)) return 'list'
  if (categories.length === 2) return 'cross'
  if (categories.length === 0) return 'list'
  return rankedBy !== null ? 'ranking' : 'breakdown'
}

function describe(
  at: number,
  label: string,
  expression: Expression | null,
  query: Query | null,
  result: ResultSet,
  ontology: Ontology,
): Column {
  const type = result.columns[at]?.type ?? 'other'
  const cells = result.rows.map((row) => row[at] ?? null)
  const numbers = cells.filter((cell) => typeof cell === 'number')
  const isNumeric =
    type === 'number' ||
    (numbers.length > 0 && cells.every((cell) => cell === null || typeof cell === 'number'))
  const moment = momentOf(expression)
  const field = expression === null ? null : fieldOf(expression, ontology)
  const isMeasure = moment === null && isNumeric && (expression === null || isMeasuring(expression, field))
  const isDay = type === 'date' || type === 'timestamp' || field?.role === 'time'
  return {
    at,
    label,
    kind: isMeasure
      ? 'measure'
      : moment !== null || (isDay && query !== null && isGrouped(query))
        ? 'time'
        : 'category',
    format: {
      unit: expression === null ? null : unitOf(expression, ontology),
      isPlain: !isMeasure || isYears(label, numbers, expression),
      decimals: decimalsFor(numbers),
    },
    unit: moment?.unit ?? null,
    isFiscal: moment?.isFiscal ?? false,
    part: moment?.part ?? null,
    isAdditive: expression !== null && isMeasure && isAdditive(expression, ontology),
    isFraction:
      (expression?.kind === 'running' && expression.function === 'growth') ||
      (expression?.kind === 'share' && !expression.percent),
    whole: expression?.kind === 'share' ? (expression.percent ? 100 : 1) : null,
  }
}

function momentOf(expression: Expression | null): Pick<Column, 'unit' | 'isFiscal' | 'part'> | null {
  if (expression?.kind === 'period')
    return { unit: expression.unit, isFiscal: expression.fiscal === true, part: null }
  if (expression?.kind === 'part') return { unit: null, isFiscal: false, part: expression.part }
  return null
}

/** Numbers that are amounts, not identifiers. */
function isMeasuring(expression: Expression, field: Field | null): boolean {
  if (isAggregated(expression)) return true
  if (expression.kind !== 'field') return expression.kind !== 'join-text'
  return field?.role === 'measure'
}

/** The smallest or largest year is still not an amount. */
function isYears(label: string, numbers: readonly number[], expression: Expression | null): boolean {
  if (expression?.kind === 'aggregate' && !['min', 'max'].includes(expression.function)) return false
  return (
    /\byear\b/i.test(label) && numbers.every((year) => Number.isInteger(year) && year >= 1000 && year <= 2999)
  )
}

function fieldOf(expression: Expression, ontology: Ontology): Field | null {
  if (expression.kind === 'aggregate') return fieldOf(expression.of, ontology)
  if (expression.kind !== 'field') return null
  const dataset = ontology.datasets.find(({ name }) => name === expression.dataset)
  return dataset?.fields.find(({ name }) => name === expression.field) ?? null
}

function unitOf(expression: Expression, ontology: Ontology): string | null {
  if (expression.kind === 'field') return fieldOf(expression, ontology)?.unit ?? null
  if (expression.kind === 'aggregate')
    return expression.function === 'count' ? null : unitOf(expression.of, ontology)
  if (expression.kind === 'metric') return metricNamed(expression.name, ontology)?.unit ?? null
  if (expression.kind === 'share') return expression.percent ? '%' : null
  if (expression.kind === 'span') return `${expression.unit}s`
  if (expression.kind === 'running') {
    return ['growth', 'rank'].includes(expression.function) ? null : unitOf(expression.of, ontology)
  }
  if (expression.kind !== 'arithmetic') return null
  const [left, right] = [unitOf(expression.left, ontology), unitOf(expression.right, ontology)]
  if (expression.operator === '+' || expression.operator === '-') return left === right ? left : null
  if (isPure(expression.right)) return left
  return isPure(expression.left) && expression.operator === '*' ? right : null
}

/** A number without a unit: counted rows or a written number. */
function isPure(expression: Expression): boolean {
  return expression.kind === 'literal' || (expression.kind === 'aggregate' && expression.function === 'count')
}

function same(a: Expression, b: Expression): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
