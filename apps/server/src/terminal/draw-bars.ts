import { numberText } from './draw-table.ts'
import { fitted, plainLine, widthOf } from './text-width.ts'

export interface Chart {
  readonly type: 'bar' | 'line' | 'pie' | 'scatter'
  readonly title: string
  readonly categories?: readonly string[] | undefined
  readonly series?:
    | readonly { readonly label: string; readonly data: readonly (number | null)[] }[]
    | undefined
  readonly slices?: readonly { readonly label: string; readonly value: number }[] | undefined
}

const mostBars = 30
const parts = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** The chart's first series as bars from left to right; nothing for points. */
export function drawBars(chart: Chart, terminalWidth: number): string | undefined {
  const bars = barsOf(chart).slice(0, mostBars)
  if (bars.length === 0) return undefined
  const labels = Math.min(Math.max(...bars.map(({ label }) => widthOf(label))), Math.floor(terminalWidth / 3))
  const values = Math.max(...bars.map(({ value }) => numberText(value).length))
  const room = Math.max(4, terminalWidth - labels - values - 4)
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE)
  return [
    plainLine(chart.title),
    ...bars.map(({ label, value }) => {
      const bar = value < 0 ? '░'.repeat(Math.round((-value / most) * room)) : solid((value / most) * room)
      return `${fitted(label, labels)}  ${fitted(numberText(value), values, 'right')}  ${bar}`.trimEnd()
    }),
  ].join('\n')
}

function barsOf({ categories = [], series = [], slices = [] }: Chart): { label: string; value: number }[] {
  const pairs =
    slices.length > 0
      ? slices.map(({ label, value }) => ({ label, value }))
      : categories.map((label, index) => ({ label, value: series[0]?.data[index] ?? 0 }))
  return pairs.map(({ label, value }) => ({ label: plainLine(label), value }))
}

/** To an eighth of a column. */
function solid(columns: number): string {
  const eighths = Math.round(columns * 8)
  return '█'.repeat(Math.floor(eighths / 8)) + (parts[eighths % 8] ?? '')
}
