import type { AccountRow } from '@quipu/host'
import { roles, type Account } from '@quipu/kit'
import { z } from 'zod'
import { knownAccount, operation } from './operation.ts'
import { keepExport } from './exports.ts'

const AccountView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  created_at: z.string(),
})
const AccountListing = AccountView.extend({ has_password: z.boolean(), is_disabled: z.boolean() })
export type AccountListing = z.infer<typeof AccountListing>

const RoleName = z.enum(roles, { error: `The role must be one of: ${roles.join(', ')}` })
const Email = z.object({ email: z.string() })
const LinkView = z.object({ email: z.string(), url: z.string(), expires_at: z.string() })
const Kinds = z.array(z.object({ kind: z.string(), rows: z.number() }))
export type Kinds = z.infer<typeof Kinds>

export const userOperations = {
  'user.create': operation({
    input: z.object({
      email: z.string(),
      role: RoleName,
      password: z.string().optional(),
      name: z.string().optional(),
    }),
    output: AccountView,
    run: async ({ host }, input) => viewOf(await host.accounts.create(input)),
  }),
  'user.list': operation({
    input: z.object({}),
    output: z.array(AccountListing),
    run: async ({ host }) => (await host.accounts.list()).map(listingOf),
  }),
  'user.role': operation({
    input: Email.extend({ role: RoleName }),
    output: AccountView,
    run: async ({ host }, { email, role }) => viewOf(await host.accounts.setRole(email, role)),
  }),
  'user.password': operation({
    input: Email.extend({ password: z.string() }),
    output: AccountView,
    run: async ({ host }, { email, password }) => viewOf(await host.accounts.setPassword(email, password)),
  }),
  'user.invite': operation({
    input: Email.extend({ role: RoleName, name: z.string().optional() }),
    output: LinkView,
    run: async ({ host }, invitation) => linkOf(await host.links.invite(invitation)),
  }),
  'user.reset': operation({
    input: Email,
    output: LinkView,
    run: async ({ host }, { email }) => linkOf(await host.links.resetPassword(email)),
  }),
  'user.disable': operation({
    input: Email,
    output: AccountView,
    run: async ({ host }, { email }) => viewOf(await host.accounts.disable(email)),
  }),
  'user.enable': operation({
    input: Email,
    output: AccountView,
    run: async ({ host }, { email }) => viewOf(await host.accounts.enable(email)),
  }),
  'user.summary': operation({
    input: Email,
    output: AccountListing.extend({ data: Kinds }),
    run: async ({ host }, { email }) => {
      const account = await knownAccount(host, email)
      const kinds = await host.userData.summary(account.id)
      return { ...listingOf(account), data: kinds.map(({ kind, rows }) => ({ kind, rows })) }
    },
  }),
  /** The ZIP waits in the data folder under `file`: no answer over the control socket could hold a large one. */
  'user.export': operation({
    input: Email,
    output: z.object({ email: z.string(), file: z.string(), bytes: z.number(), sha256: z.string() }),
    run: async ({ host, dataFolder }, { email }) => {
      const account = await knownAccount(host, email)
      const kept = await keepExport(dataFolder, await host.userData.export(account.id))
      return { email: account.email, ...kept }
    },
  }),
  'user.erase': operation({
    input: Email,
    output: AccountView,
    run: async ({ host }, { email }) => viewOf(await host.accounts.erase(email)),
  }),
}

function viewOf({ id, email, name, role, createdAt }: Account) {
  return { id, email, name, role, created_at: createdAt.toISOString() }
}

function listingOf(account: AccountRow) {
  return { ...viewOf(account), has_password: account.hasPassword, is_disabled: account.isDisabled }
}

function linkOf({ email, url, expiresAt }: { email: string; url: string; expiresAt: Date }) {
  return { email, url, expires_at: expiresAt.toISOString() }
}
