import { hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from './config.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'

/** Creates the data folder if needed, with access for its owner only. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    const advice =
      code === 'EROFS'
        ? 'Mount its disk for writing, or set QUIPU_DATA_DIR to another folder.'
        : 'Set QUIPU_DATA_DIR to a folder that you own.'
    throw new CommandFailed(
      exitCodes.unreachable,
      `The data folder ${folder} cannot be used: ${message}\n${advice}`,
      { cause: error },
    )
  }
}

/** The configured secret, or the one that was made for this data folder when it was first needed. */
export function rootSecretOf(config: Pick<Config, 'rootSecret' | 'dataFolder'>): string {
  if (config.rootSecret !== undefined) return config.rootSecret
  const file = secretFile(config.dataFolder)
  return readSecret(file) ?? makeSecret(file)
}

export function hasRootSecret({
  rootSecret,
  dataFolder,
}: Pick<Config, 'rootSecret' | 'dataFolder'>): boolean {
  return rootSecret !== undefined || readSecret(secretFile(dataFolder)) !== undefined
}

/** Removes the secret that was just made for a store that needs another one, so that a later start does not find it. */
export function missingRootSecret({ dataFolder }: Pick<Config, 'dataFolder'>, cause: Error): CommandFailed {
  const file = secretFile(dataFolder)
  rmSync(file, { force: true })
  return new CommandFailed(
    exitCodes.failed,
    `${file} is missing, and the store was made with it. Put it back from a copy, or set JWT_SECRET if the store was made with that. ` +
      'If it is lost, a backup with its passphrase holds it.',
    { cause },
  )
}

/** The one before: set beside a configured secret, or left by `quipu secret rotate` beside one of the data folder. */
export function previousRootSecretOf(
  config: Pick<Config, 'rootSecret' | 'previousRootSecret' | 'dataFolder'>,
): string | undefined {
  if (config.rootSecret !== undefined) return config.previousRootSecret
  return readSecret(previousSecretFile(config.dataFolder))
}

export function secretFile(dataFolder: string): string {
  return `${dataFolder}/root-secret`
}

export function previousSecretFile(dataFolder: string): string {
  return `${secretFile(dataFolder)}.previous`
}

export function makeSecretText(): string {
  return randomBytes(32).toString('hex')
}

/** By this two processes can compare their secrets without revealing them. */
export function secretMark(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'quipu', 'mark', 8)).toString('hex')
}

/** Whole and on the disk before it gets its name, so that two first starts at once agree on one secret. */
function makeSecret(file: string): string {
  const draft = `${file}.${process.pid}`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    writeSync(descriptor, `${makeSecretText()}\n`)
    fsyncSync(descriptor)
    linkSync(draft, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    closeSync(descriptor)
    rmSync(draft, { force: true })
  }
  const secret = readSecret(file)
  if (secret === undefined)
    throw new CommandFailed(exitCodes.failed, `${file} was removed while it was being made.`)
  return secret
}

export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function readSecret(file: string): string | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const secret = text.trim()
  if (secret.length >= 32) return secret
  throw new CommandFailed(
    exitCodes.failed,
    `${file} holds no usable secret. Restore it from a backup: without it, what it sealed cannot be opened.`,
  )
}
