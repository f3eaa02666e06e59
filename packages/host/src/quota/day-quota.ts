import type { Quota, QuotaOutcome } from '@quipu/kit'
import type { Statement, Store } from '../storage/store.ts'
import { isOutsideCall, queryInCall } from '../storage/unit-of-work.ts'

const dayMs = 86_400_000

/** One module's quotas, counted in the store for each user and UTC day. */
export function dayQuota(store: Store, module: string, now: () => Date): Quota {
  return {
    async take({ userId }, name, n, perDay): Promise<QuotaOutcome> {
      if (![n, perDay].every((count) => Number.isSafeInteger(count) && count >= 0))
        throw new RangeError(`The quota ${name} is taken and given in whole numbers from 0`)
      if (isOutsideCall({ userId })) throw new Error(`A call can take of ${name} for its own caller only`)
      const day = Math.floor(now().getTime() / dayMs)
      const of = { userId, name: `${module}.${name}`, day: dayText(day) }
      const opensAt = new Date((day + 1) * dayMs)
      const [taken] = await queryInCall<Used>(store, { userId }, take(of, n, perDay))
      if (taken !== undefined) return { ok: true, left: perDay - taken.used, opensAt }
      const [kept] = await queryInCall<Used>(store, { userId }, usedOf(of))
      return { ok: false, left: Math.max(0, perDay - (kept?.used ?? 0)), opensAt }
    },
  }
}

/** Deletes what was used on past days. One more day is kept, for instances whose clocks differ. */
export function forgetPastQuotas(now: Date): Statement {
  const today = Math.floor(now.getTime() / dayMs)
  return { sql: 'delete from quotas where day < $1', parameters: [dayText(today - 1)] }
}

interface Used {
  readonly used: number
}

interface Place {
  readonly userId: string
  readonly name: string
  readonly day: string
}

/** Returns a row if all of it could be taken. Others who take from the same row wait for the end of the call. */
function take({ userId, name, day }: Place, n: number, perDay: number): Statement {
  return {
    sql: `insert into quotas as q (user_id, name, day, used)
      select $1, $2, $3, $4::bigint where $4::bigint <= $5::bigint
      on conflict (user_id, name, day) do update set used = q.used + excluded.used
        where q.used + excluded.used <= $5::bigint
      returning used`,
    parameters: [userId, name, day, n, perDay],
  }
}

function usedOf({ userId, name, day }: Place): Statement {
  return {
    sql: 'select used from quotas where user_id = $1 and name = $2 and day = $3',
    parameters: [userId, name, day],
  }
}

function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
