import { setTimeout as sleep } from 'node:timers/promises'
import { GuardedProcess, type Command } from './guarded-process.ts'

/** A server of our own that a test may crash and bring back on the same address and the same data. */
export type PrivateServer = AsyncDisposable & {
  name: string
  url: string
  /** Of its process now. */
  readonly pid: number
  /** kill -9 of the server and all its processes. */
  kill(): Promise<void>
  /** It stands still with all its processes, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Asks it to end by a signal and waits until it has. */
  halt(signal: NodeJS.Signals): Promise<void>
  /** Starts it again after `kill` or `halt`. */
  restart(): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

export type Recipe = {
  name: string
  url: string
  command: Command
  /** Rejects as long as the server does not answer. */
  ping: () => Promise<void>
  removeFolder: () => void
}

export async function startPrivateServer(recipe: Recipe): Promise<PrivateServer> {
  let server = await launch(recipe)
  const stop = async () => {
    await server.stop()
    recipe.removeFolder()
  }
  return {
    name: recipe.name,
    url: recipe.url,
    get pid() {
      return server.pid
    },
    kill: () => server.crash(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    halt: (signal) => server.stop(signal),
    async restart() {
      await server.crash()
      server = await launch(recipe)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** On a machine that does much else at the same time. */
const startMs = 120_000

/** After a crash PostgreSQL refuses to start until the kernel has let go of the old processes: so it is tried again. */
async function launch(recipe: Recipe): Promise<GuardedProcess> {
  const deadline = Date.now() + startMs
  let server = new GuardedProcess(recipe.command)
  for (;;) {
    try {
      await recipe.ping()
      if (server.isRunning) return server
    } catch (cause) {
      if (Date.now() > deadline) {
        await server.crash()
        throw new Error(`${recipe.name} did not start within ${startMs / 1000} s: ${server.output}`, {
          cause,
        })
      }
    }
    await sleep(25)
    if (server.isRunning) continue

    if (Date.now() > deadline) throw new Error(`${recipe.name} does not start: ${server.output}`)
    await sleep(200)
    server = new GuardedProcess(recipe.command)
  }
}
