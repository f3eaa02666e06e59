import { cutText, visibleText, type Cell } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import type { ChartSpec } from '../artifacts.ts'
import { capitals, title } from './heading.ts'
import { plainCell } from './shape.ts'
import type { Column, Shape } from './shape.ts'

const mostSlices = 6
const mostParts = 7
const mostBars = 30
const mostPoints = 1000
const mostSeries = 10
const mostLabel = 25

/** At most one chart, chosen by the shape of the result. */
export function chartsOf(shape: Shape, result: ResultSet, heading: string): readonly ChartSpec[] {
  const chart = chartOf(shape, result, title(heading))
  return chart === null ? [] : [chart]
}

function chartOf(shape: Shape, result: ResultSet, heading: string): ChartSpec | null {
  const { kind, measures, time } = shape
  if (kind === 'empty' || kind === 'scalar' || kind === 'list' || result.rows.length < 2) return null
  const share = measures.find(({ whole }) => whole !== null)
  if (time !== null) return seriesChart('line', shape, time, share ?? null, result, heading)
  const [category, second] = shape.categories
  if (category === undefined) return null
  if (second !== undefined)
    return isPairPerRow(category, second, result)
      ? bars(shape, [category, second], result, heading)
      : crossChart(shape, category, second, result, heading)
  if (share !== undefined) return partsChart(category, share, result, heading)
  const [x, y] = measures
  if (x !== undefined && y !== undefined && measures.length === 2)
    return scatter(category, x, y, result, heading)
  return bars(shape, [category], result, heading)
}

/** A key beside a name: each row has its own, so nothing is crossed. */
function isPairPerRow(first: Column, second: Column, { rows }: ResultSet): boolean {
  const counts = [first, second].map(({ at }) => new Set(rows.map((row) => row[at] ?? null)).size)
  return Math.max(...counts) === rows.length && Math.min(...counts) > rows.length / 2
}

/** Parts of a whole: a pie of up to 6, otherwise bars of the 7 largest and all the others together. */
function partsChart(category: Column, share: Column, result: ResultSet, heading: string): ChartSpec | null {
  const parts = result.rows
    .map((row) => ({
      label: labelOf(row[category.at] ?? null, category),
      value: amount(row[share.at] ?? null),
    }))
    .filter((part): part is { label: string; value: number } => part.value !== null && part.value > 0)
    .toSorted((a, b) => b.value - a.value)
  if (parts.length < 2) return null
  if (parts.length <= mostSlices) return { type: 'pie', title: heading, slices: parts }
  const rest = parts.slice(mostParts)
  const other = tidy(rest.reduce((sum, { value }) => sum + value, 0))
  const shown = rest.length === 0 ? parts : [...parts.slice(0, mostParts), { label: 'Other', value: other }]
  return {
    type: 'bar',
    title: heading,
    xAxisLabel: axis(category),
    yAxisLabel: axis(share),
    categories: shown.map(({ label }) => label),
    series: [{ label: cutText(share.label, mostLabel), data: shown.map(({ value }) => value) }],
    layout: 'horizontal',
  }
}

/** A bar for each row. A second category is named only where the first does not tell the rows apart. */
function bars(
  shape: Shape,
  [category, second]: readonly [Column, Column?],
  result: ResultSet,
  heading: string,
): ChartSpec | null {
  const rows = result.rows.slice(0, mostBars)
  const labels = rows.map((row) => labelOf(row[category.at] ?? null, category))
  const drawn = withoutGaps(
    second === undefined || new Set(labels).size === labels.length
      ? labels
      : labels.map((label, at) => besideKey(label, labelOf(rows[at]?.[second.at] ?? null, second))),
    shape.measures.map((measure) => ({
      label: cutText(measure.label, mostLabel),
      data: rows.map((row) => amount(row[measure.at] ?? null)),
    })),
  )
  if (drawn === null) return null
  return {
    type: 'bar',
    title: rows.length < result.rows.length ? title(`First ${rows.length}: ${heading}`) : heading,
    xAxisLabel: axis(category),
    yAxisLabel: shape.measures.length === 1 ? axis(shape.measures[0]) : 'Value',
    ...drawn,
    layout: shape.rankedBy === null ? 'vertical' : 'horizontal',
  }
}

function scatter(
  category: Column,
  x: Column,
  y: Column,
  result: ResultSet,
  heading: string,
): ChartSpec | null {
  const points = result.rows.slice(0, mostPoints).flatMap((row) => {
    const [left, right] = [amount(row[x.at] ?? null), amount(row[y.at] ?? null)]
    if (left === null || right === null) return []
    return [{ x: left, y: right, label: labelOf(row[category.at] ?? null, category) }]
  })
  if (points.length < 2) return null
  return { type: 'scatter', title: heading, xAxisLabel: axis(x), yAxisLabel: axis(y), points }
}

