import { roles, type Role } from '@quipu/kit'
import { misuse, type Command } from '../command-line/command.ts'
import { nearest } from '../terminal/nearest.ts'

export function parseRole(command: Command, typed: string): Role {
  const known = roles.find((role) => role === typed)
  if (known !== undefined) return known
  const near = nearest(typed, roles)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  throw misuse(command, `${JSON.stringify(typed)} is not a role: use one of ${roles.join(', ')}${hint}`)
}
