/** Equal for joins of the same two sides by the same pairs of fields, in any order of the pairs. */
export function joinKey({ from, to, fromFields, toFields }: Join): string {
  const pairs = fromFields.map((field, place) => JSON.stringify([field, toFields[place] ?? ''])).toSorted()
  return JSON.stringify([from, to, pairs])
}

interface Join {
  readonly from: string
  readonly to: string
  readonly fromFields: readonly string[]
  readonly toFields: readonly string[]
}
