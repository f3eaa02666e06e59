import type { ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../../test/environment/places.ts'
import { end, spawnQuipu, type AtEnd } from './quipu-process.ts'

/** A running `quipu start`. */
export class ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  stdout = ''
  stderr = ''

  private constructor(child: ChildProcess, url: string, atEnd: AtEnd) {
    this.child = child
    this.url = url
    atEnd(async () => void (await end(child, 'SIGKILL')))
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += String(chunk)))
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += String(chunk)))
  }

  /** Resolves when it has printed that it runs; throws its output if it ends before. */
  static async start(
    dataFolder: string,
    env: Readonly<Record<string, string>> = {},
    atEnd: AtEnd = onTestFinished,
  ): Promise<ServerProcess> {
    const port = env['PORT'] ?? String(await freePort())
    const settings = { QUIPU_DATA_DIR: dataFolder, PORT: port, LOG_LEVEL: 'warn', ...env }
    const server = new ServerProcess(spawnQuipu(['start'], settings), `http://127.0.0.1:${port}`, atEnd)
    await new Promise<void>((resolve, reject) => {
      server.child.stdout?.on('data', () => server.stdout.includes('doctor') && resolve())
      server.child.once('exit', (code) => reject(new Error(`ended with ${code}: ${server.stderr}`)))
    })
    return server
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return end(this.child, signal)
  }
}
