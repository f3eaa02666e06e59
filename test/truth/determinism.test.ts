import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { truth } from '@quipu/truth'
import { expect, inject, test } from 'vitest'
import { createDatabase } from '../environment/database.ts'
import { copyOfMigratedStore } from '../environment/embedded-store.ts'
import { servers } from '../environment/index.ts'
import { temporaryFolder } from '../environment/places.ts'
import type { Outcome, RunOptions } from './corpus-process.ts'

const script = fileURLToPath(new URL('./corpus-process.ts', import.meta.url))
const builtPrograms = import.meta.resolve('../environment/preload-built.ts')

test('[TR135] [TR136] the same documents give the same content hash and the same truth, whatever the order, time zone, locale, parallelism and store', async () => {
  const hasPostgres = servers().databaseUrl !== null
  const first = await embedded(
    { parallel: 1, seed: 'a', now: '2026-11-01T08:00:00.000Z' },
    { TZ: 'UTC', LC_ALL: 'C' },
  )
  const others = [
    await embedded(
      { parallel: 8, seed: 'b', now: '2027-03-28T01:30:00.000Z' },
      { TZ: 'Asia/Kathmandu', LC_ALL: 'de_DE.UTF-8' },
    ),
    ...(hasPostgres
      ? [
          await onPostgres(
            { parallel: 8, seed: 'c', now: '2028-02-29T23:59:59.999Z' },
            { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8' },
          ),
        ]
      : []),
  ]

  expect(first.observations).toBeGreaterThan(18)
  for (const other of others) {
    expect(other.zone).not.toBe(first.zone)
    expect(other).toEqual({ ...first, zone: other.zone })
  }
  expect(first).toMatchObject({ deduplicated: true, isSameFile: true })
}, 600_000)

type Order = Pick<RunOptions, 'parallel' | 'seed' | 'now'>

async function embedded(order: Order, env: Readonly<Record<string, string>>): Promise<Outcome> {
  using folder = await copyOfMigratedStore([truth])
  const { path } = folder
  return run({ ...order, store: { kind: 'embedded', folder: path }, dataFolder: path }, env)
}

async function onPostgres(order: Order, env: Readonly<Record<string, string>>): Promise<Outcome> {
  using folder = temporaryFolder()
  const database = await createDatabase()
  try {
    const store = { kind: 'postgres', url: database.url, poolSize: 5 } as const
    return await run({ ...order, store, dataFolder: folder.path }, env)
  } finally {
    await database.drop()
  }
}

/** In a process of its own: its time zone and locale are set when it begins. */
async function run(options: RunOptions, env: Readonly<Record<string, string>>): Promise<Outcome> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const args = ['--import', builtPrograms, script, JSON.stringify(options)]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE, QUIPU_TEST_PROGRAMS: inject('programsFolder'), ...env },
  })
  return JSON.parse(stdout) as Outcome
}
