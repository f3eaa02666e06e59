import type { Caller, LimitPolicy } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { limitName } from '../limits/declared-limits.ts'
import type { Decision } from '../limits/windows.ts'
import type { CallParts } from './call-parts.ts'
import type { RunningCall } from './running-call.ts'
import { stateSeconds } from './running-call.ts'

interface Limited {
  readonly name: string
  readonly limit?: LimitPolicy | undefined
}

/**
 * The same for one call of a tool. A call that continues with answers was counted when it asked, so it takes no second
 * point. This holds once for each point taken, so a state cannot be used to get around the limit.
 */
export function demandPoint(
  parts: Pick<CallParts, 'limits'>,
  call: RunningCall,
  tool: Limited,
): Promise<void> | undefined {
  if (call.resumed?.isCounted === true) return demandResumed(parts, call, call.resumed.nonce, tool)
  call.isCounted = true
  return demandAllowance(parts, call.caller, 'tool', tool)
}

async function demandResumed(
  parts: Pick<CallParts, 'limits'>,
  call: RunningCall,
  nonce: string,
  tool: Limited,
): Promise<void> {
  const { ok } = await parts.limits.consume('resumed', firstUse, nonce)
  if (ok) return
  call.isCounted = true
  await demandAllowance(parts, call.caller, 'tool', tool)
}

const firstUse: LimitPolicy = { points: 1, seconds: stateSeconds }

/**
 * Takes a point of the caller, or throws RATE_LIMITED. Await it if it is a promise: some limits are counted elsewhere.
 */
export function demandAllowance(
  { limits }: Pick<CallParts, 'limits'>,
  caller: Caller,
  kind: 'tool' | 'resource',
  { name, limit }: Limited,
): Promise<void> | undefined {
  if (limit === undefined) return undefined
  const what = kind === 'tool' ? `calls of ${name}` : `reads of ${name}`
  const allowance = limits.consume(limitName(kind, name, limit), limit, limitKey(limit, caller))
  if (allowance instanceof Promise) return allowance.then((decided) => demand(what, decided))
  demand(what, allowance)
  return undefined
}

/** Takes a point of a route's own limit. The decision is passed to `demand`. */
export function takeRoutePoint(
  { limits }: Pick<CallParts, 'limits'>,
  caller: Caller,
  name: string,
  limit: LimitPolicy,
): Decision | Promise<Decision> {
  return limits.consume(`route:${name}`, limit, limitKey(limit, caller))
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
