import { createHash } from 'node:crypto'
import { ToolError } from '@quipu/kit'
import type { Statement, StoreTx } from '../storage/store.ts'
import type { Fields } from './protocol.ts'
import { canonical } from './request-state.ts'

const keptHours = 24

/** A key that makes a write happen once: the caller's own, or one that a forwarding process put on a delivery. */
export interface Claim {
  readonly userId: string
  readonly key: string
  readonly tool: string
  readonly argumentsHash: string
}

/** The call was made before; this is its answer. Thrown through the unit of work, which is then undone. */
export class Replayed extends Error {
  override readonly name = 'Replayed'
  readonly answer: StoredAnswer

  constructor(answer: StoredAnswer) {
    super('Answered before')
    this.answer = answer
  }
}

/** A result as it was first sent, without what an era adds. */
export interface StoredAnswer {
  readonly json: string
}

export function claimOf(
  userId: string,
  tool: string,
  input: Fields,
  keys: { readonly own: string | undefined; readonly delivery: string | undefined },
): Claim | undefined {
  const key = keys.own === undefined ? keys.delivery && `delivery:${keys.delivery}` : `own:${keys.own}`
  if (key === undefined || key === '') return undefined
  const { idempotency_key: _, ...rest } = input
  return {
    userId,
    key,
    tool,
    argumentsHash: createHash('sha256').update(canonical(rest)).digest('base64url'),
  }
}

/**
 * Takes the key inside the call's transaction. Another call with the same key waits here until the first one has
 * committed or failed.
 */
export async function claim(tx: StoreTx, wanted: Claim, now: Date): Promise<void> {
  const [taken] = await tx.query(insertClaim(wanted, now))
  if (taken !== undefined) return
  const [first] = await tx.query<{ tool: string; arguments_hash: string; answer: StoredAnswer | null }>({
    sql: 'select tool, arguments_hash, answer from idempotency_keys where user_id = $1 and key = $2',
    parameters: [wanted.userId, wanted.key],
  })
  if (first === undefined)
    throw new ToolError('UNAVAILABLE', 'The first call with this idempotency_key is being undone; try again')
  if (first.tool !== wanted.tool || first.arguments_hash !== wanted.argumentsHash) {
    throw new ToolError(
      'VALIDATION_ERROR',
      'idempotency_key was used before with other arguments; use a new key for a new call',
    )
  }
  if (first.answer === null) {
    throw new ToolError(
      'CONFLICT',
      'A call with this idempotency_key was started and its outcome is not known; look at the result before using a new key',
    )
  }
  throw new Replayed(first.answer)
}

function insertClaim(wanted: Claim, now: Date): Statement {
  const expires = new Date(now.getTime() + keptHours * 3_600_000)
  return {
    sql: `insert into idempotency_keys as k (user_id, key, tool, arguments_hash, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (user_id, key) do update
        set tool = excluded.tool, arguments_hash = excluded.arguments_hash, answer = null,
            created_at = excluded.created_at, expires_at = excluded.expires_at
        where k.expires_at <= excluded.created_at
      returning 1 as taken`,
    parameters: [wanted.userId, wanted.key, wanted.tool, wanted.argumentsHash, now, expires],
  }
}

export function keepAnswer({ userId, key }: Claim, answer: StoredAnswer): Statement {
  return {
    sql: 'update idempotency_keys set answer = $3 where user_id = $1 and key = $2',
    parameters: [userId, key, JSON.stringify(answer)],
  }
}

export function releaseClaim({ userId, key }: Claim): Statement {
  return {
    sql: 'delete from idempotency_keys where user_id = $1 and key = $2 and answer is null',
    parameters: [userId, key],
  }
}

export const forgetExpired = (now: Date): readonly Statement[] => [
  { sql: 'delete from idempotency_keys where expires_at <= $1', parameters: [now] },
  { sql: 'delete from spent_states where expires_at <= $1', parameters: [now] },
]
