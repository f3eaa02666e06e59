import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBareStore, openStore, type StoreSetup, type StoreTemplates } from './open-store.ts'
import { packTemplate } from './storage/embedded/store-template.ts'

/** Makes a store from nothing and packs it twice: without tables, and with those of the host and of modules. */
export async function makeStoreTemplates(files: StoreTemplates, setup: StoreSetup): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quipu-template-'))
  const place = { kind: 'embedded', folder } as const
  try {
    await (await openBareStore(place, setup))[Symbol.asyncDispose]()
    await packTemplate(join(folder, 'store'), files.bare)
    await (await openStore(place, setup)).close()
    await packTemplate(join(folder, 'store'), files.migrated)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
