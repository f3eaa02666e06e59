import type { ReactNode } from 'react'
import { cutLabel, labelStep, place, shortMonth, shortNumber, type Scale } from './scale.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The area for marks, within the axes. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Space for the labels of both axes. */
export function areaOf({ width, height }: Size, left = 56): Area {
  return { left, right: width - 12, top: 12, bottom: height - 44 }
}

/** Lines and numbers of the value axis, at the left. */
export function ValueAxis({ scale, area }: { readonly scale: Scale; readonly area: Area }) {
  return (
    <g aria-hidden="true">
      {scale.ticks.map((tick) => {
        const y = place(tick, scale, area.bottom, area.top)
        return (
          <g key={tick}>
            <line className="chart-line" x1={area.left} x2={area.right} y1={y} y2={y} />
            <text className="chart-text" x={area.left - 8} y={y + 4} textAnchor="end">
              {shortNumber(tick)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

interface CategoryProps {
  readonly categories: readonly string[]
  readonly area: Area
  readonly at: (index: number) => number
}

/** The names below, as many as fit. */
export function CategoryAxis({ categories, area, at }: CategoryProps) {
  const room = area.right - area.left
  const step = labelStep(categories.length, room, 80)
  const most = Math.max(4, Math.floor((room / Math.max(1, categories.length)) * step * 0.125))
  return (
    <g aria-hidden="true">
      {categories.map((name, index) =>
        index % step === 0 ? (
          <text
            key={index}
            className="chart-text"
            x={Math.min(at(index), area.right - 16)}
            y={area.bottom + 18}
            textAnchor="middle"
          >
            {cutLabel(shortMonth(name), most)}
          </text>
        ) : null,
      )}
    </g>
  )
}

interface TitlesProps {
  readonly x: string | undefined
  readonly y: string | undefined
  readonly area: Area
  readonly size: Size
}

export function AxisTitles({ x, y, area, size }: TitlesProps) {
  return (
    <g aria-hidden="true">
      {x !== undefined && (
        <text className="chart-text" x={(area.left + area.right) / 2} y={size.height - 6} textAnchor="middle">
          {cutLabel(x, 60)}
        </text>
      )}
      {y !== undefined && (
        <text
          className="chart-text"
          transform={`translate(12 ${(area.top + area.bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
        >
          {cutLabel(y, 40)}
        </text>
      )}
    </g>
  )
}

/** A mark with a tooltip. */
export function WithTooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <g className="chart-mark">
      <title>{text}</title>
      {children}
    </g>
  )
}

export function colorOf(index: number): string {
  return `chart-color-${(index % 8) + 1}`
}
