/** Runs the work for 0 … count - 1, with this many at a time. */
export async function inParallel<Result>(
  count: number,
  atATime: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next
      next += 1
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker))
  return results
}
