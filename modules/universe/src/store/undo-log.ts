import type { Tx } from '@quipu/kit'
import { sql } from '@quipu/kit'
import { queries } from './tables.ts'
import type { Reader } from './universe-store.ts'

/** A step that was taken back, and the revision that did so. */
export interface Undone {
  readonly step: number
  readonly by: number
}

/** Which steps of one person stand and which were taken back. Each look starts at their newest. */
export class UndoLog {
  async latestStanding(tx: Tx, { userId }: Reader, universeId: string): Promise<number | undefined> {
    const select = ownSteps(userId, universeId)
      .where(sql<boolean>`not coalesce(${isTakenBack(sql.ref('c.revision'), universeId)}, false)`)
      .orderBy('c.revision', 'desc')
      .limit(1)
    return (await tx.query(select))[0]?.revision
  }

  /** What they took back last and did not bring back, unless they did something new since. */
  async latestUndone(tx: Tx, reader: Reader, universeId: string, step?: number): Promise<Undone | undefined> {
    const newest = ownSteps(reader.userId, universeId).orderBy('c.revision', 'desc').limit(1)
    const after = (await tx.query(newest))[0]?.revision ?? 0
    let select = queries
      .selectFrom('universe_commands as u')
      .select([sql<number>`u.undoes`.as('step'), 'u.revision as by'])
      .where('u.actor_id', '=', reader.userId)
      .where('u.universe_id', '=', universeId)
      .where('u.undoes', 'is not', null)
      .where('u.revision', '>', after)
      .where(
        sql<boolean>`not exists (select from universe_commands r where r.universe_id = ${universeId}
          and r.target = u.undoes and r.revision > u.revision)`,
      )
    if (step !== undefined) select = select.where('u.undoes', '=', step)
    return (await tx.query(select.orderBy('u.revision', 'desc').limit(1)))[0]
  }

  async isTakenBack(tx: Tx, universeId: string, step: number): Promise<boolean> {
    const [row] = await tx.query(queries.selectNoFrom(isTakenBack(sql`${step}::int`, universeId).as('is')))
    return row?.is ?? false
  }

  /** The revision that took a step back or brought it back last, before another one. */
  async lastTurn(tx: Tx, universeId: string, step: number, before: number): Promise<number | undefined> {
    const last = turnsOf(sql`${step}::int`, universeId)
    const select = queries
      .selectFrom(last.as('t'))
      .select('t.revision')
      .where('t.revision', '<', before)
      .orderBy('t.revision', 'desc')
      .limit(1)
    return (await tx.query(select))[0]?.revision
  }
}

function ownSteps(userId: string, universeId: string) {
  return queries
    .selectFrom('universe_commands as c')
    .select('c.revision')
    .where('c.actor_id', '=', userId)
    .where('c.universe_id', '=', universeId)
    .where('c.undoes', 'is', null)
    .where('c.redoes', 'is', null)
}

/** The last undo or redo of a step decides; null if there was none. */
function isTakenBack(step: RawBuilder, universeId: string) {
  return sql<boolean | null>`(select t.undoes is not null from ${turnsOf(step, universeId)} t
    order by t.revision desc limit 1)`
}

/** Apart from the order and the limit (hence the offset), which would make the planner walk through the whole log. */
function turnsOf(step: RawBuilder, universeId: string) {
  return sql<{ revision: number; undoes: number | null }>`(select revision, undoes from universe_commands
    where universe_id = ${universeId} and target = ${step} offset 0)`
}

type RawBuilder = ReturnType<typeof sql>
