import type { Caller } from '@quipu/kit'
import { defineRoute, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { ownWrites } from './own-writes.ts'
import type { AccountServices } from './services.ts'
import { AppsWire, appWire, AppWire, tokenWire, TokenWire } from './wire.ts'

const daySeconds = 86_400
const OneThing = z.strictObject({ id: z.string() })

const listApps = defineRoute({
  method: 'GET',
  path: '/api/connected-apps',
  summary: 'The apps that you have connected, newest first',
  needs: 'account:read',
  effect: 'read',
  output: AppsWire,
  run: async ({ apps }: AccountServices, _, { caller }) => ({
    connected_apps: (await apps.list(caller.userId)).map(appWire),
  }),
})

const revokeApp = ownWrites(
  defineRoute({
    method: 'DELETE',
    path: '/api/connected-apps/:id',
    summary: 'End the access of an app at once',
    needs: 'account:write',
    effect: 'destructive',
    params: OneThing,
    output: AppWire,
    run: async ({ apps }: AccountServices, { params }, { caller }) =>
      appWire(await apps.revoke(params.id, caller.userId)),
  }),
)

const listTokens = defineRoute({
  method: 'GET',
  path: '/api/personal-tokens',
  summary: 'Your personal tokens, newest first, without the tokens themselves',
  needs: 'account:read',
  effect: 'read',
  output: z.object({ personal_tokens: z.array(TokenWire) }),
  run: async ({ personalTokens }: AccountServices, _, { caller }) => ({
    personal_tokens: (await personalTokens.list(caller.userId)).map(tokenWire),
  }),
})

const makeToken = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/personal-tokens',
    summary: 'Make a token for a program; it has at most the permissions of the credential at hand',
    needs: 'account:write',
    effect: 'write',
    body: z.strictObject({
      name: z.string().max(200),
      // An empty list would mean all permissions of the role.
      scope: z.array(z.string().max(100)).min(1).max(200).optional(),
      resource: z.string().max(2_000).optional(),
      expires_in_days: z.int().min(1).max(366).default(90),
    }),
    output: TokenWire.extend({
      token: z
        .string()
        .optional()
        .describe('Returned once: a repetition under the same Idempotency-Key lacks it.'),
    }),
    status: 201,
    run: async ({ personalTokens, grantOf }: AccountServices, { body }, { caller }) => {
      const { token, ...made } = await personalTokens.create({
        userId: caller.userId,
        name: body.name,
        scope: grantable(caller, body.scope),
        resource: body.resource,
        ttlSeconds: body.expires_in_days * daySeconds,
        madeWith: grantOf(caller),
      })
      return { ...tokenWire(made), token }
    },
  }),
  { secrets: ['token'] },
)

const revokeToken = ownWrites(
  defineRoute({
    method: 'DELETE',
    path: '/api/personal-tokens/:id',
    summary: 'End a personal token at once',
    needs: 'account:write',
    effect: 'destructive',
    params: OneThing,
    output: z.object({ id: z.string(), revoked: z.literal(true) }),
    run: async ({ personalTokens }: AccountServices, { params }, { caller }) => {
      await personalTokens.revoke(caller.userId, params.id)
      return { id: params.id, revoked: true as const }
    },
  }),
)

export const credentialRoutes = [listApps, revokeApp, listTokens, makeToken, revokeToken]

/** A caller cannot pass on more than they hold: a client with few scopes cannot make itself a token for more. */
function grantable({ permissions }: Caller, wanted: readonly string[] = [...permissions]): readonly string[] {
  const missing = wanted.filter((name) => !permissions.has(name))
  if (missing.length === 0) return wanted
  throw new ToolError(
    'FORBIDDEN',
    `A token cannot have more than the credential it is made with, which lacks ${missing.join(', ')}; leave that out, or make the token signed in with more`,
    { missing },
  )
}
