import type { Host } from '@quipu/host'
import { z } from 'zod'
import { activeAccount, knownAccount, operation, timeOf } from './operation.ts'

const ClientView = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.string(),
  redirect_uris: z.array(z.string()),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type ClientView = z.infer<typeof ClientView>

const AppView = z.object({
  id: z.string(),
  email: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  redirect_host: z.string(),
  resource: z.string(),
  scope: z.array(z.string()),
  created_at: z.string(),
  last_used_at: z.string(),
})
export type AppView = z.infer<typeof AppView>

const PersonalTokenView = z.object({
  id: z.string(),
  name: z.string(),
  resource: z.string(),
  scope: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type PersonalTokenView = z.infer<typeof PersonalTokenView>

const TokenInput = z.object({
  user: z.string(),
  scope: z.array(z.string()),
  resource: z.string().optional(),
  ttlSeconds: z.number(),
})

/** What may act for people: tokens, connected apps, and the clients that they are granted to. */
export const accessOperations = {
  'token.create': operation({
    input: TokenInput,
    output: z.object({ token: z.string(), resource: z.string(), expires_in: z.number() }),
    run: async ({ host, appUrl }, { user, scope, resource = `${appUrl}/mcp`, ttlSeconds }) => {
      const account = await activeAccount(host, user)
      const request = { userId: account.id, clientId: 'quipu-cli', scope, resource, ttlSeconds }
      return { token: await host.tokens.issue(request), resource, expires_in: ttlSeconds }
    },
  }),
  'pat.create': operation({
    input: TokenInput.extend({ name: z.string() }),
    output: PersonalTokenView.extend({ token: z.string() }),
    run: async ({ host }, { user, ...request }) => {
      const account = await activeAccount(host, user)
      const made = await host.personalTokens.create({ ...request, userId: account.id })
      return { ...personalTokenOf(made), token: made.token }
    },
  }),
  'pat.list': operation({
    input: z.object({ user: z.string() }),
    output: z.array(PersonalTokenView),
    run: async ({ host }, { user }) => {
      const account = await knownAccount(host, user)
      return (await host.personalTokens.list(account.id)).map(personalTokenOf)
    },
  }),
  'pat.revoke': operation({
    input: z.object({ user: z.string(), id: z.string() }),
    output: z.object({ id: z.string(), email: z.string() }),
    run: async ({ host }, { user, id }) => {
      const account = await knownAccount(host, user)
      await host.personalTokens.revoke(account.id, id)
      return { id, email: account.email }
    },
  }),
  'app.list': operation({
    input: z.object({ user: z.string().optional() }),
    output: z.array(AppView),
    run: async ({ host }, { user }) => {
      const userId = user === undefined ? undefined : (await knownAccount(host, user)).id
      return (await host.apps.list(userId)).map(appOf)
    },
  }),
  'app.revoke': operation({
    input: z.object({ id: z.string() }),
    output: AppView,
    run: async ({ host }, { id }) => appOf(await host.apps.revoke(id)),
  }),
  'client.add': operation({
    input: z.object({ id: z.string(), name: z.string().optional(), redirectUris: z.array(z.string()) }),
    output: ClientView,
    run: async ({ host }, client) => clientOf(await host.clients.add(client)),
  }),
  'client.list': operation({
    input: z.object({}),
    output: z.array(ClientView),
    run: async ({ host }) => (await host.clients.list()).map(clientOf),
  }),
  'client.remove': operation({
    input: z.object({ id: z.string() }),
    output: ClientView,
    run: async ({ host }, { id }) => clientOf(await host.clients.remove(id)),
  }),
}

type KnownClient = Awaited<ReturnType<Host['clients']['list']>>[number]
type ConnectedApp = Awaited<ReturnType<Host['apps']['list']>>[number]
type PersonalToken = Awaited<ReturnType<Host['personalTokens']['list']>>[number]

function clientOf({ id, name, origin, redirectUris, createdAt, lastUsedAt }: KnownClient) {
  return {
    id,
    name,
    origin,
    redirect_uris: [...redirectUris],
    created_at: createdAt.toISOString(),
    last_used_at: timeOf(lastUsedAt),
  }
}

function appOf(app: ConnectedApp) {
  return {
    id: app.id,
    email: app.email,
    client_id: app.clientId,
    client_name: app.clientName,
    redirect_host: app.redirectHost,
    resource: app.resource,
    scope: [...app.scope],
    created_at: app.createdAt.toISOString(),
    last_used_at: app.lastUsedAt.toISOString(),
  }
}

function personalTokenOf({ id, name, resource, scope, createdAt, expiresAt, lastUsedAt }: PersonalToken) {
  return {
    id,
    name,
    resource,
    scope: [...scope],
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: timeOf(lastUsedAt),
  }
}
