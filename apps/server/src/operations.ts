import type { AccountRow, Host } from '@quipu/host'
import { roles, ToolError, type Account } from '@quipu/kit'
import { z } from 'zod'

/** What an operation works on: an open host, and the configuration of the process that opened it. */
export interface Workplace {
  readonly host: Host
  readonly appUrl: string
  readonly ownerEmail: string
}

/** Runs an operation here, or in the process that owns the store. */
export type Perform = <Name extends OperationName>(
  name: Name,
  input: z.input<Operations[Name]['input']>,
) => Promise<z.output<Operations[Name]['output']>>

export function performAt(workplace: Workplace): Perform {
  return async (name, input) => {
    const operation = operations[name]
    const result = await performUntyped(workplace, name, input)
    // The output schema is this operation's own, so its type is the one promised.
    return operation.output.parse(result) as never
  }
}

/** For what arrives over the control socket: the name and the input are checked here. */
export async function performUntyped(
  workplace: Workplace,
  name: string,
  input: unknown,
): Promise<z.core.util.JSONType> {
  if (!isOperation(name)) throw new ToolError('VALIDATION_ERROR', `This version has no operation ${name}`)
  const operation: AnyOperation = operations[name]
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) throw new ToolError('VALIDATION_ERROR', z.prettifyError(parsed.error))
  return (await operation.run(workplace, parsed.data)) ?? null
}

/** The account of the person at this machine. A store that nobody has used yet gets one, without a password. */
export async function localUser(
  { host, ownerEmail }: Workplace,
  email: string | undefined,
): Promise<AccountRow> {
  if (email !== undefined) return activeAccount(host, email)
  const owner = await host.accounts.owner()
  if (owner !== undefined) return owner
  try {
    await host.accounts.create({ email: ownerEmail, role: 'admin' })
  } catch (error) {
    // With PostgreSQL another process may have done it in this very moment.
    if (!(error instanceof ToolError && error.code === 'CONFLICT')) throw error
  }
  return activeAccount(host, ownerEmail)
}

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

export const operations = {
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
    input: z.object({ email: z.string(), role: RoleName }),
    output: AccountView,
    run: async ({ host }, { email, role }) => viewOf(await host.accounts.setRole(email, role)),
  }),
  'user.password': operation({
    input: z.object({ email: z.string(), password: z.string() }),
    output: AccountView,
    run: async ({ host }, { email, password }) => viewOf(await host.accounts.setPassword(email, password)),
  }),
  'token.create': operation({
    input: z.object({
      user: z.string(),
      scope: z.array(z.string()),
      resource: z.string().optional(),
      ttlSeconds: z.number(),
    }),
    output: z.object({ token: z.string(), resource: z.string(), expires_in: z.number() }),
    run: async ({ host, appUrl }, { user, scope, resource = `${appUrl}/mcp`, ttlSeconds }) => {
      const account = await activeAccount(host, user)
      const request = { userId: account.id, clientId: 'quipu-cli', scope, resource, ttlSeconds }
      return { token: await host.tokens.issue(request), resource, expires_in: ttlSeconds }
    },
  }),
  checks: operation({
    input: z.object({}),
    output: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
    run: async ({ host }) => (await host.checks()).map((check) => ({ ...check })),
  }),
}

type Operations = typeof operations
export type OperationName = keyof Operations

interface Operation<In extends z.ZodType, Out extends z.ZodType> {
  readonly input: In
  readonly output: Out
  run(workplace: Workplace, input: z.output<In>): Promise<z.core.util.JSONType>
}
type AnyOperation = Operation<z.ZodType, z.ZodType>

function operation<In extends z.ZodType, Out extends z.ZodType>(
  definition: Operation<In, Out>,
): Operation<In, Out> {
  return definition
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}

async function activeAccount(host: Host, emailOrId: string): Promise<AccountRow> {
  const account = (await host.accounts.byEmail(emailOrId)) ?? (await host.accounts.byId(emailOrId))
  if (account === undefined) {
    throw new ToolError(
      'NOT_FOUND',
      `There is no account for ${emailOrId}; \`npx quipu user list\` shows them all`,
    )
  }
  if (account.isDisabled) throw new ToolError('FORBIDDEN', `The account ${account.email} is disabled`)
  return account
}

function viewOf({ id, email, name, role, createdAt }: Account) {
  return { id, email, name, role, created_at: createdAt.toISOString() }
}

function listingOf(account: AccountRow) {
  return { ...viewOf(account), has_password: account.hasPassword, is_disabled: account.isDisabled }
}
