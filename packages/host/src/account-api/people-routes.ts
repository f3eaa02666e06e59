import { defineRoute, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { erase, EraseQuery } from './erase.ts'
import { ownWrites } from './own-writes.ts'
import type { AccountServices, Person } from './services.ts'
import { AppsWire, appWire, AppWire } from './wire.ts'
import {
  accountWire,
  AccountWire,
  Email,
  ErasedWire,
  linkWire,
  LinkWire,
  Name,
  Password,
  Role,
} from './wire.ts'

const needs = 'users:manage'
const OnePerson = z.strictObject({ id: z.string() })

const listPeople = defineRoute({
  method: 'GET',
  path: '/api/users',
  summary: 'Everyone with an account, oldest first',
  needs,
  effect: 'read',
  output: z.object({ users: z.array(AccountWire) }),
  run: async ({ accounts }: AccountServices) => ({ users: (await accounts.list()).map(accountWire) }),
})

const addPerson = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/users',
    summary: 'Make an account; without a password its person needs a link to choose one',
    needs,
    effect: 'write',
    body: z.strictObject({ email: Email, role: Role, name: Name.optional(), password: Password.optional() }),
    output: AccountWire,
    status: 201,
    run: async ({ accounts }: AccountServices, { body }) => {
      const { id } = await accounts.create(body)
      return accountWire(await person({ accounts }, id))
    },
  }),
  { secrets: ['password'] },
)

const changePerson = ownWrites(
  defineRoute({
    method: 'PATCH',
    path: '/api/users/:id',
    summary: 'Change the role or the name of a person, disable or enable the account',
    needs,
    effect: 'write',
    params: OnePerson,
    body: z.strictObject({
      role: Role.optional(),
      is_disabled: z.boolean().optional(),
      name: Name.optional(),
    }),
    output: AccountWire,
    run: async (services: AccountServices, { params, body }) => {
      const before = await person(services, params.id)
      await change(services, before, body)
      return accountWire(await person(services, params.id))
    },
  }),
)

const erasePerson = ownWrites(
  defineRoute({
    method: 'DELETE',
    path: '/api/users/:id',
    summary: 'Erase an account and everything that is theirs',
    needs,
    effect: 'destructive',
    params: OnePerson,
    query: EraseQuery,
    output: ErasedWire,
    run: async (services: AccountServices, { params, query }) =>
      erase(services, await person(services, params.id), {
        data: query.data,
        instead: `To keep it and only lock them out, PATCH /api/users/${params.id} with {"is_disabled":true}.`,
      }),
  }),
)

const makeResetLink = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/users/:id/reset-link',
    summary: 'Make a link, to be handed over, where the person chooses a new password; an earlier one ends',
    needs,
    effect: 'write',
    params: OnePerson,
    output: LinkWire,
    status: 201,
    run: async (services: AccountServices, { params }, { caller }) => {
      const { email } = await person(services, params.id)
      return linkWire(await services.links.resetPassword(email, caller.userId))
    },
  }),
  { secrets: ['url'] },
)

const invite = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/invitations',
    summary: 'Make an account and a link, to be handed over, where its person chooses a password',
    needs,
    effect: 'write',
    body: z.strictObject({ email: Email, role: Role, name: Name.optional() }),
    output: LinkWire,
    status: 201,
    run: async ({ links }: AccountServices, { body }, { caller }) =>
      linkWire(await links.invite({ ...body, createdBy: caller.userId })),
  }),
  { secrets: ['url'] },
)

const listAppsOf = defineRoute({
  method: 'GET',
  path: '/api/users/:id/connected-apps',
  summary: 'The apps that a person has connected, newest first',
  needs,
  effect: 'read',
  params: OnePerson,
  output: AppsWire,
  run: async (services: AccountServices, { params }) => {
    const { id } = await person(services, params.id)
    return { connected_apps: (await services.apps.list(id)).map(appWire) }
  },
})

const revokeAppOf = ownWrites(
  defineRoute({
    method: 'DELETE',
    path: '/api/users/:id/connected-apps/:app_id',
    summary: 'End the access of an app to what is a person’s, at once',
    needs,
    effect: 'destructive',
    params: OnePerson.extend({ app_id: z.string() }),
    output: AppWire,
    run: async (services: AccountServices, { params }) => {
      const { id } = await person(services, params.id)
      return appWire(await services.apps.revoke(params.app_id, id))
    },
  }),
)

export const peopleRoutes = [
  listPeople,
  addPerson,
  changePerson,
  erasePerson,
  makeResetLink,
  invite,
  listAppsOf,
  revokeAppOf,
]

async function person({ accounts }: Pick<AccountServices, 'accounts'>, id: string): Promise<Person> {
  const found = await accounts.byId(id)
  if (found === undefined)
    throw new ToolError('NOT_FOUND', `There is no account with the id ${id}; see GET /api/users`)
  return found
}

interface PersonChanges {
  readonly role?: Person['role'] | undefined
  readonly is_disabled?: boolean | undefined
  readonly name?: string | undefined
}

/**
 * The step that can be refused comes first. Once it has succeeded the second cannot be refused, so nothing is half
 * done.
 */
async function change(
  { accounts }: AccountServices,
  before: Person,
  { role, is_disabled: isDisabled, name }: PersonChanges,
): Promise<void> {
  const { id, email } = before
  if (role !== undefined && role !== before.role) await accounts.setRole(email, role)
  if (isDisabled === true && !before.isDisabled) await accounts.disable(email)
  if (isDisabled === false && before.isDisabled) await accounts.enable(email)
  if (name !== undefined && name !== before.name) await accounts.setName(id, name)
}
