import { afterAll, beforeAll } from 'vitest'
import { quipu, type AtEnd, type Outcome } from './quipu-process.ts'
import { ServerProcess } from './server-process.ts'
import { folderWithStore } from './test-store.ts'

interface SharedServer {
  readonly folder: string
  readonly server: ServerProcess
  /** A command beside it, given as one would type it. */
  run(line: string): Promise<Outcome>
}

/** One server for all tests of a file, which keep apart by the accounts they make. */
export function shareServer(): () => SharedServer {
  const cleanUps: Parameters<AtEnd>[0][] = []
  const atEnd: AtEnd = (cleanUp) => void cleanUps.unshift(cleanUp)
  let shared: SharedServer | undefined
  beforeAll(async () => {
    const folder = await folderWithStore({ atEnd })
    const server = await ServerProcess.start(folder, {}, atEnd)
    shared = { folder, server, run: (line) => quipu(line.split(' '), { QUIPU_DATA_DIR: folder }) }
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  })
  return () => {
    if (shared === undefined) throw new Error('Ask for the server within a test')
    return shared
  }
}
