import type { Caller, LimitPolicy } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { limitName } from '../limits/declared-limits.ts'
import type { Decision } from '../limits/windows.ts'
import type { Core } from './core.ts'
import type { Exchange } from './exchange.ts'
import { stateSeconds } from './request-state.ts'

interface Limited {
  readonly name: string
  readonly limit: LimitPolicy | undefined
}

/**
 * The same for one call of a tool. A call that goes on with answers was counted when it asked: it takes no second point,
 * once for each point that was taken, so that a state is no way around the limit.
 */
export function demandPoint(core: Core, exchange: Exchange, tool: Limited): Promise<void> | undefined {
  if (exchange.resumed?.isCounted === true) return demandResumed(core, exchange, exchange.resumed.nonce, tool)
  exchange.isCounted = true
  return demandAllowance(core, exchange.caller, 'tool', tool)
}

async function demandResumed(core: Core, exchange: Exchange, nonce: string, tool: Limited): Promise<void> {
  const { ok } = await core.limits.consume('resumed', firstUse, nonce)
  if (ok) return
  exchange.isCounted = true
  await demandAllowance(core, exchange.caller, 'tool', tool)
}

const firstUse: LimitPolicy = { points: 1, seconds: stateSeconds }

/** Takes a point of the caller's, or throws RATE_LIMITED. To be awaited if it is a promise: some are counted elsewhere. */
export function demandAllowance(
  core: Core,
  caller: Caller,
  kind: 'tool' | 'resource',
  { name, limit }: Limited,
): Promise<void> | undefined {
  if (limit === undefined) return undefined
  const what = kind === 'tool' ? `calls of ${name}` : `reads of ${name}`
  const allowance = core.limits.consume(limitName(kind, name, limit), limit, limitKey(limit, caller))
  if (allowance instanceof Promise) return allowance.then((decided) => demand(what, decided))
  demand(what, allowance)
  return undefined
}

export function limitKey({ per }: LimitPolicy, { userId, tokenHash }: Caller): string {
  return per === 'token' ? tokenHash : userId
}

export function demand(what: string, allowance: Decision): void {
  if (allowance.ok) return
  const { retryAfterSeconds } = allowance
  throw new ToolError('RATE_LIMITED', `Too many ${what}; try again in ${retryAfterSeconds} seconds`, {
    retry_after_seconds: retryAfterSeconds,
  })
}
