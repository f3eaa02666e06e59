import type { ChartSpec } from '../answer/answer.ts'
import { AxisTitles, CategoryAxis, WithTooltip, ValueAxis, areaOf, colorOf, type Size } from './frame.tsx'
import { place, scaleOf } from './scale.ts'

/** Above this number of points, only the line is drawn. */
const mostDots = 60

export function LineChart({ spec, size }: { readonly spec: ChartSpec; readonly size: Size }) {
  const { categories = [], series = [] } = spec
  const area = areaOf(size)
  const values = series.flatMap(({ data }) => data.filter((value) => value !== null))
  const scale = scaleOf(values, Math.min(...values) >= 0)
  const gap = (area.right - area.left - 24) / Math.max(1, categories.length - 1)
  const at = (index: number) => area.left + 12 + (categories.length === 1 ? gap / 2 : gap * index)
  const y = (value: number) => place(value, scale, area.bottom, area.top)
  return (
    <>
      <ValueAxis scale={scale} area={area} />
      <CategoryAxis categories={categories} area={area} at={at} />
      <AxisTitles x={spec.xAxisLabel} y={spec.yAxisLabel} area={area} size={size} />
      {series.map(({ label, data }, nth) => (
        <g key={nth}>
          <path className={`chart-path ${colorOf(nth)}`} d={pathOf(data, at, y)} />
          {data.map((value, index) =>
            value === null ? null : (
              <WithTooltip key={index} text={`${categories[index]}: ${label} ${value.toLocaleString()}`}>
                <circle
                  className={data.length > mostDots ? 'chart-unseen' : colorOf(nth)}
                  cx={at(index)}
                  cy={y(value)}
                  r={data.length > mostDots ? 6 : 3.5}
                />
              </WithTooltip>
            ),
          )}
        </g>
      ))}
    </>
  )
}

/** A line through the values, with gaps for missing ones. */
function pathOf(
  data: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isBroken = true
  let path = ''
  for (const [index, value] of data.entries()) {
    if (value === null) {
      isBroken = true
      continue
    }
    path += `${isBroken ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    isBroken = false
  }
  return path
}
