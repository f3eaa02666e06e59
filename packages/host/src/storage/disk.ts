import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreUnavailable } from './store.ts'

/** Larger than the free rest of a block that is in use already. */
const probeBytes = 256 * 1024

/**
 * Writes some bytes to the disk of a folder and removes them. Throws `StoreUnavailable` with the reason if that fails.
 */
export async function probeDisk(folder: string): Promise<void> {
  const path = join(folder, `probe.${randomUUID()}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(Buffer.alloc(probeBytes))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (cause) {
    throw new StoreUnavailable(problemOf(folder, cause), { cause })
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}

export function isDiskFull(reason: string): boolean {
  return /ENOSPC|EDQUOT|No space left|quota exceeded/i.test(reason)
}

export function diskFull(folder: string): string {
  return `The disk of the data folder ${folder} is full. Free some space there, then try again.`
}

function problemOf(folder: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (isDiskFull(reason)) return diskFull(folder)
  return `The data folder ${folder} cannot be written: ${reason}`
}
