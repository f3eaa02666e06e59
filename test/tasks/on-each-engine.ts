import { afterAll, beforeAll, describe } from 'vitest'
import { servers } from '../environment/index.ts'
import { engines } from '../environment/test-host.ts'
import { openTasks } from './open-tasks.ts'

export type Opened = Awaited<ReturnType<typeof openTasks>>

/** The same tests on every engine, each on one installation that they share; each test brings its own people. */
export function onEachEngine(tests: (installation: () => Opened) => void): void {
  const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
  describe.each(available)('on %s', (engine) => {
    let opened: Opened | undefined
    beforeAll(async () => {
      opened = await openTasks(engine)
    })
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]()
    })
    tests(() => {
      if (opened === undefined) throw new Error('No installation yet')
      return opened
    })
  })
}
