import { appendFileSync, readFileSync } from 'node:fs'

/** Seconds of processor time. */
export interface Cost {
  readonly own: number
  /** Of processes that it started, as far as they have ended and were waited for. */
  readonly children: number
}

/** The file to which each part of a run writes what it took, if somebody wants to know. */
export const costsFile = process.env['QUIPU_TEST_COSTS'] || undefined

/** What a process has taken so far; nothing where the system does not tell. */
export function costSoFar(pid: number | 'self' = 'self'): Cost {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in brackets, and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const seconds = (index: number) => Number(fields[index]) / ticksPerSecond
    return { own: seconds(11) + seconds(12), children: seconds(13) + seconds(14) }
  } catch {
    return nothing
  }
}

/** The same on every machine with Linux that runs Node. */
const ticksPerSecond = 100

export const nothing: Cost = { own: 0, children: 0 }

/** Writes down what was taken since `before`. */
export function noteCost(name: string, before: Cost, now = costSoFar()): void {
  if (costsFile === undefined) return
  const cost = { own: now.own - before.own, children: now.children - before.children }
  appendFileSync(costsFile, `${JSON.stringify({ name, ...cost })}\n`)
}
