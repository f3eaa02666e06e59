import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ControlClient } from './control-client.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import type { Config } from '../installation/config.ts'
import { secretFilesOf } from '../installation/restored-secret.ts'
import { prepareDataFolder, syncFolder } from '../installation/root-secret.ts'

/** An embedded store is put only where nothing is but a root secret. A database is looked at when it is open. */
export async function requireEmptyFolder({ dataFolder, store }: Config): Promise<void> {
  if (store.kind === 'postgres' || !existsSync(dataFolder)) return
  const client = await ControlClient.reach(dataFolder)
  if (client instanceof ControlClient) {
    client.close()
    throw new CommandFailed(
      exitCodes.unreachable,
      `The data folder ${dataFolder} is in use by process ${client.hello.pid} (quipu ${client.hello.kind}). ${elsewhere}`,
    )
  }
  const allowed = new Set([
    'lost+found',
    'restoring',
    ...secretFilesOf(dataFolder).map((path) => basename(path)),
  ])
  const found = (await readdir(dataFolder)).filter((name) => !allowed.has(name))
  if (found.length === 0) return
  throw new CommandFailed(
    exitCodes.conflict,
    `The data folder ${dataFolder} is not empty: it has ${found.slice(0, 3).join(', ')}. ${elsewhere}`,
  )
}

/**
 * Restored files get their final place only when they are complete: an interrupted restore leaves nothing that would
 * start.
 */
export async function stagingFolder({ dataFolder, store }: Config): Promise<string> {
  prepareDataFolder(dataFolder)
  const folder = stagingOf(dataFolder)
  if (store.kind === 'postgres') return dataFolder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** The store comes last: with it the folder counts as restored. */
export async function putInPlace({ dataFolder, store }: Config, secrets: readonly string[]): Promise<void> {
  const files = secretFilesOf(dataFolder)
  for (const [index, secret] of secrets.entries()) {
    const file = files[index]
    if (file !== undefined) await writeFile(file, `${secret}\n`, { mode: 0o600, flush: true, flag: 'wx' })
  }
  if (store.kind === 'embedded') {
    const folder = stagingOf(dataFolder)
    for (const name of ['blobs', 'store'])
      if (existsSync(join(folder, name))) await rename(join(folder, name), join(dataFolder, name))
    await rm(folder, { recursive: true, force: true })
  }
  syncFolder(dataFolder)
}

const elsewhere = 'Restore into an empty one: set QUIPU_DATA_DIR to it.'

function stagingOf(dataFolder: string): string {
  return join(dataFolder, 'restoring')
}
