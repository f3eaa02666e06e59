/** Ids from the first to the last, both included. */
export type IdRange = readonly [first: number, last: number]
/** In order, without overlap, with at least one id missing between any two. */
export type IdRanges = readonly IdRange[]

/** From PostgreSQL's form of an `int8multirange`, such as `{[1,5),[7,8)}`. Undefined for one without a bound. */
export function parseRanges(text: string): IdRanges | undefined {
  const ranges = Array.from(text.matchAll(/\[(-?\d+),(-?\d+)\)/g), ([, from, to]): IdRange => [
    Number(from),
    Number(to) - 1,
  ])
  return textOf(ranges) === text ? ranges : undefined
}

export function textOf(ranges: IdRanges): string {
  return `{${ranges.map(([first, last]) => `[${first},${last + 1})`).join(',')}}`
}

export function countOf(ranges: IdRanges): number {
  return ranges.reduce((count, [first, last]) => count + last - first + 1, 0)
}

export function union(some: IdRanges, others: IdRanges): IdRanges {
  const merged: [number, number][] = []
  for (const [first, last] of [...some, ...others].toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([first, last])
  }
  return merged
}

export function above(ranges: IdRanges, id: number): IdRanges {
  return ranges.filter(([, last]) => last > id).map(([first, last]) => [Math.max(first, id + 1), last])
}

/** The ids above `after` and up to `upTo` that are not in the ranges. */
export function gaps(ranges: IdRanges, after: number, upTo: number): IdRanges {
  const missing: IdRange[] = []
  let next = after + 1
  for (const [first, last] of above(ranges, after)) {
    if (first > upTo) break
    if (first > next) missing.push([next, first - 1])
    next = last + 1
  }
  if (next <= upTo) missing.push([next, upTo])
  return missing
}

export function* idsOf(ranges: IdRanges): Generator<number> {
  for (const [first, last] of ranges) for (let id = first; id <= last; id += 1) yield id
}
