import type { AccountRow, Host } from '@quipu/host'
import { ToolError } from '@quipu/kit'
import type { z } from 'zod'

/** What an operation works on: an open host, and the configuration of the process that opened it. */
export interface Workplace {
  readonly host: Host
  readonly appUrl: string
  readonly ownerEmail: string
  readonly dataFolder: string
  /** Whether this process has the same root secret as a command. */
  readonly secretMark: string
  /** Aborted when the requesting command has disconnected. */
  readonly signal?: AbortSignal | undefined
}

/** An operation that a command requests of the process that has the store open. Input and output are JSON. */
export interface Operation<In extends z.ZodType, Out extends z.ZodType> {
  readonly input: In
  readonly output: Out
  run(workplace: Workplace, input: z.output<In>): Promise<z.core.util.JSONType>
}
export type AnyOperation = Operation<z.ZodType, z.ZodType>

export function operation<In extends z.ZodType, Out extends z.ZodType>(
  definition: Operation<In, Out>,
): Operation<In, Out> {
  return definition
}

/** Disabled or not. */
export async function knownAccount(host: Host, emailOrId: string): Promise<AccountRow> {
  const account = (await host.accounts.byEmail(emailOrId)) ?? (await host.accounts.byId(emailOrId))
  if (account !== undefined) return account
  throw new ToolError(
    'NOT_FOUND',
    `There is no account for ${emailOrId}; \`npx quipu user list\` shows them all`,
  )
}

export async function activeAccount(host: Host, emailOrId: string): Promise<AccountRow> {
  const account = await knownAccount(host, emailOrId)
  if (account.isDisabled) throw new ToolError('FORBIDDEN', `The account ${account.email} is disabled`)
  return account
}

/** The account of the person at this machine. An unused store gets one, without a password. */
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

/** For JSON; what never was is null. */
export function timeOf(at: Date | undefined): string | null {
  return at === undefined ? null : at.toISOString()
}
