import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '@quipu/kit'
import type { Config } from '../installation/config.ts'
import { hasStore, openConfiguredHost, workplaceOf } from '../installation/host-options.ts'
import { operations, performAt, type Perform } from '../operations/operations.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { OwnerLeaving, type ControlClient } from './control-client.ts'
import { joinFolder } from './join.ts'
import { forgetOwner, writeOwner } from './owner-file.ts'

/** Does a command's work where the store is open, and opens it for that long if it is open nowhere. */
export async function withStore<Result>(
  config: Config,
  log: Log,
  work: (perform: Perform) => Promise<Result>,
): Promise<Result> {
  const open = () => openConfiguredHost(config, log)
  if (config.store.kind === 'postgres') {
    await using host = await open()
    return await work(performAt(workplaceOf(config, host)))
  }
  const { dataFolder } = config
  const openAsOwner = () => {
    refuseRoot(dataFolder)
    return open()
  }
  for (;;) {
    const joined = await joinFolder({ dataFolder, open: openAsOwner, patienceMs: 30_000 })
    if (joined.role === 'owner') {
      await using host = joined.host
      writeOwner(dataFolder, { pid: process.pid, kind: 'command' })
      try {
        return await work(performAt(workplaceOf(config, host)))
      } finally {
        forgetOwner(dataFolder, undefined)
      }
    }
    try {
      return await work(performThrough(joined.client))
    } catch (error) {
      if (!(error instanceof OwnerLeaving)) throw error
    } finally {
      joined.client.close()
    }
  }
}

/** Files that root leaves in a store shut out the user whose server opens it next. */
function refuseRoot(dataFolder: string): void {
  const owner = statSync(dataFolder, { throwIfNoEntry: false })?.uid ?? 0
  if (process.getuid?.() !== 0 || owner === 0) return
  throw new CommandFailed(
    exitCodes.forbidden,
    `The data folder ${dataFolder} belongs to the user ${owner}, who could not read what root writes there.
Run this while the server runs, or as that user: sudo -u '#${owner}' …`,
  )
}

/** For work that means nothing without what is kept: a new store would look like one that lost everything. */
export async function withExistingStore<Result>(
  config: Config,
  log: Log,
  work: (perform: Perform) => Promise<Result>,
): Promise<Result> {
  if (config.store.kind === 'postgres' || hasStore(config)) return withStore(config, log, work)
  throw new CommandFailed(
    exitCodes.unreachable,
    `There is no store in ${config.dataFolder}: \`npx quipu start\` makes one.
If there should be one, set QUIPU_DATA_DIR or DATABASE_URL as for the server.`,
  )
}

/** For work that must leave nothing behind: an empty store of its own, without the limits that are for many people. */
export async function withThrowAwayStore<Result>(
  config: Config,
  log: Log,
  work: (perform: Perform, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'quipu-'))
  const own: Config = {
    ...config,
    dataFolder: folder,
    store: { kind: 'embedded', folder },
    redisUrl: undefined,
    bucket: undefined,
    rootSecret: undefined,
    previousRootSecret: undefined,
    sampleShop: false,
    tracing: undefined,
  }
  const asOftenAsWanted = { points: 1_000_000_000, seconds: 60 }
  try {
    await using host = await openConfiguredHost(own, log, { limitOverrides: { ingest: asOftenAsWanted } })
    return await work(performAt(workplaceOf(own, host)), folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function performThrough(client: ControlClient): Perform {
  return async (name, input) => {
    const result = await client.perform(name, input)
    // The output schema is this operation's own, so its type is the one promised.
    return operations[name].output.parse(result) as never
  }
}
