import { styleText } from 'node:util'

export type Tally = { passed: number; failed: number; skipped: number }

/** Runs one step and prints one line with its time; what it throws is printed below that line. */
export async function step(name: string, work: () => Promise<void>): Promise<Tally> {
  const started = performance.now()
  try {
    await work()
    sayStep(name, started, true)
    return { passed: 1, failed: 0, skipped: 0 }
  } catch (error) {
    sayStep(name, started, false)
    console.log(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

export function sayStep(name: string, started: number, isPassed: boolean): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const verdict = isPassed ? styleText('green', 'ok  ') : styleText('red', 'FAIL')
  console.log(`${verdict} ${name} ${styleText('dim', `${seconds} s`)}`)
}
