export interface Sorting {
  readonly key: string
  readonly isDown: boolean
}

/** Numbers by size, texts in natural order (“a2” before “a10”). Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: ((row: Row) => string | number) | undefined,
  sorting: Sorting | undefined,
): readonly Row[] {
  if (sortBy === undefined || sorting === undefined) return rows
  const sign = sorting.isDown ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)))
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))
}

const texts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
