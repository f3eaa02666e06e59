import type { Statement } from './store.ts'

/** A key that makes a write happen once: the caller's own, or one that a forwarding process added to a delivery. */
export interface Claim {
  readonly userId: string
  readonly key: string
  readonly tool: string
  readonly argumentsHash: string
}

/** A result as it was first sent, without the fields that an era adds. */
export interface StoredAnswer {
  readonly json: string
}

/** What the table stores of the first call with a key; no answer as long as its outcome is not known. */
export interface FirstCall {
  readonly tool: string
  readonly arguments_hash: string
  readonly answer: StoredAnswer | null
}

/** Returns a row if the key was free or had expired. Waits for another transaction that takes the same key. */
export function takeKey({ userId, key, tool, argumentsHash }: Claim, now: Date, expires: Date): Statement {
  return {
    sql: `insert into idempotency_keys as k (user_id, key, tool, arguments_hash, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (user_id, key) do update
        set tool = excluded.tool, arguments_hash = excluded.arguments_hash, answer = null,
            created_at = excluded.created_at, expires_at = excluded.expires_at
        where k.expires_at <= excluded.created_at
      returning 1 as taken`,
    parameters: [userId, key, tool, argumentsHash, now, expires],
  }
}

/** Returns a `FirstCall`, or nothing if that one was rolled back. */
export function firstCallWith({ userId, key }: Claim): Statement {
  return {
    sql: 'select tool, arguments_hash, answer from idempotency_keys where user_id = $1 and key = $2',
    parameters: [userId, key],
  }
}

export function keepAnswer({ userId, key }: Claim, answer: StoredAnswer): Statement {
  return {
    sql: 'update idempotency_keys set answer = $3 where user_id = $1 and key = $2',
    parameters: [userId, key, JSON.stringify(answer)],
  }
}

/** Frees a key whose call is known to have failed. */
export function freeKey({ userId, key }: Claim): Statement {
  return {
    sql: 'delete from idempotency_keys where user_id = $1 and key = $2 and answer is null',
    parameters: [userId, key],
  }
}

/** The keys stay used: a repeated call is not done twice, and gets an error that its outcome is not known. */
export function forgetAnswers(userId: string, tools: readonly string[]): Statement {
  return {
    sql: 'update idempotency_keys set answer = null where user_id = $1 and tool = any($2) and answer is not null',
    parameters: [userId, tools],
  }
}

export function forgetExpiredKeys(now: Date): Statement {
  return { sql: 'delete from idempotency_keys where expires_at <= $1', parameters: [now] }
}
