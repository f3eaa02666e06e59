import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work that yields often, so that it can be done at once or in small steps. */
export type Sliced<Result> = Generator<void, Result>

export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** One step in each turn of the event loop, so that other work is not delayed. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + sliceMs
    do {
      const step = work.next()
      if (step.done === true) return step.value
    } while (performance.now() < until)
    await nextTurn()
  }
}

/** The items, with a yield after every so many. */
export function* eachOf<Item>(items: Iterable<Item>, use: (item: Item, place: number) => void): Sliced<void> {
  let place = 0
  for (const item of items) {
    use(item, place)
    place += 1
    if (place % stride === 0) yield
  }
}

/** Sorted by code units: sorted runs are merged. */
export function* sortedTexts(texts: readonly string[]): Sliced<string[]> {
  let runs: string[][] = []
  for (let start = 0; start < texts.length; start += run) {
    runs.push(texts.slice(start, start + run).sort(byCode))
    yield
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let place = 0; place < runs.length; place += 2)
      merged.push(yield* merge(runs[place] ?? [], runs[place + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []
}

const sliceMs = 8
const stride = 512
const run = 2048

function* merge(one: readonly string[], other: readonly string[]): Sliced<string[]> {
  const merged: string[] = []
  let left = 0
  let right = 0
  while (left < one.length || right < other.length) {
    const first = one[left]
    const second = other[right]
    const isFirst = second === undefined || (first !== undefined && first <= second)
    merged.push((isFirst ? first : second) ?? '')
    if (isFirst) left += 1
    else right += 1
    if (merged.length % stride === 0) yield
  }
  return merged
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : 1
}
