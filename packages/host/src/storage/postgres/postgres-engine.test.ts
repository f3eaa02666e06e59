import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '../../../../../test/environment/database.ts'
import { freePort } from '../../../../../test/environment/places.ts'
import { withClient } from '../../../../../test/environment/postgres.ts'
import { openStore } from '../../open-store.ts'
import { StoreUnavailable } from '../store.ts'
import { addNote, allNotes, hasPostgres, notes, openAt, silent } from '../test-store.ts'

const setup = { modules: [notes], log: silent, now: () => new Date() }

test.skipIf(!hasPostgres)('[S903] a server that cannot be reached is unavailable', async () => {
  const url = `postgresql://nobody:secret@127.0.0.1:${await freePort()}/nothing`

  const opening = openStore({ kind: 'postgres', url, poolSize: 1 }, setup)

  await expect(opening).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(opening).rejects.not.toThrow('secret')
})

test.skipIf(!hasPostgres)('[S903] idle connections that the server ends cause no error', async () => {
  const { store, endConnections } = await openWithAdmin()
  await Promise.all([store.ping(), store.ping(), store.ping()])

  await endConnections()
  const next = await Promise.allSettled([store.ping(), store.ping(), store.ping()])

  const failures = next.flatMap((ping) => (ping.status === 'rejected' ? [ping.reason as unknown] : []))
  expect(failures.filter((failure) => !(failure instanceof StoreUnavailable))).toEqual([])
  // A connection whose end has not arrived yet may be picked once more.
  await vi.waitFor(() => store.ping(), 30_000)
})

test.skipIf(!hasPostgres)('[S901] a commit that is not confirmed is an error', async () => {
  const { store, endConnections } = await openWithAdmin()
  const userId = randomUUID()

  const commit = store.transaction({ userId }, async (tx) => {
    await tx.query(addNote(userId, 'in doubt'))
    await endConnections()
  })

  await expect(commit).rejects.toThrow('The store did not confirm a commit')
  await expect(commit).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await store.query({ userId }, allNotes)).toEqual([])
})

const wholeNotes = { sql: 'select * from notes', parameters: [] }

test.skipIf(!hasPostgres)(
  '[S907] a table that changes under a prepared statement changes no answer',
  async () => {
    const { store, adminUrl } = await openWithAdmin()
    const userId = randomUUID()
    await store.query({ userId }, addNote(userId, 'kept'))
    for (let time = 0; time < 10; time += 1) await store.query({ userId }, wholeNotes)

    await withClient(adminUrl, (admin) => admin.query('alter table notes add column colour text'))
    const seen = await Promise.all(Array.from({ length: 6 }, () => store.query({ userId }, wholeNotes)))

    expect(seen.flat()).toMatchObject(Array(6).fill({ text: 'kept', colour: null }))
  },
)

test.skipIf(!hasPostgres)('[S907] if prepared statements are lost, it continues without them', async () => {
  const warnings: string[] = []
  const log = { ...silent, warn: (_fields: object, message: string) => void warnings.push(message) }
  const { store } = await openWithAdmin({ log })
  const userId = randomUUID()
  await store.query({ userId }, addNote(userId, 'kept'))
  const all = () => Promise.all(Array.from({ length: 6 }, () => store.query({ userId }, allNotes)))
  await all()
  await all()

  for (let time = 0; time < 3; time += 1) {
    // As a pooler does that gives a transaction whichever connection is free.
    await Promise.all(
      Array.from({ length: 3 }, () =>
        store
          .transaction('everyone', async (tx) => {
            await tx.query({ sql: 'select pg_sleep(0.05)', parameters: [] })
            await tx.query({ sql: 'deallocate all', parameters: [] })
          })
          .catch(() => {}),
      ),
    )
    expect((await all()).flat()).toEqual(Array(6).fill({ text: 'kept' }))
  }
  expect(warnings.filter((message) => message.includes('prepared statements'))).toHaveLength(1)
})

async function openWithAdmin(more: Partial<typeof setup> = {}) {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const store = await openAt({ kind: 'postgres', url: database.url, poolSize: 3 }, { ...setup, ...more })
  const endConnections = () =>
    withClient(database.adminUrl, async (admin) => {
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    })
  return { store, endConnections, adminUrl: database.adminUrl }
}
