import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ownerKinds } from './frames.ts'

const OwnerRecord = z.object({
  pid: z.number(),
  kind: z.enum(ownerKinds),
  url: z.string().optional(),
  /** Absent for a command: it is done before anybody needs to talk to it. */
  socket: z.string().optional(),
})
export type OwnerRecord = z.infer<typeof OwnerRecord>

/** The process that last recorded itself as the owner. It may be gone: only its socket proves that it is alive. */
export function readOwner(dataFolder: string): OwnerRecord | undefined {
  try {
    return OwnerRecord.parse(JSON.parse(readFileSync(ownerFile(dataFolder), 'utf8')))
  } catch {
    // Missing, or incomplete after a crash: either way the owner is unknown.
    return undefined
  }
}

/** Call while holding the folder's lock, as with everything below. */
export function writeOwner(dataFolder: string, owner: OwnerRecord): void {
  const draft = `${ownerFile(dataFolder)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
  renameSync(draft, ownerFile(dataFolder))
}

/** A path to listen on, after removing files of a killed owner. */
export function claimSocketPath(dataFolder: string): string {
  const left = readOwner(dataFolder)?.socket
  if (left !== undefined) removeSocket(dataFolder, left)
  const usual = usualSocket(dataFolder)
  rmSync(usual, { force: true })
  if (Buffer.byteLength(usual) <= socketPathLimit) return usual
  return join(mkdtempSync(join(tmpdir(), shortPrefix)), 'control.sock')
}

export function forgetOwner(dataFolder: string, socket: string | undefined): void {
  if (socket !== undefined) removeSocket(dataFolder, socket)
  rmSync(ownerFile(dataFolder), { force: true })
}

/** Where the owner listens, as far as can be known without asking. */
export function findSocketPath(dataFolder: string): string | undefined {
  const usual = usualSocket(dataFolder)
  return Buffer.byteLength(usual) <= socketPathLimit ? usual : readOwner(dataFolder)?.socket
}

/** The kernel's limit for a Unix socket's path is 108 bytes with the closing zero; macOS allows 104. */
const socketPathLimit = 103
const shortPrefix = 'quipu-'

function usualSocket(dataFolder: string): string {
  return join(dataFolder, 'control.sock')
}

function ownerFile(dataFolder: string): string {
  return join(dataFolder, 'owner.json')
}

/** Removes only what an owner of this folder can have made: the file is writable by its user, so it is not trusted. */
function removeSocket(dataFolder: string, socket: string): void {
  if (socket === usualSocket(dataFolder)) return rmSync(socket, { force: true })
  const folder = dirname(socket)
  const isOurs = dirname(folder) === tmpdir() && basename(folder).startsWith(shortPrefix)
  if (isOurs && basename(socket) === 'control.sock') rmSync(folder, { recursive: true, force: true })
}
