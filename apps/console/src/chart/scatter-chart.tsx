import type { ChartSpec } from '../answer/answer.ts'
import { AxisTitles, WithTooltip, ValueAxis, areaOf, colorOf, type Size } from './frame.tsx'
import { place, scaleOf, shortNumber } from './scale.ts'

export function ScatterChart({ spec, size }: { readonly spec: ChartSpec; readonly size: Size }) {
  const { points = [] } = spec
  const area = areaOf(size)
  const across = scaleOf(points.map(({ x }) => x), false) // prettier-ignore
  const up = scaleOf(points.map(({ y }) => y), false) // prettier-ignore
  return (
    <>
      <ValueAxis scale={up} area={area} />
      {across.ticks.map((tick) => (
        <text
          key={tick}
          className="chart-text"
          aria-hidden="true"
          x={place(tick, across, area.left, area.right)}
          y={area.bottom + 18}
          textAnchor="middle"
        >
          {shortNumber(tick)}
        </text>
      ))}
      <AxisTitles x={spec.xAxisLabel} y={spec.yAxisLabel} area={area} size={size} />
      {points.map(({ x, y, label }, index) => (
        <WithTooltip key={index} text={`${label ?? ''} ${x.toLocaleString()}, ${y.toLocaleString()}`.trim()}>
          <circle
            className={`chart-dot ${colorOf(0)}`}
            cx={place(x, across, area.left, area.right)}
            cy={place(y, up, area.bottom, area.top)}
            r={4.5}
          />
        </WithTooltip>
      ))}
    </>
  )
}
