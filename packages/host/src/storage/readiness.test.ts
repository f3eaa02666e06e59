import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canMount, smallDisk } from '../../../../test/environment/small-disk.ts'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { Readiness } from './readiness.ts'
import type { Store } from './store.ts'
import { engines, openTestStore, silent } from './test-store.ts'

describe.each(engines)('readiness on %s', (engine) => {
  test('[S166] a store that takes writes is ready, and one that is closed is not', async () => {
    using folder = temporaryFolder()
    const store = await openTestStore(engine)
    const options = { store, dataFolder: folder.path, log: silent }
    expect(await new Readiness(options).check()).toBe(true)
    const written = { sql: 'select written from store_probe', parameters: [] }
    expect(await store.query('everyone', written)).toEqual([{ written: 1 }])

    await store.close()

    expect(await new Readiness(options).check()).toBe(false)
  })
})

test('[S166] [S917] a store that hangs is not ready within the limit, and is asked once', async () => {
  using folder = temporaryFolder()
  let asked = 0
  const hanging: Pick<Store, 'query'> = {
    query: () => {
      asked += 1
      return new Promise(() => {})
    },
  }
  const readiness = new Readiness({ store: hanging, dataFolder: folder.path, log: silent, limitMs: 50 })

  expect(await Promise.all([readiness.check(), readiness.check()])).toEqual([false, false])
  expect(await readiness.check()).toBe(false)
  expect(asked).toBe(1)
})

test('[S917] many who ask at once make one write', async () => {
  using folder = temporaryFolder()
  let writes = 0
  const counting: Pick<Store, 'query'> = {
    query: async () => {
      writes += 1
      return []
    },
  }
  const readiness = new Readiness({ store: counting, dataFolder: folder.path, log: silent })

  expect(await Promise.all(Array.from({ length: 50 }, () => readiness.check()))).toEqual(Array(50).fill(true))
  expect(writes).toBe(1)
})

test.skipIf(!canMount())('[S166] a full disk is not ready, and is again when there is room', async () => {
  using disk = smallDisk(1)
  const store: Pick<Store, 'query'> = { query: async () => [] }
  const check = () => new Readiness({ store, dataFolder: disk.path, log: silent }).check()
  expect(await check()).toBe(true)

  expect(() => writeFileSync(join(disk.path, 'filler'), Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC')
  expect(await check()).toBe(false)
  rmSync(join(disk.path, 'filler'))
  expect(await check()).toBe(true)
})
