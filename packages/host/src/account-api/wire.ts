import { roles } from '@quipu/kit'
import { z } from 'zod'
import type { AccountRow } from '../identity/accounts.ts'
import type { ConnectedApp } from '../identity/connected-apps.ts'
import type { OneTimeLink } from '../identity/one-time-links.ts'
import type { PersonalToken } from '../identity/personal-tokens.ts'
import type { KnownClient } from '../oauth/clients.ts'

export const Role = z.enum(roles)
export const Email = z.string().max(254)
export const Password = z.string().max(1024)
/** Unlike everything else about an account, it is shown to others, exactly as written. */
export const Name = z
  .string()
  .trim()
  .max(200)
  .refine((name) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name), 'must not contain control characters')
const Time = z.string().meta({ format: 'date-time' })

export const AccountWire = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  has_password: z.boolean(),
  is_disabled: z.boolean(),
  created_at: Time,
})

export function accountWire(account: AccountRow): z.input<typeof AccountWire> {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    has_password: account.hasPassword,
    is_disabled: account.isDisabled,
    created_at: account.createdAt.toISOString(),
  }
}

export const ErasedWire = z.object({ id: z.string(), erased: z.literal(true) })

export const AppWire = z.object({
  id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  redirect_host: z.string(),
  resource: z.string(),
  scope: z.array(z.string()),
  created_at: Time,
  last_used_at: Time,
})
export const AppsWire = z.object({ connected_apps: z.array(AppWire) })

export function appWire(app: ConnectedApp): z.input<typeof AppWire> {
  return {
    id: app.id,
    client_id: app.clientId,
    client_name: app.clientName,
    redirect_host: app.redirectHost,
    resource: app.resource,
    scope: [...app.scope],
    created_at: app.createdAt.toISOString(),
    last_used_at: app.lastUsedAt.toISOString(),
  }
}

export const TokenWire = z.object({
  id: z.string(),
  name: z.string(),
  resource: z.string(),
  scope: z.array(z.string()),
  created_at: Time,
  expires_at: Time,
  last_used_at: Time.nullable(),
})

export function tokenWire(token: PersonalToken): z.input<typeof TokenWire> {
  return {
    id: token.id,
    name: token.name,
    resource: token.resource,
    scope: [...token.scope],
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  }
}

export const ClientWire = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.enum(['added', 'registered']),
  redirect_uris: z.array(z.string()),
  created_at: Time,
  last_used_at: Time.nullable(),
})

export function clientWire(client: KnownClient): z.input<typeof ClientWire> {
  return {
    id: client.id,
    name: client.name,
    origin: client.origin,
    redirect_uris: [...client.redirectUris],
    created_at: client.createdAt.toISOString(),
    last_used_at: client.lastUsedAt?.toISOString() ?? null,
  }
}

export const LinkWire = z.object({
  email: z.string(),
  url: z.string().optional().describe('Returned once: a repetition under the same Idempotency-Key lacks it.'),
  expires_at: Time,
})

export function linkWire(link: OneTimeLink): z.input<typeof LinkWire> {
  return { email: link.email, url: link.url, expires_at: link.expiresAt.toISOString() }
}
