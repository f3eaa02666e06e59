import { createHash, type Hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { End, entryMark, kindOf, Manifest, manifestFile, type EntryKind } from './manifest.ts'
import { readTar, TarError } from './tar.ts'

/** The file is not a backup, or not a complete one. */
class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged'
  readonly code = 'BACKUP_DAMAGED'
}

/** The bytes of a backup, from its beginning. */
export type OpenBackup = () => AsyncIterable<Uint8Array>

export interface BackupContent {
  readonly manifest: Manifest
  readonly end: End
}

/** Reads all of it once and checks that every byte is unchanged and nothing is missing. */
export async function verifyBackup(open: OpenBackup): Promise<BackupContent> {
  try {
    return await verify(open)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    throw new BackupDamaged(`This is no whole backup: ${reason}.`, { cause: error })
  }
}

/** The parts after the manifest, up to the end, of a verified backup. */
export async function* backupEntries(
  open: OpenBackup,
): AsyncGenerator<{ readonly what: EntryKind; readonly bytes: AsyncIterable<Uint8Array> }> {
  for await (const { name, bytes } of readTar(decompressed(open()))) {
    const what = kindOf(name)
    if (what.kind === 'end') return
    if (name !== manifestFile) yield { what, bytes }
  }
}

export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

async function verify(open: OpenBackup): Promise<BackupContent> {
  let manifest: Manifest | undefined
  const hash = createHash('sha256')
  for await (const { name, size, bytes } of readTar(decompressed(open()))) {
    const what = kindOf(name)
    if (manifest !== undefined && what.kind === 'end') {
      const end = End.parse(JSON.parse(await textOf(bytes)))
      if (end.sha256 !== hash.digest('hex')) throw new TarError('its bytes are not those that were written')
      return { manifest, end }
    }
    hash.update(entryMark(name, size))
    if (manifest === undefined) manifest = manifestOf(name, await textOf(hashed(bytes, hash)))
    else if (what.kind === 'unknown') throw new TarError(`nobody knows what ${name} in it is`)
    else for await (const _ of hashed(bytes, hash)) continue
  }
  throw new TarError('it is cut short')
}

function manifestOf(name: string, text: string): Manifest {
  if (name !== manifestFile) throw new TarError(`it begins with ${name}`)
  const version = z.object({ formatVersion: z.number() }).safeParse(JSON.parse(text))
  if (version.success && version.data.formatVersion > 1)
    throw new TarError('a newer version of Quipu has made it; restore it with that version')
  return Manifest.parse(JSON.parse(text))
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

function decompressed(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const plain = createGunzip()
  pipeline(Readable.from(bytes), plain, () => {})
  return plain
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof TarError) return error.message
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return 'what it says of itself is not understood'
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return error.code === 'Z_BUF_ERROR' ? 'it is cut short' : 'it is not compressed as a backup is'
  return undefined
}
