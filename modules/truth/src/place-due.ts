/**
 * Whether the place of a reading is kept after so many parts. It is kept with all counts of equal statements, so with many of them it is
 * kept less often. Otherwise a part would cost the more, the more was read before it.
 */
export function isPlaceDue(partsSince: number, counts: number): boolean {
  return partsSince * countsAPart >= counts
}

const countsAPart = 2_000
