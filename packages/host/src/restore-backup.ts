import type { Log, Module } from '@quipu/kit'
import { openBlobs } from './blobs/open-blobs.ts'
import type { BucketOptions } from './blobs/s3-requests.ts'
import { openBareStore, type BareStore, type StorePlace } from './open-store.ts'
import { nameOf, problemsWith, readLedger } from './storage/migrate.ts'
import { RowLoader } from './backup/load-rows.ts'
import { Sequences, type Manifest } from './backup/manifest.ts'
import { backupEntries, textOf, type BackupContent, type OpenBackup } from './backup/read-backup.ts'

export interface RestoreOptions {
  readonly store: StorePlace
  readonly dataFolder: string
  readonly bucket?: BucketOptions | undefined
  readonly modules: readonly Pick<Module, 'name' | 'migrations'>[]
  readonly log: Log
  readonly now: () => Date
}

/** The target is not empty, or the backup does not fit this program. */
class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
  readonly code = 'RESTORE_REFUSED'
}

/**
 * Restores a verified backup into an empty store, of either engine. The tables are created in their former version,
 * filled in one transaction, and only then migrated to this version. Files come last, each checked by its name.
 */
export async function restoreBackup(
  { manifest, end }: BackupContent,
  open: OpenBackup,
  options: RestoreOptions,
): Promise<void> {
  await using store = await openBareStore(options.store, options, namesOf(manifest))
  refuseUnfit(manifest, store)
  await requireEmpty(store, manifest)
  await store.migrate(({ module, id }) =>
    manifest.migrations.some((one) => one.module === module && one.id === id),
  )
  const rows = await fillTables(store, manifest, open)
  for (const [table, count] of Object.entries(end.rows)) {
    if ((rows.get(table) ?? 0) !== count)
      throw new Error(`${table} has ${rows.get(table) ?? 0} rows instead of ${count}`)
  }
  await store.migrate(() => true)
  await putFilesBack(open, options)
}

/** The migrations of the backup by their names, with their checksums. */
function namesOf({ migrations }: Manifest): ReadonlyMap<string, string> {
  return new Map(migrations.map(({ module, id, checksum }) => [nameOf(module, id), checksum]))
}

function refuseUnfit(manifest: Manifest, { sets }: BareStore): void {
  const { migrations } = manifest
  const unknown = migrations.find(({ module }) => !sets.some((set) => set.module === module))
  const problem =
    unknown === undefined
      ? problemsWith(namesOf(manifest), sets)[0]
      : `The backup has data of the module ${unknown.module}, which this version does not have.`
  if (problem !== undefined) throw new RestoreRefused(problem)
}

/** Tables of an earlier attempt are reused, as long as there are no accounts in them. */
async function requireEmpty({ session }: BareStore, { migrations }: Manifest): Promise<void> {
  const { rows } = await session.run([{ sql: `select to_regclass('schema_migrations')`, values: [] }])
  if (rows[0]?.[0] === null) return
  const expected = new Set(migrations.map(({ module, id }) => nameOf(module, id)))
  const applied = await readLedger(session)
  const isForeign = [...applied.keys()].some((name) => !expected.has(name))
  const found = await session.run([{ sql: 'select 1 from users limit 1', values: [] }])
  if (!isForeign && found.rows.length === 0) return
  const why = isForeign ? 'its tables are not those of the backup' : 'it has accounts'
  throw new RestoreRefused(
    `The store is not empty: ${why}. Restore into an empty database or an empty data folder.`,
  )
}

async function fillTables(
  { session }: BareStore,
  { tables }: Manifest,
  open: OpenBackup,
): Promise<ReadonlyMap<string, number>> {
  const rows = new Map<string, number>()
  const loader = await RowLoader.begin(session, tables)
  for await (const { what, bytes } of backupEntries(open)) {
    if (what.kind === 'sequences') await loader.setSequences(Sequences.parse(JSON.parse(await textOf(bytes))))
    if (what.kind !== 'table') continue
    rows.set(what.table, (rows.get(what.table) ?? 0) + (await loader.load(what.table, bytes)))
  }
  await loader.commit()
  return rows
}

async function putFilesBack(
  open: OpenBackup,
  { dataFolder, bucket, log, now }: RestoreOptions,
): Promise<void> {
  const blobs = openBlobs({ dataFolder, bucket, log, now })
  for await (const { what, bytes } of backupEntries(open)) {
    if (what.kind === 'blob') await blobs.putBack(what, bytes)
  }
}
