export interface Sample {
  readonly seconds: number
  readonly memoryMb: number
  readonly handles: number
  readonly calls: number
}

export interface Verdict {
  readonly isFlat: boolean
  readonly words: string
}

/** Compares the last third with the one before it; the first third is for warming up. */
export function verdictOf(samples: readonly Sample[]): Verdict {
  const third = Math.floor(samples.length / 3)
  if (third < 3) return { isFlat: false, words: 'not known: too short, take at least ten samples' }
  const middle = samples.slice(third, 2 * third)
  const last = samples.slice(-third)
  const memory = [medianOf(middle, 'memoryMb'), medianOf(last, 'memoryMb')] as const
  const handles = [medianOf(middle, 'handles'), medianOf(last, 'handles')] as const
  const isMemoryFlat = memory[1] - memory[0] <= Math.max(leastMb, memory[0] * leastShare)
  const areHandlesFlat = handles[1] - handles[0] <= leastHandles
  const words = [
    `memory ${isMemoryFlat ? 'flat' : 'not flat'} (${memory[0].toFixed(0)} → ${memory[1].toFixed(0)} MB)`,
    `handles ${areHandlesFlat ? 'flat' : 'not flat'} (${handles[0]} → ${handles[1]})`,
  ]
  return { isFlat: isMemoryFlat && areHandlesFlat, words: words.join(', ') }
}

/** Growth below these is normal variation of garbage collection and connections. */
const leastMb = 16
const leastShare = 0.05
const leastHandles = 8

function medianOf(samples: readonly Sample[], field: 'memoryMb' | 'handles'): number {
  const sorted = samples.map((sample) => sample[field]).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