/** Along time, in its order: a line for each measure, or for each value of the category. */
function seriesChart(
  type: 'line' | 'bar',
  shape: Shape,
  along: Column,
  share: Column | null,
  result: ResultSet,
  heading: string,
): ChartSpec | null {
  const moments = [...new Set(result.rows.map((row) => row[along.at] ?? null))]
    .filter((cell) => cell !== null)
    .toSorted(byTime)
    .slice(-mostPoints)
  if (moments.length < 2) return null
  const [category] = shape.categories
  const measures = category === undefined ? shape.measures : [share ?? shape.measures[0]]
  const series = measures
    .filter((measure) => measure !== undefined)
    .flatMap((measure) =>
      category === undefined
        ? [
            {
              label: cutText(measure.label, mostLabel),
              data: pick(result, along, moments, measure, null, null),
            },
          ]
        : groupsOf(result, category, measure).map((group) => ({
            label: labelOf(group, category),
            data: pick(result, along, moments, measure, category, group),
          })),
    )
  const drawn = withoutGaps(
    moments.map((moment) => labelOf(moment, along)),
    series,
  )
  if (drawn === null) return null
  return {
    type,
    title: heading,
    xAxisLabel: axis(along),
    yAxisLabel: measures.length === 1 ? axis(measures[0]) : 'Value',
    ...drawn,
  }
}

/** Two categories: bars for the first, a series for each value of the second. */
function crossChart(
  shape: Shape,
  first: Column,
  second: Column,
  result: ResultSet,
  heading: string,
): ChartSpec | null {
  const [measure] = shape.measures
  if (measure === undefined) return null
  const count = (column: Column) => new Set(result.rows.map((row) => row[column.at] ?? null)).size
  const [bar, serie] = count(second) > count(first) ? [second, first] : [first, second]
  const labels = [...new Set(result.rows.map((row) => row[bar.at] ?? null))].slice(0, mostBars)
  const drawn = withoutGaps(
    labels.map((label) => labelOf(label, bar)),
    groupsOf(result, serie, measure).map((group) => ({
      label: labelOf(group, serie),
      data: pick(result, bar, labels, measure, serie, group),
    })),
  )
  if (drawn === null) return null
  return {
    type: 'bar',
    title: heading,
    xAxisLabel: axis(bar),
    yAxisLabel: axis(measure),
    ...drawn,
    layout: 'vertical',
  }
}

/** Every series has a number for every category: a category without a number in one series is left out. */
function withoutGaps(
  categories: readonly string[],
  series: readonly { readonly label: string; readonly data: readonly (number | null)[] }[],
): Required<Pick<ChartSpec, 'categories' | 'series'>> | null {
  const places = categories.flatMap((_, place) =>
    series.every(({ data }) => typeof data[place] === 'number') ? [place] : [],
  )
  if (places.length < 2) return null
  return {
    categories: places.map((place) => categories[place] ?? ''),
    series: series.map(({ label, data }) => ({ label, data: places.map((place) => data[place] ?? 0) })),
  }
}

/** The values of a category with the largest amounts, in the order of the result. */
function groupsOf(result: ResultSet, category: Column, measure: Column): readonly Cell[] {
  const sizes = new Map<Cell, number>()
  for (const row of result.rows) {
    const group = row[category.at] ?? null
    sizes.set(group, (sizes.get(group) ?? 0) + Math.abs(amount(row[measure.at] ?? null) ?? 0))
  }
  const largest = new Set(
    [...sizes]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, mostSeries)
      .map(([group]) => group),
  )
  return [...sizes.keys()].filter((group) => largest.has(group))
}

/** A combination without rows is zero if amounts are added up, and unknown otherwise. */
function pick(
  result: ResultSet,
  along: Column,
  places: readonly Cell[],
  measure: Column,
  category: Column | null,
  group: Cell,
): (number | null)[] {
  const found = new Map<Cell, number | null>()
  for (const row of result.rows) {
    if (category !== null && (row[category.at] ?? null) !== group) continue
    found.set(row[along.at] ?? null, amount(row[measure.at] ?? null))
  }
  const absent = measure.isAdditive ? 0 : null
  return places.map((place) => (found.has(place) ? (found.get(place) ?? null) : absent))
}

function byTime(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}

function amount(cell: Cell): number | null {
  return typeof cell === 'number' && Number.isFinite(cell) ? tidy(cell) : null
}

/** Without floating-point noise. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

function labelOf(cell: Cell, column: Column): string {
  return cutText(visibleText(plainCell(cell, column)), mostLabel)
}

function besideKey(label: string, key: string): string {
  return `${cutText(label, Math.max(mostLabel - key.length - 3, 8))} (${key})`
}

function axis(column: Column | undefined): string {
  if (column === undefined) return ''
  const unit = column.kind === 'measure' ? column.format.unit : null
  return cutText(
    unit === null ? capitals(column.label) : `${capitals(column.label)} (${visibleText(unit)})`,
    60,
  )
}
