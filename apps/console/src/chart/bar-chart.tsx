import type { ChartSpec } from '../answer/answer.ts'
import { AxisTitles, CategoryAxis, WithTooltip, ValueAxis, areaOf, colorOf, type Size } from './frame.tsx'
import { cutLabel, place, scaleOf, shortNumber } from './scale.ts'

export function BarChart({ spec, size }: { readonly spec: ChartSpec; readonly size: Size }) {
  return spec.layout === 'horizontal' ? (
    <LyingBars spec={spec} size={size} />
  ) : (
    <StandingBars spec={spec} size={size} />
  )
}

function StandingBars({ spec, size }: { readonly spec: ChartSpec; readonly size: Size }) {
  const { categories = [], series = [] } = spec
  const area = areaOf(size)
  const scale = scaleOf(valuesOf(spec), true)
  const band = (area.right - area.left) / Math.max(1, categories.length)
  const wide = Math.min(64, (band * 0.76) / Math.max(1, series.length))
  const middle = (index: number) => area.left + band * (index + 0.5)
  const zero = place(0, scale, area.bottom, area.top)
  return (
    <>
      <ValueAxis scale={scale} area={area} />
      <CategoryAxis categories={categories} area={area} at={middle} />
      <AxisTitles x={spec.xAxisLabel} y={spec.yAxisLabel} area={area} size={size} />
      {series.map(({ label, data }, nth) =>
        data.map((value, index) => {
          if (value === null) return null
          const y = place(value, scale, area.bottom, area.top)
          const x = middle(index) + (nth - series.length / 2) * wide
          return (
            <WithTooltip
              key={`${nth}-${index}`}
              text={`${categories[index]}: ${label} ${value.toLocaleString()}`}
            >
              <rect
                className={colorOf(nth)}
                x={x + wide * 0.04}
                width={Math.max(1, wide * 0.92)}
                y={Math.min(y, zero)}
                height={Math.max(1, Math.abs(zero - y))}
                rx={2}
              />
            </WithTooltip>
          )
        }),
      )}
    </>
  )
}

/** For long names: each has its own line. */
function LyingBars({ spec, size }: { readonly spec: ChartSpec; readonly size: Size }) {
  const { categories = [], series = [] } = spec
  const longest = Math.max(0, ...categories.map((name) => name.length))
  const area = areaOf(size, Math.min(size.width * 0.36, 24 + longest * 7))
  const most = Math.max(4, Math.floor((area.left - 16) / 7))
  const scale = scaleOf(valuesOf(spec), true)
  const band = (area.bottom - area.top) / Math.max(1, categories.length)
  const high = Math.min(32, (band * 0.76) / Math.max(1, series.length))
  const zero = place(0, scale, area.left, area.right)
  const isCrowded = band < 13
  return (
    <>
      {scale.ticks.map((tick) => {
        const x = place(tick, scale, area.left, area.right)
        return (
          <g key={tick} aria-hidden="true">
            <line className="chart-line" x1={x} x2={x} y1={area.top} y2={area.bottom} />
            <text className="chart-text" x={x} y={area.bottom + 18} textAnchor="middle">
              {shortNumber(tick)}
            </text>
          </g>
        )
      })}
      <AxisTitles x={spec.yAxisLabel} y={undefined} area={area} size={size} />
      {categories.map((name, index) => {
        const y = area.top + band * (index + 0.5)
        return (
          <g key={index}>
            {(!isCrowded || index % Math.ceil(13 / band) === 0) && (
              <text className="chart-text" x={area.left - 8} y={y + 4} textAnchor="end" aria-hidden="true">
                {cutLabel(name, most)}
              </text>
            )}
            {series.map(({ label, data }, nth) => {
              const value = data[index]
              if (value === null || value === undefined) return null
              const x = place(value, scale, area.left, area.right)
              return (
                <WithTooltip key={nth} text={`${name}: ${label} ${value.toLocaleString()}`}>
                  <rect
                    className={colorOf(nth)}
                    x={Math.min(x, zero)}
                    width={Math.max(1, Math.abs(x - zero))}
                    y={y + (nth - series.length / 2) * high}
                    height={Math.max(1, high * 0.92)}
                    rx={2}
                  />
                </WithTooltip>
              )
            })}
          </g>
        )
      })}
    </>
  )
}

function valuesOf({ series = [] }: ChartSpec): number[] {
  return series.flatMap(({ data }) => data.filter((value) => value !== null))
}
