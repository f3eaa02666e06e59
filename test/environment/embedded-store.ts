import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  digestOfModules,
  digestOfSources,
  hostEntry,
  migrateStore,
  type MigratedModule,
} from './migrating.ts'
import { locks, madeOnce } from './made-once.ts'
import { temporaryFolder } from './places.ts'

/** A data folder with a store that nobody has opened yet: to create one takes seconds, to copy one hardly any time. */
export async function copyOfEmptyStore(): Promise<{ path: string } & Disposable> {
  return copyOf(await emptyStore())
}

/** The same with the tables of the host and of modules, and nothing in them. */
export async function copyOfMigratedStore(
  modules: readonly MigratedModule[] = [],
): Promise<{ path: string } & Disposable> {
  return copyOf(await migratedStore(modules))
}

/** A folder to be copied: what `make` puts into it, such as a store with the tables of modules. */
export function storeTemplate(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  return template(`${name}-${engine().version}-${digestOfSources()}`, make)
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/quipu')

function copyOf(folder: string): { path: string } & Disposable {
  const copy = temporaryFolder()
  cpSync(folder, copy.path, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return copy
}

function emptyStore(): Promise<string> {
  return template(`empty-store-${engine().version}`, makeEmpty)
}

function migratedStore(modules: readonly MigratedModule[]): Promise<string> {
  const name = `migrated-store-${engine().version}-${digestOfSources()}-${digestOfModules(modules)}`
  return template(name, (folder) => makeMigrated(folder, modules))
}

/** Each takes 40 MB, and every set of modules has one. */
const mostKept = 5

/** Removes all templates but those that were used last. To be called when no test runs. */
export function forgetOldTemplates(): void {
  if (!existsSync(cache)) return
  const names = readdirSync(cache).filter((name) => name !== locks)
  const kept = names.map((name) => ({ name, usedAt: statSync(join(cache, name)).mtimeMs }))
  const drafts = kept.filter(({ name }) => name.startsWith('draft-'))
  const templates = kept.filter((one) => !drafts.includes(one)).toSorted((a, b) => b.usedAt - a.usedAt)
  for (const { name } of [...drafts, ...templates.slice(mostKept)])
    rmSync(join(cache, name), { recursive: true, force: true })
}

/** Made once and kept among the installed packages; what it depends on is in its name. */
async function template(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const path = join(cache, name)
  if (existsSync(path)) utimesSync(path, new Date(), new Date())
  else await madeOnce(path, make)
  return path
}

/** PGlite is the host's dependency, not ours, and so it is found by way of the host. */
function engine(): { readonly entry: string; readonly version: string } {
  const entry = createRequire(hostEntry).resolve('@electric-sql/pglite')
  const manifest = join(dirname(entry), '../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return { entry, version }
}

async function makeEmpty(folder: string): Promise<void> {
  const { PGlite } = (await import(pathToFileURL(engine().entry).href)) as {
    PGlite: { create(folder: string): Promise<{ close(): Promise<void> }> }
  }
  mkdirSync(join(folder, 'store'), { mode: 0o700 })
  await (await PGlite.create(join(folder, 'store'))).close()
}

async function makeMigrated(folder: string, modules: readonly MigratedModule[]): Promise<void> {
  // The tables of the host are in all of them, so they are made once.
  const isOfHost = modules.every(({ migrations = [] }) => migrations.length === 0)
  cpSync(await (isOfHost ? emptyStore() : migratedStore([])), folder, { recursive: true })
  await migrateStore({ kind: 'embedded', folder }, modules)
  rmSync(join(folder, 'owner.lock'), { force: true })
}
