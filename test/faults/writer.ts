import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import type { Place } from './numbers.ts'

/** A process that writes numbers, to be killed. */
export class Writer {
  readonly acknowledged: number[] = []
  readonly #child: ChildProcess
  readonly #listeners = new Set<(line: string) => void>()
  #errors = ''

  /** `lanes` numbers are written at once. Default: 1. */
  constructor(
    place: Place,
    folder: string,
    first: number,
    { nodeArguments = [], lanes = 1 }: { nodeArguments?: readonly string[]; lanes?: number } = {},
  ) {
    const program = fileURLToPath(import.meta.resolve('./write-numbers.ts'))
    const builtPrograms = ['--import', import.meta.resolve('../environment/preload-built.ts')]
    const words = [JSON.stringify(place), folder, String(first), String(lanes)]
    const child = spawn(process.execPath, [...builtPrograms, ...nodeArguments, program, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, QUIPU_TEST_PROGRAMS: inject('programsFolder') },
    })
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line))
    child.stderr.on('data', (chunk: Buffer) => (this.#errors += String(chunk)))
    this.#child = child
    onTestFinished(() => this.kill())
  }

  /** Waits for so many more acknowledged numbers. */
  async writes(count: number): Promise<void> {
    const target = this.acknowledged.length + count
    await this.#until(() => this.acknowledged.length >= target)
  }

  /** Waits until it reports that the store is unavailable. */
  async isRefused(): Promise<void> {
    await this.#until((line) => line === 'unavailable')
  }

  /** kill -9, and returns its whole output. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGKILL')
    await closed
  }

  async #until(isReached: (line: string) => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const listener = (line: string) => isReached(line) && resolve()
    const onExit = () => reject(new Error(`the writer ended by itself: ${this.#errors}`))
    this.#listeners.add(listener)
    this.#child.once('exit', onExit)
    try {
      await promise
    } finally {
      this.#listeners.delete(listener)
      this.#child.off('exit', onExit)
    }
  }

  #hear(line: string): void {
    if (/^\d+$/.test(line)) this.acknowledged.push(Number(line))
    for (const listener of this.#listeners) listener(line)
  }
}
