import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fresh folder that is removed when this process ends, or earlier with `using`. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'quipu-test-'))
  foldersToRemove.add(path)
  return {
    path,
    [Symbol.dispose]() {
      removeFolder(path)
      foldersToRemove.delete(path)
    },
  }
}

/**
 * A port of the loopback address that nobody listens on, nor will before whoever asked does: it is below those that the
 * system gives to connections, and each process of a run has ports of its own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    nextPort = (nextPort + 1) % portsEach
    const port = lowestPort + (ownNumber % mostProcesses) * portsEach + nextPort
    if (await isFree(port)) return port
  }
}

const lowestPort = 12_000
const portsEach = 3_000
const mostProcesses = 6
const ownNumber = Number(process.env['VITEST_POOL_ID'] ?? 0)
/** Another run on this machine most likely begins elsewhere. */
let nextPort = randomInt(portsEach)

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}

const foldersToRemove = new Set<string>()

process.once('exit', () => {
  for (const path of foldersToRemove) removeFolder(path)
})

/** A server that was killed may still be writing its last file. */
function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
