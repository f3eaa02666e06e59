import type { ChartSpec } from '../answer/answer.ts'
import { WithTooltip, colorOf, type Size } from './frame.tsx'
import { cutLabel } from './scale.ts'

export function PieChart({ spec, size }: { readonly spec: ChartSpec; readonly size: Size }) {
  const { slices = [] } = spec
  const whole = slices.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  const radius = Math.max(20, Math.min(size.height - 24, size.width * 0.45) / 2)
  const [x, y] = [radius + 12, size.height / 2]
  let turned = 0
  const drawn = slices.map(({ label, value }, index) => {
    const share = whole === 0 ? 0 : Math.max(0, value) / whole
    const from = turned
    turned += share
    const words = `${label}: ${value.toLocaleString()} (${(share * 100).toFixed(1)} %)`
    return { words, share, index, path: sliceOf(x, y, radius, from, turned) }
  })
  const legend = x + radius + 24
  const lines = Math.max(1, Math.floor((size.height - 16) / 22))
  return (
    <>
      {drawn.map(({ words, index, path, share }) => (
        <WithTooltip key={index} text={words}>
          {share > 0 && <path className={`chart-slice ${colorOf(index)}`} d={path} />}
        </WithTooltip>
      ))}
      {drawn.slice(0, lines).map(({ words, index }) => (
        <g key={index} aria-hidden="true">
          <rect className={colorOf(index)} x={legend} y={12 + index * 22} width={12} height={12} rx={2} />
          <text className="chart-text" x={legend + 20} y={22 + index * 22}>
            {cutLabel(words, Math.max(6, Math.floor((size.width - legend - 24) / 7)))}
          </text>
        </g>
      ))}
    </>
  )
}

function sliceOf(x: number, y: number, radius: number, from: number, to: number): string {
  if (to - from > 0.9999) return `M${x} ${y - radius}A${radius} ${radius} 0 1 1 ${x - 0.01} ${y - radius}Z`
  const at = (turn: number) =>
    `${x + radius * Math.sin(turn * 2 * Math.PI)} ${y - radius * Math.cos(turn * 2 * Math.PI)}`
  return `M${x} ${y}L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`
}
