import { median } from '../mcp/load.ts'

export const samples = 40
const warmUp = 20

/** In milliseconds, of one call. */
export interface Cost {
  readonly cpuMs: number
  readonly p50: number
}

export type Calls = Readonly<Record<string, (n: number) => Promise<unknown>>>

/** `cpuSeconds` tells the processor time of the server so far. */
export async function costsOf(
  calls: Calls,
  cpuSeconds: () => number | Promise<number>,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const [name, call] of Object.entries(calls)) {
    for (let round = 0; round < warmUp; round += 1) await call(samples + round)
    const times: number[] = []
    const before = await cpuSeconds()
    for (let sample = 0; sample < samples; sample += 1) {
      const began = performance.now()
      await call(sample)
      times.push(performance.now() - began)
    }
    const cpuMs = (((await cpuSeconds()) - before) * 1000) / samples
    costs.set(name, { cpuMs, p50: median(times) })
  }
  return costs
}
