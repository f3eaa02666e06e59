import type { Caller } from '@quipu/kit'
import { defineRoute, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { erase, EraseQuery } from './erase.ts'
import { ownWrites } from './own-writes.ts'
import type { AccountServices, Person } from './services.ts'
import { accountWire, AccountWire, ErasedWire, Name, Password } from './wire.ts'

const OwnAccountWire = AccountWire.extend({ permissions: z.array(z.string()) })

const getAccount = defineRoute({
  method: 'GET',
  path: '/api/account',
  summary: 'Your account, and what you may do with the credential at hand',
  needs: 'account:read',
  effect: 'read',
  output: OwnAccountWire,
  run: async ({ accounts }: AccountServices, _, { caller }) =>
    ownWire(await own({ accounts }, caller), caller),
})

const changeAccount = ownWrites(
  defineRoute({
    method: 'PATCH',
    path: '/api/account',
    summary: 'Change your name',
    needs: 'account:write',
    effect: 'write',
    body: z.strictObject({ name: Name }),
    output: OwnAccountWire,
    run: async ({ accounts }: AccountServices, { body }, { caller }) => {
      await accounts.setName(caller.userId, body.name)
      return ownWire(await own({ accounts }, caller), caller)
    },
  }),
)

const changePassword = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change your password; every other browser, connected app and access token is signed out',
    needs: 'account:write',
    effect: 'write',
    body: z.strictObject({
      current_password: Password,
      new_password: Password,
      sign_out_everywhere: z
        .boolean()
        .default(true)
        .describe('Whether other browsers, connected apps and access tokens end. Personal tokens stay.'),
    }),
    output: OwnAccountWire,
    run: async (services: AccountServices, { body }, { caller }) => {
      const { current_password: current, new_password: wanted, sign_out_everywhere: endsAccess } = body
      await services.accounts.changePassword(caller.userId, current, wanted, { endsAccess })
      if (endsAccess) await services.endOtherSessions?.(caller)
      return ownWire(await own(services, caller), caller)
    },
  }),
  { secrets: ['current_password', 'new_password'], limit: { points: 10, seconds: 900 } },
)

const eraseAccount = ownWrites(
  defineRoute({
    method: 'DELETE',
    path: '/api/account',
    summary: 'Erase your account and everything that is yours',
    needs: 'account:write',
    effect: 'destructive',
    query: EraseQuery,
    output: ErasedWire,
    run: async (services: AccountServices, { query }, { caller }) =>
      erase(services, await own(services, caller), {
        data: query.data,
        instead: 'GET /api/account/export gives you a copy first.',
      }),
  }),
)

export const ownAccountRoutes = [getAccount, changeAccount, changePassword, eraseAccount]

async function own({ accounts }: Pick<AccountServices, 'accounts'>, { userId }: Caller): Promise<Person> {
  const account = await accounts.byId(userId)
  if (account === undefined) throw new ToolError('NOT_FOUND', 'This account does not exist any more')
  return account
}

function ownWire(account: Person, { permissions }: Caller): z.input<typeof OwnAccountWire> {
  return { ...accountWire(account), permissions: [...permissions].toSorted() }
}
