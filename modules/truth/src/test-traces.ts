import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from '@quipu/kit'
import { queryBuilder, sql } from '@quipu/kit'

const queries = queryBuilder<{ pg_tables: { schemaname: string; tablename: string } }>()

/** The files under a folder that contain this text in any case, by their path in it. */
export function filesHolding(folder: string, text: string): readonly string[] {
  const wanted = text.toLowerCase()
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name)).toString('latin1').toLowerCase().includes(wanted))
    .toSorted()
}

/** The tables visible to a module's queries that contain this text in some row. */
export async function tablesHolding({ db }: Pick<Ports, 'db'>, text: string): Promise<readonly string[]> {
  const everyone = { everyone: true } as const
  const tables = await db.query(
    everyone,
    queries
      .selectFrom('pg_tables')
      .select('tablename')
      .where('schemaname', '=', 'public')
      .where(sql<boolean>`has_table_privilege(to_regclass('public.' || tablename), 'select')`)
      .orderBy('tablename'),
  )
  const holding: string[] = []
  for (const { tablename } of tables) {
    const found = queries
      .selectFrom(sql<{ line: string }>`(select t::text as line from ${sql.ref(tablename)} t)`.as('lines'))
      .select(sql<number>`count(*)::int`.as('count'))
      .where(sql<boolean>`line ilike ${`%${text}%`}`)
    const [row] = await db.query(everyone, found)
    if ((row?.count ?? 0) > 0) holding.push(tablename)
  }
  return holding
}
