/** One operation on a register, as its client saw it. */
export interface Operation {
  readonly kind: 'write' | 'read'
  /** What was written, each value once; or what was read. */
  readonly value: string
  readonly begin: number
  /** Infinity for a write of which nobody knows whether it was done. */
  readonly end: number
}

/**
 * Whether there is one order of all operations in which each read sees the write before it, and in which whatever ended
 * before something else began comes before it. So a lost update or a stale read has no such order.
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
