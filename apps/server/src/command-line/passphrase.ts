import { readFileSync } from 'node:fs'
import { CommandFailed, exitCodes, UsageError } from '../terminal/failure.ts'
import type { Given, Option } from './command.ts'

export const passphraseOption: Option = {
  value: 'FILE',
  says: 'A file whose first line is a passphrase. With it the root secret is in the backup, sealed.',
}

const shortest = 12

/** From a file, so that it is in no list of processes and in no history. */
export function passphraseOf(given: Given): string | undefined {
  const file = given.value('passphrase-file')
  if (file === undefined) return undefined
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandFailed(exitCodes.notFound, `The file ${file} cannot be read.`, { cause: error })
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line.length >= shortest) return line
  throw new UsageError(
    `The passphrase in ${file} must have at least ${shortest} characters in its first line.`,
  )
}
