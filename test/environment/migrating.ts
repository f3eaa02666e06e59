import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface MigratedModule {
  readonly name: string
  readonly migrations?: readonly { readonly id: string; readonly sql: string }[]
}

type Place =
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number }

export const hostEntry = import.meta.resolve('@quipu/host')
const host = dirname(fileURLToPath(hostEntry))
const allModules = join(import.meta.dirname, '../../modules')

/** Applies the migrations of the host and of modules, as the host itself does; its package does not export this part. */
export async function migrateStore(place: Place, modules: readonly MigratedModule[]): Promise<void> {
  const { openStore } = (await import(pathToFileURL(join(host, 'open-store.ts')).href)) as {
    openStore(place: object, setup: object): Promise<{ close(): Promise<void> }>
  }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const setup = { modules, log, now: () => new Date('2026-11-01T08:00:00Z') }
  await (await openStore(place, setup)).close()
}

/** Changes with each source that may decide what a migrated store looks like. Read once: it is asked for with each copy. */
export function digestOfSources(): string {
  sourcesDigest ??= readSources()
  return sourcesDigest
}

let sourcesDigest: string | undefined

function readSources(): string {
  const digest = createHash('sha256')
  for (const [folder, pattern] of [
    [host, 'open-store.ts'],
    [host, 'storage/**/*.ts'],
    [allModules, '*/src/migrations/*.ts'],
  ] as const)
    for (const file of globSync(pattern, { cwd: folder }).toSorted())
      if (!file.includes('test')) digest.update(readFileSync(join(folder, file)))
  return digest.digest('hex').slice(0, 16)
}

/** The same for all sets of modules that have the same migrations: a module without any changes nothing. */
export function digestOfModules(modules: readonly MigratedModule[]): string {
  const steps = modules.flatMap(({ name, migrations = [] }) =>
    migrations.length === 0 ? [] : [[name, migrations]],
  )
  return createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)
}
