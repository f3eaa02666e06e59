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

/** A port of the loopback address that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() =>
      address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
    )
  })
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
