import { misuse, type Command, type Given, type Option } from '../command-line/command.ts'

export const passwordOptions: Readonly<Record<string, Option>> = {
  password: {
    value: 'PASSWORD',
    says: 'The password. Others on this machine may see it: prefer --password-stdin.',
  },
  'password-stdin': { says: 'Read the password from standard input.' },
}

/** From the command line, or the first line of standard input. */
export async function readPassword(
  command: Command,
  given: Given,
  readAll: () => Promise<string>,
): Promise<string> {
  const typed = given.value('password')
  if (typed !== undefined && given.has('password-stdin')) {
    throw misuse(command, 'Give --password or --password-stdin, not both')
  }
  if (typed !== undefined) return typed
  if (!given.has('password-stdin')) throw misuse(command, '--password or --password-stdin is missing')
  const [line = ''] = (await readAll()).split(/\r?\n/)
  if (line === '') throw misuse(command, 'Standard input held no password')
  return line
}
