import { capital, markdownText, type Cell } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { countOf, decimalsFor, formatChange, formatNumber } from './numbers.ts'
import { showCell } from './shape.ts'
import type { Column, Shape } from './shape.ts'
import { mostRowsShown, tableText } from './table.ts'

/** A larger change in percent is not meaningful. */
const mostTimes = 100

interface Point {
  readonly moment: Cell
  readonly value: number
}

/** Measures over time: first and last value, the peak, the steps, and the figures. */
export function seriesText(
  shape: Shape,
  result: ResultSet,
  { addsUp, isLastPartial }: { readonly addsUp: boolean; readonly isLastPartial: boolean },
): readonly string[] {
  const { time, measures, categories } = shape
  const rows = inTimeOrder(shape, result)
  const isAlongTime = time !== null && categories.length === 0
  const shown = isAlongTime ? rows.slice(-mostRowsShown) : rows
  const earlier = rows.length - shown.length
  const table = [
    ...(earlier > 0
      ? [`The last ${shown.length} periods; ${countOf(earlier, 'earlier one')} not shown:`]
      : []),
    ...tableText(shape.columns, { ...result, rows: shown }),
  ]
  if (time === null || categories.length > 0) return [`${countOf(result.rows.length, 'row')}:`, ...table]
  const sentences = measures.slice(0, 3).map((measure) => {
    const points = pointsOf(time, measure, result)
    return about(time, measure, points, { addsUp: addsUp && !result.isTruncated, isLastPartial })
  })
  return [...sentences.filter((sentence) => sentence !== ''), ...table]
}

function about(
  time: Column,
  measure: Column,
  all: readonly Point[],
  { addsUp, isLastPartial }: { readonly addsUp: boolean; readonly isLastPartial: boolean },
): string {
  const points = isLastPartial && all.length > 2 ? all.slice(0, -1) : all
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return ''
  const show = (value: number) => formatNumber(value, measure.format)
  const name = (point: Point) => showCell(point.moment, time)
  const sentences: string[] = []
  if (addsUp && measure.isAdditive) {
    const total = Number(all.reduce((sum, { value }) => sum + value, 0).toPrecision(14))
    const shown = formatNumber(total, { ...measure.format, decimals: decimalsFor([total]) })
    sentences.push(`${shown} in total over ${countOf(all.length, 'period')}.`)
  }
  const leftOut =
    points.length < all.length ? ` (${name(all.at(-1) ?? last)} is left out of this comparison)` : ''
  sentences.push(
    `From ${name(first)} to ${name(last)} it went from ${show(first.value)} to ${show(last.value)}${changeOf(first, last)}${leftOut}.`,
  )
  const most = Math.max(...points.map(({ value }) => value))
  const least = Math.min(...points.map(({ value }) => value))
  if (most > least) {
    sentences.push(
      `Highest: ${show(most)} (${whenOf(points, most, name)}); lowest: ${show(least)} (${whenOf(points, least, name)}).`,
    )
    const rises = points.filter(
      (point, at) => at > 0 && point.value > (points[at - 1]?.value ?? point.value),
    ).length
    if (points.length > 2) sentences.push(`It rose in ${rises} of ${points.length - 1} steps.`)
  } else sentences.push('It stayed the same throughout.')
  return `**${capital(markdownText(measure.label))}**: ${sentences.join(' ')}`
}

function changeOf(first: Point, last: Point): string {
  const isPlain = first.value > 0 && last.value >= 0 && first.value !== last.value
  if (!isPlain || last.value / first.value > mostTimes) return ''
  return ` (${formatChange(last.value / first.value - 1)})`
}

function whenOf(points: readonly Point[], value: number, name: (point: Point) => string): string {
  const there = points.filter((point) => point.value === value)
  return there.length > 3 ? `in ${countOf(there.length, 'period')}` : there.map(name).join(', ')
}

function pointsOf(time: Column, measure: Column, result: ResultSet): readonly Point[] {
  return result.rows
    .flatMap((row) => {
      const [moment, value] = [row[time.at] ?? null, row[measure.at] ?? null]
      return moment === null || typeof value !== 'number' ? [] : [{ moment, value }]
    })
    .toSorted((a, b) => compare(a.moment, b.moment))
}

function inTimeOrder({ time, categories }: Shape, result: ResultSet): ResultSet['rows'] {
  if (time === null || categories.length > 0) return result.rows
  return result.rows.toSorted((a, b) => compare(a[time.at] ?? null, b[time.at] ?? null))
}

function compare(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a ?? ''), String(b ?? '')]
  return left === right ? 0 : left < right ? -1 : 1
}
