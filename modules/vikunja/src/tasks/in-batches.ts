/** In order, a few at a time, so that one caller does not take all connections. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += batchSize)
    results.push(
      ...(await Promise.all(
        items.slice(from, from + batchSize).map((item, place) => work(item, from + place)),
      )),
    )
  return results
}

const batchSize = 8

/** A task that was named twice, perhaps by id and by title, is one task. */
export function eachOnce<Item extends { readonly id: number }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
