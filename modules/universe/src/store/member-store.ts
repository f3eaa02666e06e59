import type { Tx } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Member, Person, Role } from '../service/universe-service.ts'
import { isId, queries } from './tables.ts'
import type { Reader } from './universe-store.ts'

/** Whom a universe is shared with. Only its owner adds and changes, each member may leave. */
export class MemberStore {
  /** The owner first, then by name. Empty for a person who is not a member. */
  async list(tx: Tx, universeId: string): Promise<Member[]> {
    const people = sql<{ id: string; role: Role }>`universe_people(${universeId}::uuid)`
    const select = queries
      .selectFrom(people.as('p'))
      .select([
        'p.id',
        'p.role',
        sql<string | null>`(select n.name from quipu_names(array[p.id]) n)`.as('name'),
      ])
      .orderBy(sql`p.role <> 'owner'`)
      .orderBy('name')
      .orderBy('p.id')
    return (await tx.query(select)).map(({ id, role, name }) => ({ id, role, name: name ?? '' }))
  }

  async accountNamed(tx: Tx, email: string): Promise<Person | undefined> {
    const account = sql<Person>`quipu_account_named(${email})`
    const [found] = await tx.query(queries.selectFrom(account.as('a')).select(['a.id', 'a.name']))
    return found
  }

  async put(
    tx: Tx,
    owner: Reader,
    universeId: string,
    userId: string,
    role: 'editor' | 'viewer',
  ): Promise<void> {
    const insert = queries
      .insertInto('universe_members')
      .values({ universe_id: universeId, owner_id: owner.userId, user_id: userId, role })
      .onConflict((conflict) => conflict.columns(['universe_id', 'user_id']).doUpdateSet({ role }))
    await tx.query(insert)
  }

  async remove(tx: Tx, universeId: string, userId: string): Promise<boolean> {
    if (!isId(userId)) return false
    const gone = queries
      .deleteFrom('universe_members')
      .where('universe_id', '=', universeId)
      .where('user_id', '=', userId)
    return (await tx.query(gone.returning('user_id'))).length > 0
  }
}
