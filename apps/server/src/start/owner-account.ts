import { randomInt } from 'node:crypto'
import type { Workplace } from '../operations/operation.ts'
import { localUser } from '../operations/operation.ts'

export interface OwnerAccount {
  readonly email: string
  /** Present only if it was just created: it cannot be shown again. */
  readonly newPassword: string | undefined
}

/** The owner account, made on the first start; it gets a password if it has none, as after a client's first start. */
export async function ensureOwner(
  workplace: Workplace,
  configured: string | undefined,
): Promise<OwnerAccount> {
  const owner = await localUser(workplace, undefined)
  if (owner.hasPassword) return { email: owner.email, newPassword: undefined }
  const password = configured ?? makePassword()
  // Of several instances that start at once, one gives it.
  const given = await workplace.host.accounts.setFirstPassword(owner.email, password)
  const isToBeShown = given !== undefined && configured === undefined
  return { email: owner.email, newPassword: isToBeShown ? password : undefined }
}

/** 100 random bits, without letters that look alike. */
function makePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
