import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { Host } from '@quipu/host'
import { ToolError } from '@quipu/kit'
import type { Config } from './config.ts'
import { makeSecretText, previousSecretFile, readSecret, secretFile, syncFolder } from './root-secret.ts'

/**
 * Puts a new secret in place of the one in the data folder, which stays beside it as the previous one. Everything must
 * be sealed under `former`: what an earlier secret sealed could not be opened any more.
 */
export function replaceSecret(dataFolder: string, former: string): void {
  claimRotation(dataFolder)
  if (readSecret(secretFile(dataFolder)) !== former) {
    rmSync(pendingFile(dataFolder), { force: true })
    throw new ToolError('CONFLICT', 'Another rotation came between; nothing was changed here')
  }
  writeWhole(previousSecretFile(dataFolder), former)
  writeWhole(secretFile(dataFolder), makeSecretText())
  syncFolder(dataFolder)
}

/** Seals everything under the new secret if that was left to be done, as by a rotation while a server ran. */
export async function finishRotation(
  { dataFolder, rootSecret }: Pick<Config, 'dataFolder' | 'rootSecret'>,
  host: Pick<Host, 'keys'>,
): Promise<void> {
  if (rootSecret !== undefined || !existsSync(pendingFile(dataFolder))) return
  await host.keys.reseal()
  rmSync(pendingFile(dataFolder), { force: true })
}

/** Until everything is sealed again a second rotation is refused: it would remove the secret in use. */
function claimRotation(dataFolder: string): void {
  try {
    closeSync(openSync(pendingFile(dataFolder), 'wx', 0o600))
    syncFolder(dataFolder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new ToolError(
      'CONFLICT',
      'The last rotation is not finished: restart the server, then rotate again',
    )
  }
}

/** On the disk before it gets its name: a reader sees the former or the new content. */
function writeWhole(file: string, secret: string): void {
  const draft = `${file}.${process.pid}`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    writeSync(descriptor, `${secret}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
}

/** There while something may still be sealed under the previous secret. */
function pendingFile(dataFolder: string): string {
  return `${secretFile(dataFolder)}.pending`
}
