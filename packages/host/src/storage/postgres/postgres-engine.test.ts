import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '../../../../../test/environment/database.ts'
import { freePort } from '../../../../../test/environment/places.ts'
import { withClient } from '../../../../../test/environment/postgres.ts'
import { openStore } from '../open-store.ts'
import { StoreUnavailable } from '../store.ts'
import { addNote, allNotes, hasPostgres, notes, openAt, silent } from '../test-store.ts'

const setup = { modules: [notes], log: silent, now: () => new Date() }

test.skipIf(!hasPostgres)('[S3] a server that cannot be reached is unavailable', async () => {
  const url = `postgresql://nobody:secret@127.0.0.1:${await freePort()}/nothing`

  const opening = openStore({ kind: 'postgres', url, poolSize: 1 }, setup)

  await expect(opening).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(opening).rejects.not.toThrow('secret')
})

test.skipIf(!hasPostgres)('[S3] connections that the server ends while idle harm nobody', async () => {
  const { store, endConnections } = await openWithAdmin()
  await Promise.all([store.ping(), store.ping(), store.ping()])

  await endConnections()
  const next = await Promise.allSettled([store.ping(), store.ping(), store.ping()])

  const failures = next.flatMap((ping) => (ping.status === 'rejected' ? [ping.reason as unknown] : []))
  expect(failures.filter((failure) => !(failure instanceof StoreUnavailable))).toEqual([])
  // A connection whose end has not arrived yet may be picked once more.
  await vi.waitFor(() => store.ping())
})

test.skipIf(!hasPostgres)('[S2] a commit that is not confirmed is an error', async () => {
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

async function openWithAdmin() {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const store = await openAt({ kind: 'postgres', url: database.url, poolSize: 3 }, setup)
  const endConnections = () =>
    withClient(database.adminUrl, async (admin) => {
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    })
  return { store, endConnections }
}
