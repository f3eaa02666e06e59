import type { Tx } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Changes } from '../domain/changes.ts'
import type { UniverseEvent } from '../domain/events.ts'
import type { Counts, LoggedCommand } from '../service/universe-service.ts'
import { mostEventsBytes } from '../domain/entry-limits.ts'
import { queries } from './tables.ts'

/** The row of one revision. */
export interface Step {
  readonly revision: number
  readonly command: LoggedCommand
  readonly events: readonly UniverseEvent[]
  /** Null where a snapshot of this revision stands instead. */
  readonly changes: Changes | null
  readonly undoes: number | null
  readonly redoes: number | null
}

export interface NewStep extends Omit<Step, 'changes'> {
  /** As JSON. */
  readonly changes: string | null
  readonly actorId: string
  readonly clientName: string | null
  readonly commandId: string | null
  readonly requestHash: string | null
  /** Too large to be read along with others. */
  readonly isLarge: boolean
  readonly at: Date
}

/** A row as history and streams show it, without its large fields. */
export interface EntryRow {
  readonly revision: number
  readonly type: string
  readonly command: LoggedCommand | null
  readonly events: readonly UniverseEvent[] | null
  readonly changes: Changes | null
  readonly command_id: string | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly client_name: string | null
  readonly undoes: number | null
  readonly redoes: number | null
  readonly at: Date
}

export interface Window {
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
  /** The last ones of the window and not the first. */
  readonly isFromEnd?: boolean
}

/** One row for each revision, added and never changed. */
export class CommandLog {
  /** Together with the universe's own row, which the transaction holds. */
  async append(tx: Tx, universeId: string, step: NewStep, counts: Counts): Promise<void> {
    const append = queries
      .with('step', (query) =>
        query.insertInto('universe_commands').values({
          universe_id: universeId,
          revision: step.revision,
          actor_id: step.actorId,
          client_name: step.clientName,
          command_id: step.commandId,
          request_hash: step.requestHash,
          type: step.command.type,
          is_large: step.isLarge,
          command: JSON.stringify(step.command),
          events: JSON.stringify(step.events),
          changes: step.changes,
          undoes: step.undoes,
          redoes: step.redoes,
          at: step.at,
        }),
      )
      .updateTable('universes')
      .set({ revision: step.revision, counts: JSON.stringify(counts), updated_at: step.at })
      .where('id', '=', universeId)
      .where('revision', '=', step.revision - 1)
      .returning('id')
    if ((await tx.query(append)).length === 0)
      throw new Error(`Revision ${step.revision} is not the next one`)
  }

  /** In their order, at most `limit`. */
  async entries(tx: Tx, universeId: string, window: Window): Promise<EntryRow[]> {
    let page = queries
      .selectFrom('universe_commands as c')
      .select(['c.revision', 'c.type', 'c.command_id', 'c.actor_id', 'c.client_name'])
      .select(['c.undoes', 'c.redoes', 'c.at'])
      .select([small('command'), smallEvents, small('changes')])
      .where('c.universe_id', '=', universeId)
    if (window.after !== undefined) page = page.where('c.revision', '>', window.after)
    if (window.before !== undefined) page = page.where('c.revision', '<', window.before)
    const chosen = page.orderBy('c.revision', window.isFromEnd ? 'desc' : 'asc').limit(window.limit)
    const actors = sql<{ id: string; name: string }>`quipu_names(array(select distinct actor_id from chosen))`
    const named = queries
      .with('chosen', () => chosen)
      .selectFrom('chosen')
      .leftJoin(actors.as('n'), 'n.id', 'chosen.actor_id')
      .selectAll('chosen')
      .select('n.name as actor_name')
      .orderBy('chosen.revision')
    // JSON columns hold what `append` put there.
    return (await tx.query(named)) as unknown as EntryRow[]
  }

  /** The changes that a model needs to follow, in order. */
  async changes(tx: Tx, universeId: string, after: number, upTo: number, limit: number) {
    const select = queries
      .selectFrom('universe_commands')
      .select(['revision', 'changes'])
      .where('universe_id', '=', universeId)
      .where('revision', '>', after)
      .where('revision', '<=', upTo)
      .orderBy('revision')
      .limit(limit)
    // As in `entries`.
    return (await tx.query(select)) as { readonly revision: number; readonly changes: Changes | null }[]
  }

  async step(tx: Tx, universeId: string, revision: number): Promise<(Step & Asked) | undefined> {
    const select = steps(universeId).where('revision', '=', revision)
    // As in `entries`.
    return (await tx.query(select))[0] as (Step & Asked) | undefined
  }

  async stepOfCommand(
    tx: Tx,
    universeId: string,
    commandId: string,
  ): Promise<(Asked & Pick<Step, 'events'>) | undefined> {
    const select = queries
      .selectFrom('universe_commands')
      .select(['revision', 'actor_id', 'request_hash', 'events'])
      .where('universe_id', '=', universeId)
      .where('command_id', '=', commandId)
    // As in `entries`.
    return (await tx.query(select))[0] as (Asked & Pick<Step, 'events'>) | undefined
  }

  async addSnapshot(tx: Tx, universeId: string, revision: number, state: unknown): Promise<void> {
    const insert = queries
      .insertInto('universe_snapshots')
      .values({ universe_id: universeId, revision, state: JSON.stringify(state) })
    await tx.query(insert)
  }

  /** The newest that is not after a revision. */
  async snapshot(tx: Tx, universeId: string, upTo: number) {
    const select = queries
      .selectFrom('universe_snapshots')
      .select(['revision', 'state'])
      .where('universe_id', '=', universeId)
      .where('revision', '<=', upTo)
      .orderBy('revision', 'desc')
      .limit(1)
    return (await tx.query(select))[0]
  }

  /** Deletes snapshots that can be computed from the one before. One that replaces the changes of a step stays. */
  async thin(tx: Tx, { within, every }: Spacing): Promise<void> {
    const thin = queries
      .deleteFrom('universe_snapshots as s')
      .using(['universes as u', 'universe_commands as c'])
      .whereRef('u.id', '=', 's.universe_id')
      .whereRef('c.universe_id', '=', 's.universe_id')
      .whereRef('c.revision', '=', 's.revision')
      .where('c.changes', 'is not', null)
      .where(
        sql<boolean>`s.revision < u.revision - ${sql.lit(within)} and s.revision % ${sql.lit(every)} <> 0`,
      )
    await tx.query(thin)
  }
}

/** Which snapshots stay: all of the last `within` revisions, one in `every` revisions of those before. */
export interface Spacing {
  readonly within: number
  readonly every: number
}

/** The actor of a step, and the request. */
export interface Asked {
  readonly revision: number
  readonly actor_id: string | null
  readonly request_hash: string | null
}

function steps(universeId: string) {
  return queries
    .selectFrom('universe_commands')
    .select(['revision', 'command', 'events', 'changes', 'undoes', 'redoes', 'actor_id', 'request_hash'])
    .where('universe_id', '=', universeId)
}

/** The large ones are not even read. */
function small(column: 'command' | 'changes') {
  return sql<unknown>`case when c.is_large then null else ${sql.ref(`c.${column}`)} end`.as(column)
}

const smallEvents = sql<unknown>`case
  when c.is_large and octet_length(c.events::text) > ${sql.lit(mostEventsBytes)} then null else c.events end`.as(
  'events',
)
