import type { Log } from '@quipu/kit'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { createDatabase, createMigratedDatabase } from '../../../../test/environment/database.ts'
import { copyOfEmptyStore, copyOfMigratedStore } from '../../../../test/environment/embedded-store.ts'
import type { StorePlace } from '../open-store.ts'
import { openStore, type StoreSetup } from '../open-store.ts'
import type { Store } from './store.ts'

export type EngineName = Store['engine']
export const hasPostgres = inject('databaseUrl') !== null
export const engines: readonly EngineName[] = hasPostgres ? ['pglite', 'postgres'] : ['pglite']

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A place for a store of its own, gone when the test ends. */
export async function emptyPlace(engine: EngineName): Promise<StorePlace> {
  const { options, remove } = await makePlace(engine)
  onTestFinished(async () => void (await remove()))
  return options
}

/** The same with a store that has the tables of the host and of modules. */
export async function migratedPlace(engine: EngineName, modules: StoreSetup['modules']): Promise<StorePlace> {
  const { options, remove } = await makePlace(engine, modules)
  onTestFinished(async () => void (await remove()))
  return options
}

export async function openAt(place: StorePlace, setup: Partial<StoreSetup> = {}): Promise<Store> {
  const store = await openStore(place, { modules: [], log: silent, now: () => new Date(), ...setup })
  onTestFinished(() => store.close())
  return store
}

export async function openTestStore(engine: EngineName, setup: Partial<StoreSetup> = {}): Promise<Store> {
  return openAt(await migratedPlace(engine, setup.modules ?? []), setup)
}

/** One store for all tests of a suite, which keep apart by their users. */
export function shareStore(engine: EngineName, setup: Partial<StoreSetup> = {}): () => Store {
  let store: Store
  let remove: () => unknown
  beforeAll(async () => {
    const modules = setup.modules ?? [notes]
    const place = await makePlace(engine, modules)
    remove = place.remove
    store = await openStore(place.options, { log: silent, now: () => new Date(), ...setup, modules })
  })
  afterAll(async () => {
    await store.close()
    await remove()
  })
  return () => store
}

/** A module with one table of user data. */
export const notes = {
  name: 'notes',
  migrations: [
    {
      id: '001-notes',
      sql: `create table notes (
          id bigint generated always as identity primary key, user_id uuid not null, text text not null, unique (user_id, text));
        select quipu_protect('notes')`,
    },
  ],
}

export function addNote(userId: string, text: string) {
  return { sql: 'insert into notes (user_id, text) values ($1, $2)', parameters: [userId, text] }
}

export const allNotes = { sql: 'select text from notes order by id', parameters: [] }

/** An empty store, or with `modules` one that has their tables and those of the host. */
async function makePlace(
  engine: EngineName,
  modules?: StoreSetup['modules'],
): Promise<{ options: StorePlace; remove: () => unknown }> {
  if (engine === 'pglite') {
    const folder = await (modules === undefined ? copyOfEmptyStore() : copyOfMigratedStore(modules))
    return { options: { kind: 'embedded', folder: folder.path }, remove: () => folder[Symbol.dispose]() }
  }
  const database = await (modules === undefined ? createDatabase() : createMigratedDatabase(modules))
  return { options: { kind: 'postgres', url: database.url, poolSize: 4 }, remove: () => database.drop() }
}
