/** One operation on a register, as its client saw it. */
export interface Operation {
  readonly kind: 'write' | 'read'
  /** The written value, each one unique; or the value that was read. */
  readonly value: string
  readonly begin: number
  /** Infinity for a write with an unknown outcome. */
  readonly end: number
}

/**
 * Whether there is one order of all operations in which each read sees the last write before it, and in which an operation
 * that ended before another began comes first. With a lost update or a stale read there is no such order.
 */
export function isLinearizable(initial: string, operations: readonly Operation[]): boolean {
  const known = new Set<string>()
  const place = (left: readonly number[], value: string): boolean => {
    const open = left.map((at) => operations[at]!)
    if (open.every(({ end }) => end === Infinity)) return true
    const key = `${left.join(' ')} ${value}`
    if (known.has(key)) return false
    known.add(key)
    const earliestEnd = Math.min(...open.map(({ end }) => end))
    return left.some((at) => {
      const { kind, value: own, begin } = operations[at]!
      if (begin > earliestEnd || (kind === 'read' && own !== value)) return false
      const others = left.filter((other) => other !== at)
      return place(others, own)
    })
  }
  return place([...operations.keys()], initial)
}
