import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { uptime } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storeTemplate } from '../environment/embedded-store.ts'
import { freePort, hasProgram, temporaryFolder } from '../environment/index.ts'
import { Instance } from '../faults/instance.ts'
import { freePorts, startNginx } from './run-nginx.ts'
import { StandIns } from './stand-ins.ts'

const ready = '/api/health/ready'
const patience = { timeout: 60_000, interval: 100 }

test.skipIf(!hasProgram('nginx'))(
  '[X180] [H182] [H743] a frozen instance is found by the probe through nginx, says that it is late when it runs again, and is then used again',
  { timeout: 180_000 },
  async () => {
    const { instance, port } = await startInstance()
    await using others = new StandIns()
    const [, second, third] = await others.listen()
    const instances = [`127.0.0.1:${port}`, `127.0.0.1:${second}`, `127.0.0.1:${third}`]
    await using nginx = await startNginx({ instances, ports: await freePorts(), ratePerSecond: 10_000 })
    const turnsOfTheFrozen = () =>
      nginx.log().filter((line) => line.includes('/api/tasks') && line.includes(`127.0.0.1:${port}`)).length

    instance.signal('SIGSTOP')
    const stoppedAt = uptime()
    const waiting = [ready, '/api/health/live'].map((path) => fetch(instance.url + path))
    const probes = await Promise.all([1, 2, 3].map(() => fetch(nginx.url + ready)))
    expect(probes.map(({ status }) => status)).toEqual([200, 200, 200])

    for (let count = 0; count < 6; count += 1)
      expect((await fetch(`${nginx.url}/api/tasks`, { method: 'POST', body: '{}' })).status).toBe(200)
    expect(turnsOfTheFrozen()).toBe(0)

    await vi.waitUntil(() => uptime() - stoppedAt > 6, patience)
    instance.signal('SIGCONT')
    const [late, live] = await Promise.all(waiting)
    expect([late?.status, await late?.json()]).toEqual([503, { status: 'late' }])
    expect(live?.status).toBe(200)

    await vi.waitFor(async () => expect((await fetch(instance.url + ready)).status).toBe(200), patience)
    await vi.waitFor(async () => {
      await fetch(`${nginx.url}/api/tasks`)
      expect(turnsOfTheFrozen()).toBeGreaterThan(0)
    }, patience)
  },
)

async function startInstance(): Promise<{ instance: Instance; port: number }> {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const port = await freePort()
  const migrated = await storeTemplate('server-store', async (made) => {
    await new Instance(port, { QUIPU_DATA_DIR: made }).command('migrate')
  })
  await cp(migrated, folder.path, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const instance = new Instance(port, { QUIPU_DATA_DIR: folder.path, QUIPU_SAMPLE: 'off' })
  await instance.start()
  return { instance, port }
}
