import { describe, expect, test } from 'vitest'
import { hostMigrations } from './migrations/host-migrations.ts'
import { openStore } from '../open-store.ts'
import { allNotes, emptyPlace, engines, hasPostgres, notes, openAt, silent } from './test-store.ts'

const setup = { modules: [notes], log: silent, now: () => new Date('2026-11-01T08:00:00Z') }

describe.each(engines)('migrations on %s', (engine) => {
  test('[S8] each step is applied once, in order, and written down with its checksum', async () => {
    const place = await emptyPlace(engine)
    const seen: unknown[] = []
    const log = { ...silent, debug: (fields: object) => void seen.push(fields) }
    await (await openStore(place, { ...setup, log })).close()

    const store = await openAt(place, { ...setup, log })

    expect(seen).toEqual([
      ...hostMigrations.map(({ id }) => ({ module: 'host', migration: id })),
      { module: 'notes', migration: '001-notes' },
    ])
    expect(await store.query('everyone', allNotes)).toEqual([])
  })

  test('[S908] a step that was changed after it was applied refuses the start', async () => {
    const place = await emptyPlace(engine)
    await (await openStore(place, setup)).close()
    const changed = { ...notes, migrations: notes.migrations.map(({ id, sql }) => ({ id, sql: `${sql};` })) }

    await expect(openStore(place, { ...setup, modules: [changed] })).rejects.toThrow(
      'The migration notes/001-notes was applied in another form',
    )
    await expect(openStore(place, { ...setup, modules: [{ ...notes, migrations: [] }] })).rejects.toThrow(
      'The store was made by a newer version: it has the migration notes/001-notes',
    )
  })

  test('[S8] a step that fails leaves nothing of itself and can be tried again', async () => {
    const place = await emptyPlace(engine)
    const broken = {
      name: 'notes',
      migrations: [...notes.migrations, { id: '002-broken', sql: 'create table t (); selec' }],
    }

    await expect(openStore(place, { ...setup, modules: [broken] })).rejects.toThrow(
      'The migration notes/002-broken failed and was undone',
    )
    const mended = {
      name: 'notes',
      migrations: [...notes.migrations, { id: '002-broken', sql: 'create table t ()' }],
    }
    const store = await openAt(place, { ...setup, modules: [mended] })

    expect(await store.query('everyone', allNotes)).toEqual([])
  })
})

test.skipIf(!hasPostgres)(
  '[S8] of several instances that start together one migrates and the others wait',
  async () => {
    const place = await emptyPlace('postgres')
    const migrated: unknown[] = []
    const log = {
      ...silent,
      debug: (fields: object) => void ('migration' in fields && migrated.push(fields)),
    }

    await Promise.all(Array.from({ length: 4 }, () => openAt(place, { ...setup, log })))

    expect(migrated).toHaveLength(hostMigrations.length + 1)
  },
)
