import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase } from '../environment/database.ts'
import { copyOfEmptyStore } from '../environment/embedded-store.ts'
import { hasProgram, servers } from '../environment/index.ts'
import { temporaryFolder } from '../environment/places.ts'
import { startPostgres } from '../environment/postgres.ts'
import { damageOf, noDamage, type Place } from './numbers.ts'
import { Writer } from './writer.ts'

const rounds = Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5)
const patience = { timeout: 300_000 + rounds * 20_000 }

test('[S17] [H470] acknowledged writes to the embedded store survive kill -9', patience, async () => {
  using folder = await copyOfEmptyStore()
  const place: Place = { kind: 'embedded', folder: folder.path }

  const acknowledged = await killWriters(place, folder.path)

  expect(await damageOf(place, folder.path, acknowledged)).toEqual(noDamage)
})

test.skipIf(servers().databaseUrl === null)(
  '[S17] acknowledged writes to PostgreSQL survive kill -9',
  patience,
  async () => {
    using folder = temporaryFolder()
    await using database = await createDatabase()
    const place: Place = { kind: 'postgres', url: database.url, poolSize: 2 }

    const acknowledged = await killWriters(place, folder.path)

    expect(await damageOf(place, folder.path, acknowledged)).toEqual(noDamage)
  },
)

test.skipIf(!hasProgram('postgresql'))(
  '[S17] acknowledged writes survive kill -9 of PostgreSQL itself, and the same server process continues',
  patience,
  async () => {
    using folder = temporaryFolder()
    await using server = await startPostgres()
    const place: Place = { kind: 'postgres', url: server.url, poolSize: 2 }
    const writer = new Writer(place, folder.path, 1)
    for (let round = 0; round < rounds; round += 1) {
      await writer.writes(3)
      await sleep(randomInt(100))
      await server.kill()
      await writer.isRefused()
      await server.restart()
    }
    await writer.writes(1)
    await writer.kill()

    expect(await damageOf(place, folder.path, writer.acknowledged)).toEqual(noDamage)
  },
)

/** One writer after the other on the same store, every other one with 8 writes at once, each killed at a random moment. */
async function killWriters(place: Place, folder: string): Promise<number[]> {
  const acknowledged: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const writer = new Writer(place, folder, round * 1_000_000, { lanes: round % 2 === 0 ? 8 : 1 })
    await writer.writes(3)
    await sleep(randomInt(100))
    await writer.kill()
    acknowledged.push(...writer.acknowledged)
  }
  return acknowledged
}
