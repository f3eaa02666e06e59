import type { Db, Tx } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Counts, Role } from '../service/universe-service.ts'
import { isId, queries } from './tables.ts'

export interface Reader {
  readonly userId: string
}

export interface UniverseRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly revision: number
  readonly counts: Counts
  readonly created_at: Date
  readonly updated_at: Date
  readonly role: Role
  readonly owner_name: string | null
  /** Changed by the transaction that reads it, and so perhaps never committed. */
  readonly is_own_change: boolean
}

/** The locked row of a universe, which nobody else can change until the transaction ends. */
export interface HeldRow extends UniverseRow {
  readonly actor_name: string | null
  /** The owner and everyone it is shared with. */
  readonly people: readonly string[]
}

export interface Place {
  readonly updatedAt: Date
  readonly id: string
}

/** What its reader's watching needs to know from time to time. */
export interface Pulse {
  readonly name: string
  readonly revision: number
  readonly people: Readonly<Record<string, Role>>
}

/** Universes as row-level security shows them to the reader; others do not exist for them. */
export class UniverseStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Inside a write call, the call's own transaction. */
  transaction<Result>(reader: Reader, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#db.transaction(reader, work)
  }

  /** Each statement by itself, or within the call's transaction where there is one. */
  as(reader: Reader): Tx {
    return { query: (query) => this.#db.query(reader, query) }
  }

  async insert(tx: Tx, reader: Reader, name: string, counts: Counts, now: Date): Promise<string> {
    const insert = queries
      .insertInto('universes')
      .values({
        user_id: reader.userId,
        name,
        revision: 0,
        counts: JSON.stringify(counts),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
    // An insert returns its row or throws.
    return (await tx.query(insert))[0]!.id
  }

  async find(tx: Tx, reader: Reader, id: string): Promise<UniverseRow | undefined> {
    if (!isId(id)) return undefined
    // The type of `counts` is that of its only writers, `insert` and the log.
    return (await tx.query(seen(reader).where('u.id', '=', id)))[0] as UniverseRow | undefined
  }

  /** Waits for the current holder of the lock. Undefined for a universe that the reader may not change. */
  async hold(tx: Tx, reader: Reader, id: string): Promise<HeldRow | undefined> {
    if (!isId(id)) return undefined
    const select = seen(reader)
      .select(nameOf(reader.userId).as('actor_name'))
      .select(sql<string[]>`array(select p.id from universe_people(u.id) p)`.as('people'))
      .where('u.id', '=', id)
      .forNoKeyUpdate('u')
    // As in `find`.
    return (await tx.query(select))[0] as HeldRow | undefined
  }

  async list(reader: Reader, after: Place | undefined, limit: number): Promise<UniverseRow[]> {
    const select = seen(reader).where('u.id', 'in', firstWithin(reader, after, limit))
    const page = select.orderBy('u.updated_at', 'desc').orderBy('u.id', 'desc').limit(limit)
    // As in `find`.
    return (await this.#db.query(reader, page)) as UniverseRow[]
  }

  async idsStarting(reader: Reader, typed: string, limit: number): Promise<string[]> {
    if (!/^[\da-f-]*$/i.test(typed)) return []
    const select = queries
      .selectFrom('universes as u')
      .select('u.id')
      .where('u.id', 'in', within(reader))
      .where(sql<string>`u.id::text`, 'like', `${typed.toLowerCase()}%`)
      .orderBy('u.updated_at', 'desc')
      .limit(limit)
    return (await this.#db.query(reader, select)).map(({ id }) => id)
  }

  async rename(tx: Tx, id: string, name: string, now: Date): Promise<boolean> {
    const update = queries.updateTable('universes').set({ name, updated_at: now }).where('id', '=', id)
    return (await tx.query(update.returning('id'))).length > 0
  }

  async remove(tx: Tx, reader: Reader, id: string): Promise<boolean> {
    const gone = queries.deleteFrom('universes').where('id', '=', id).where('user_id', '=', reader.userId)
    return (await tx.query(gone.returning('id'))).length > 0
  }

  async pulse(reader: Reader, id: string): Promise<Pulse | undefined> {
    const select = queries
      .selectFrom('universes as u')
      .select(['u.name', 'u.revision'])
      .select(
        sql<Pulse['people']>`(select json_object_agg(p.id, p.role) from universe_people(u.id) p)`.as(
          'people',
        ),
      )
      .where('u.id', '=', id)
    return (await this.#db.query(reader, select))[0]
  }

  /** How the reader is called by others. */
  async nameOf(reader: Reader): Promise<string | null> {
    const [row] = await this.#db.query(reader, queries.selectNoFrom(nameOf(reader.userId).as('name')))
    return row?.name ?? null
  }
}

/** Found through two indexes; the policies alone would look at everyone's universes. */
function within({ userId }: Reader) {
  return queries
    .selectFrom('universes')
    .select('id')
    .where('user_id', '=', userId)
    .unionAll(
      queries.selectFrom('universe_members').select('universe_id as id').where('user_id', '=', userId),
    )
}

/** The reader's own universes of a page, and all that others share with them from there on. */
function firstWithin({ userId }: Reader, after: Place | undefined, limit: number) {
  const isAfter =
    after === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(o.updated_at, o.id) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)`
  const own = queries
    .selectFrom('universes as o')
    .select('o.id')
    .where('o.user_id', '=', userId)
    .where(isAfter)
  const first = own.orderBy('o.updated_at', 'desc').orderBy('o.id', 'desc').limit(limit)
  const shared = queries
    .selectFrom('universe_members as m')
    .innerJoin('universes as o', 'o.id', 'm.universe_id')
    .select('o.id')
    .where('m.user_id', '=', userId)
    .where(isAfter)
  return queries.selectFrom(first.as('f')).select('f.id').unionAll(shared)
}

function seen({ userId }: Reader) {
  return queries
    .selectFrom('universes as u')
    .select(['u.id', 'u.user_id', 'u.name', 'u.revision', 'u.counts', 'u.created_at', 'u.updated_at'])
    .select([
      sql<Role>`case when u.user_id = ${userId} then 'owner' else (
        select m.role from universe_members m where m.universe_id = u.id and m.user_id = ${userId}) end`.as(
        'role',
      ),
      sql<string | null>`(select n.name from quipu_names(array[u.user_id]) n)`.as('owner_name'),
      sql<boolean>`coalesce(u.xmin = pg_current_xact_id_if_assigned()::xid, false)`.as('is_own_change'),
    ])
}

function nameOf(userId: string) {
  return sql<string | null>`(select n.name from quipu_names(array[${userId}::uuid]) n)`
}
