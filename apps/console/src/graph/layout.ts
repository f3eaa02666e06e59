export interface GraphNode {
  readonly id: string
  readonly label: string
  readonly note?: string
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly label: string
}

export interface PlacedNode extends GraphNode {
  readonly x: number
  readonly y: number
}

export const nodeSize = { width: 170, height: 48, gapX: 70, gapY: 22 } as const

/** Columns by the distance from the node with the most edges; unconnected nodes are in separate columns. */
export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly PlacedNode[] {
  const near = new Map<string, Set<string>>(nodes.map(({ id }) => [id, new Set()]))
  for (const { from, to } of edges) {
    if (from === to || !near.has(from) || !near.has(to)) continue
    near.get(from)?.add(to)
    near.get(to)?.add(from)
  }
  const order = nodes.toSorted((a, b) => (near.get(b.id)?.size ?? 0) - (near.get(a.id)?.size ?? 0))
  const columns: string[][] = []
  const seen = new Set<string>()
  const alone: string[] = []
  for (const { id } of order) {
    if (seen.has(id)) continue
    seen.add(id)
    if (near.get(id)?.size === 0) {
      alone.push(id)
      continue
    }
    let level = [id]
    for (let column = 0; level.length > 0; column++) {
      columns[column] = [...(columns[column] ?? []), ...level]
      const next = level.flatMap((one) => [...(near.get(one) ?? [])])
      level = [...new Set(next)].filter((one) => !seen.has(one))
      for (const one of level) seen.add(one)
    }
  }
  const tall = Math.max(4, Math.ceil(Math.sqrt(nodes.length)))
  const packed = [...columns.flatMap((column) => chunks(column, tall * 2)), ...chunks(alone, tall)]
  const places = new Map<string, { x: number; y: number }>()
  const highest = Math.max(1, ...packed.map((column) => column.length))
  for (const [across, column] of packed.entries())
    for (const [down, id] of column.entries())
      places.set(id, {
        x: across * (nodeSize.width + nodeSize.gapX),
        y: (down + (highest - column.length) / 2) * (nodeSize.height + nodeSize.gapY),
      })
  return nodes.map((node) => ({ ...node, ...(places.get(node.id) ?? { x: 0, y: 0 }) }))
}

function chunks(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
}
