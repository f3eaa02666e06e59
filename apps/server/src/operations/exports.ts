import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { constants, createReadStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'

/** A file for a command from the process that has the store open: both can access the data folder. */
export interface KeptExport {
  /** Its name in the folder of exports. */
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

export async function keepExport(
  dataFolder: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<KeptExport> {
  const folder = exportFolder(dataFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await forgetAbandoned(folder)
  const file = randomUUID()
  await using handle = await open(`${folder}/${file}`, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      hash.update(chunk)
      bytes += chunk.byteLength
      await handle.writeFile(chunk)
    }
  } catch (error) {
    await rm(`${folder}/${file}`, { force: true })
    throw error
  }
  return { file, bytes, sha256: hash.digest('hex') }
}

/** Fails before anything is done if the export could not be written there. */
export async function requireNewFile(out: string): Promise<string> {
  const path = resolve(out)
  const folder = await stat(dirname(path)).catch(() => undefined)
  if (folder?.isDirectory() !== true) {
    throw new CommandFailed(exitCodes.notFound, `There is no folder ${dirname(path)} to write ${out} to.`)
  }
  const existing = await stat(path).catch(() => undefined)
  if (existing !== undefined) throw alreadyThere(path)
  await access(dirname(path), constants.W_OK).catch(({ message }: Error) => {
    throw new CommandFailed(exitCodes.forbidden, `The folder ${dirname(path)} cannot be written: ${message}`)
  })
  return path
}

/** Returns when every byte is on the disk, readable by its owner alone. Never overwrites. */
export async function takeExport(dataFolder: string, kept: KeptExport, out: string): Promise<void> {
  const source = `${exportFolder(dataFolder)}/${kept.file}`
  try {
    await copyWhole(source, out)
    if ((await digestOf(out)) !== kept.sha256) {
      await rm(out, { force: true })
      throw new CommandFailed(exitCodes.failed, `${out} is not what was exported; is the disk in order?`)
    }
  } finally {
    await rm(source, { force: true })
  }
}

/** How long a command may take to fetch the file. */
const abandonedMs = 3_600_000

/** Those of commands that ended before they took theirs. */
async function forgetAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(`${folder}/${name}`).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedMs)
      await rm(`${folder}/${name}`, { force: true })
  }
}

async function copyWhole(source: string, out: string): Promise<void> {
  const target = await open(out, 'wx', 0o600).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw alreadyThere(out)
    throw error
  })
  try {
    await target.writeFile(createReadStream(source))
    await target.sync()
  } catch (error) {
    await rm(out, { force: true })
    throw error
  } finally {
    await target.close()
  }
  await using folder = await open(dirname(out), 'r')
  await folder.sync()
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

function exportFolder(dataFolder: string): string {
  return `${dataFolder}/exports`
}

function alreadyThere(path: string): CommandFailed {
  return new CommandFailed(
    exitCodes.conflict,
    `${path} is there already: choose another file, or move it away.`,
  )
}
