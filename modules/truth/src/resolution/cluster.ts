import type { Pairs } from './blocking.ts'

/** Entries that mean the same, with the probability of the weakest link that holds them together. */
export interface Group {
  readonly members: readonly number[]
  readonly probability: number
}

/**
 * Joins entries of one list, the surest pairs first. Two groups are joined by a pair above the threshold only where all
 * their pairs together are evidence for it, so that a chain of similar pairs does not become one group.
 */
export function groupsOf(
  size: number,
  pairs: Pairs,
  probabilities: Float64Array,
  threshold: number,
  evidence: (a: number, b: number) => number,
): readonly Group[] {
  const groups: { members: number[]; probability: number }[] = Array.from({ length: size }, (_, entry) => ({
    members: [entry],
    probability: 1,
  }))
  for (const at of surestFirst(pairs, probabilities, threshold)) {
    const [x, y] = [groups[pairs.left[at]!]!, groups[pairs.right[at]!]!]
    if (x === y || x.members.length + y.members.length > largestGroup) continue
    if (x.members.length * y.members.length > 1 && !belongTogether(x.members, y.members, evidence)) continue
    const joined = {
      members: [...x.members, ...y.members],
      probability: Math.min(x.probability, y.probability, probabilities[at]!),
    }
    for (const entry of joined.members) groups[entry] = joined
  }
  return [...new Set(groups)].filter(({ members }) => members.length > 1)
}

/** Links two lists, the surest pairs first. Each entry has at most one partner. */
export function partnersOf(
  size: number,
  pairs: Pairs,
  probabilities: Float64Array,
  threshold: number,
): readonly Group[] {
  const isTaken = new Uint8Array(size)
  const groups: Group[] = []
  for (const at of surestFirst(pairs, probabilities, threshold)) {
    const [a, b] = [pairs.left[at]!, pairs.right[at]!]
    if (isTaken[a] === 1 || isTaken[b] === 1) continue
    isTaken[a] = 1
    isTaken[b] = 1
    groups.push({ members: [a, b], probability: probabilities[at]! })
  }
  return groups
}

function surestFirst(
  { left, right }: Pairs,
  probabilities: Float64Array,
  threshold: number,
): readonly number[] {
  const sure: number[] = []
  probabilities.forEach((probability, at) => {
    if (probability >= threshold) sure.push(at)
  })
  return sure.toSorted(
    (x, y) => probabilities[y]! - probabilities[x]! || left[x]! - left[y]! || right[x]! - right[y]!,
  )
}

function belongTogether(
  xs: readonly number[],
  ys: readonly number[],
  evidence: (a: number, b: number) => number,
): boolean {
  let sum = 0
  for (const x of xs) for (const y of ys) sum += Math.max(-clearest, Math.min(clearest, evidence(x, y)))
  return sum >= 0
}

/** The largest weight of one pair, as a natural logarithm of odds. */
const clearest = 8
const largestGroup = 200
