import type { Statement } from './store.ts'

/** Returns a row if the state had not been used before. */
export function spendState(userId: string, nonce: string, expires: Date): Statement {
  return {
    sql: `insert into spent_states (user_id, nonce, expires_at) values ($1, $2, $3)
      on conflict do nothing returning 1 as spent`,
    parameters: [userId, nonce, expires],
  }
}

export function forgetExpiredStates(now: Date): Statement {
  return { sql: 'delete from spent_states where expires_at <= $1', parameters: [now] }
}
