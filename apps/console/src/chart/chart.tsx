import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ChartSpec } from '../answer/answer.ts'
import { BarChart } from './bar-chart.tsx'
import { colorOf, type Size } from './frame.tsx'
import { LineChart } from './line-chart.tsx'
import { PieChart } from './pie-chart.tsx'
import { ScatterChart } from './scatter-chart.tsx'
import './chart.css'

const drawings = { bar: BarChart, line: LineChart, pie: PieChart, scatter: ScatterChart } as const

interface Props {
  readonly spec: ChartSpec
  /** A reference to the drawing, for saving it. */
  readonly picture?: RefObject<SVGSVGElement | null>
}

/** A chart as large as its frame, which can be resized. The table beside it has the same data for screen readers. */
export function Chart({ spec, picture }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const Drawing = drawings[spec.type]
  const names = spec.series ?? []
  return (
    <figure className="chart">
      <figcaption>{spec.title}</figcaption>
      <div className="chart-frame" ref={frame}>
        {size !== undefined && (
          <svg ref={picture} width={size.width} height={size.height} role="img" aria-label={spec.title}>
            <Drawing spec={spec} size={size} />
          </svg>
        )}
      </div>
      {names.length > 1 && (
        <ul className="chart-legend">
          {names.map(({ label }, index) => (
            <li key={index}>
              <svg width="12" height="12" aria-hidden="true">
                <rect className={colorOf(index)} width="12" height="12" rx="2" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const watched = element.current
    if (watched === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect
      if (box !== undefined && box.width > 0) setSize({ width: box.width, height: box.height })
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}
