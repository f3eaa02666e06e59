import { cutLabel } from '../chart/scale.ts'
import { layOut, nodeSize, type GraphEdge, type GraphNode } from './layout.ts'
import './graph.css'

interface Props {
  readonly label: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly onChoose?: (id: string) => void
}

/** Boxes and their connections. It scrolls if it is larger than its container; a list beside it has the same content. */
export function GraphView({ label, nodes, edges, onChoose }: Props) {
  const placed = layOut(nodes, edges)
  const width = Math.max(0, ...placed.map(({ x }) => x)) + nodeSize.width + 4
  const height = Math.max(0, ...placed.map(({ y }) => y)) + nodeSize.height + 4
  const at = new Map(placed.map((node) => [node.id, node]))
  return (
    <div className="graph" tabIndex={0} role="region" aria-label={label}>
      <svg width={width} height={height} viewBox={`-2 -2 ${width} ${height}`} role="group" aria-label={label}>
        {edges.map(({ from, to, label: words }, index) => {
          const [a, b] = [at.get(from), at.get(to)]
          if (a === undefined || b === undefined) return null
          return (
            <path key={index} className="graph-edge" d={edgePath(a, b)}>
              <title>{words}</title>
            </path>
          )
        })}
        {placed.map(({ id, x, y, label: name, note }) => (
          <g
            key={id}
            className={onChoose === undefined ? 'graph-node' : 'graph-node choosable'}
            transform={`translate(${x} ${y})`}
            onClick={() => onChoose?.(id)}
          >
            <title>{note === undefined ? name : `${name}, ${note}`}</title>
            <rect width={nodeSize.width} height={nodeSize.height} rx={8} />
            <text x={12} y={note === undefined ? 29 : 21}>
              {cutLabel(name, 17)}
            </text>
            {note !== undefined && (
              <text className="graph-note" x={12} y={38}>
                {cutLabel(note, 24)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A curve between the edges of two boxes. */
function edgePath(a: Point, b: Point): string {
  const [left, right] = a.x <= b.x ? [a, b] : [b, a]
  const middle = nodeSize.height / 2
  // A box that leads to itself: an arc over its upper right corner.
  if (a.x === b.x && a.y === b.y) return `M${a.x + nodeSize.width - 44} ${a.y}a14 12 0 0 1 28 0`
  const isSame = left.x === right.x
  const [x1, x2] = [left.x + nodeSize.width, isSame ? right.x + nodeSize.width : right.x]
  const bend = isSame ? 40 : Math.max(30, (x2 - x1) / 2)
  return `M${x1} ${left.y + middle}C${x1 + bend} ${left.y + middle} ${isSame ? x2 + bend : x2 - bend} ${right.y + middle} ${x2} ${right.y + middle}`
}
