import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withClient } from '../../../../test/environment/postgres.ts'
import type { StorePlace } from '../open-store.ts'
import { openStore } from '../open-store.ts'
import { migratedPlace, engines, silent } from '../storage/test-store.ts'
import type { ChainKeys } from './chain.ts'
import { Sealer } from './sealer.ts'
import { verifyAudit } from './verify-audit.ts'

const now = () => new Date()

test.each(engines)(
  '[U9] on %s a sealer that is killed leaves a valid chain, which the next one continues',
  async (engine) => {
    const place = await migratedPlace(engine, [])
    const keys: ChainKeys = [randomBytes(32)]
    let sealed = 0
    for (let round = 0; round < 3; round += 1) {
      await killWhileSealing(place, keys)
      const store = await openStore(place, { modules: [], log: silent, now })
      const before = await verifyAudit(store, keys)
      await new Sealer({ store, keys, now, log: silent }).seal()
      const after = await verifyAudit(store, keys)
      await store.close()

      expect(before).toMatchObject({ ok: true, firstProblem: undefined })
      expect(before.sealedRows).toBeGreaterThan(sealed)
      expect(after).toMatchObject({
        ok: true,
        unsealedTail: 0,
        sealedRows: before.sealedRows + before.unsealedTail,
      })
      sealed = after.sealedRows
    }
  },
  180_000,
)

async function killWhileSealing(place: StorePlace, [key]: ChainKeys): Promise<void> {
  const script = fileURLToPath(import.meta.resolve('./test-sealing-process.ts'))
  const child = spawn(process.execPath, [script, JSON.stringify(place), key.toString('hex')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for (let steps = 0; steps < 3; steps += 1) await Promise.race([once(child.stdout, 'data'), ended])
  await pause(Math.random() * 300)
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await ended
  // What it had sent is still done by the server, which hears of its end a little later.
  await expect.poll(() => sessionsAt(place)).toBe(0)
}

async function sessionsAt(place: StorePlace): Promise<number | undefined> {
  if (place.kind !== 'postgres') return 0
  const others = 'datname = current_database() and pid <> pg_backend_pid()'
  const sql = `select count(*)::int as sessions from pg_stat_activity where ${others}`
  return withClient(place.url, async (client) => {
    const { rows } = await client.query<{ sessions: number }>(sql)
    return rows[0]?.sessions
  })
}
