import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort, temporaryFolder } from '../environment/index.ts'

const appendix = join(import.meta.dirname, 'appendix')

/** A program that a test runs as a person would in a terminal. */
export class Program implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #ended: Promise<unknown>
  readonly #folder: Disposable
  output = ''

  private constructor(
    command: string,
    args: readonly string[],
    folder: { readonly path: string } & Disposable,
  ) {
    this.#folder = folder
    this.#child = spawn(command, args, { cwd: folder.path })
    this.#ended = once(this.#child, 'close')
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += String(chunk)))
  }

  /** Found from beside it: what this project has installed. */
  static typescript(...args: readonly string[]): Program {
    const folder = temporaryFolder()
    const path = join(folder.path, 'client.mts')
    copyFileSync(join(appendix, 'typescript-client.mts.txt'), path)
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder.path, 'node_modules'))
    return new Program(process.execPath, [path, ...args], folder)
  }

  static python(...args: readonly string[]): Program {
    const folder = temporaryFolder()
    const path = join(folder.path, 'client.py')
    copyFileSync(join(appendix, 'python_client.py'), path)
    copyFileSync(join(appendix, 'requests_by_urllib.py'), join(folder.path, 'requests.py'))
    return new Program('python3', ['-u', path, ...args], folder)
  }

  type(line: string): void {
    this.#child.stdin.end(`${line}\n`)
  }

  async end(): Promise<number | null> {
    await this.#ended
    return this.#child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
    this.#folder[Symbol.dispose]()
  }
}

/** 3000 if nobody has it: the client was added with that port, and on a person's machine any other counts as well. */
export async function callbackPort(): Promise<number> {
  const server = createServer()
  const isFree = await new Promise<boolean>((tried) => {
    server.once('error', () => tried(false))
    server.listen(3000, () => tried(true))
  })
  if (!isFree) return freePort()
  await new Promise((closed) => server.close(closed))
  return 3000
}
