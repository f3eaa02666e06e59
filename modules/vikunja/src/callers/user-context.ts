import { hash } from 'node:crypto'
import { cleanLine } from '@quipu/kit'
import { z } from 'zod'
import type { Me } from '../api/model.ts'

/** How long Vikunja's answer about a token is cached. */
export const contextSeconds = 300

/**
 * The owner of a token. `userId` is null for a valid token that may not read its owner; the user is then named by the
 * token's hash. The token itself is not included.
 */
export const UserContext = z.object({
  userId: z.int().positive().nullable(),
  username: z.string().min(1),
  email: z.email().exactOptional(),
  permissions: z.array(z.string().min(1)).min(1),
  tokenScopes: z.array(z.string()).exactOptional(),
  validatedAt: z.iso.datetime(),
  /** Not part of the contract: for the meaning of "today", and the project of new tasks. */
  timeZone: z.string(),
  defaultProjectId: z.int().nullable(),
})
export type UserContext = z.infer<typeof UserContext>

/** A shorter text is not a token of Vikunja. */
export const leastTokenLength = 20

export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}

export function contextKey(token: string): string {
  return `vikunja:mcp:token:${tokenHash(token)}`
}

export function contextOf(
  user: Me | null,
  token: string,
  { at, timeZone }: { readonly at: Date; readonly timeZone: string },
): UserContext {
  const email = z.email().safeParse(user?.email).data
  return {
    userId: user?.id ?? null,
    username: cleanLine(user?.username ?? '').slice(0, 100) || `token-${tokenHash(token).slice(0, 12)}`,
    ...(email === undefined ? {} : { email }),
    permissions: ['vikunja:use'],
    validatedAt: at.toISOString(),
    timeZone,
    defaultProjectId: user?.defaultProjectId ?? null,
  }
}

/** The cached value, unless it is too old or has another format. */
export function keptContext(kept: unknown, now: Date): UserContext | undefined {
  const { data } = UserContext.safeParse(kept)
  if (data === undefined) return undefined
  const age = now.getTime() - Date.parse(data.validatedAt)
  return age >= 0 && age < contextSeconds * 1000 ? data : undefined
}
