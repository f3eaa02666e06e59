import type { Module, Ports } from '@quipu/kit'
import { defineModule, defineResource, queryBuilder, resourceChanged, sql } from '@quipu/kit'

interface Catalogue {
  'information_schema.columns': { table_name: string; column_name: string; table_schema: string }
}

/** Written late or in the background, so their rows come and change when other people are at it. */
const late: readonly string[] = ['audit_events', 'jobs']

/** A resource of everyone. */
export const marker = 'ledger://marker'

/** Looks at the rows of everyone, underneath the rules. */
export class Ledger {
  #ports: Ports | undefined
  #tables: readonly string[] = []

  readonly module: Module = defineModule({
    name: 'ledger',
    title: 'Ledger',
    permissions: {},
    tools: [],
    resources: [
      defineResource({
        name: 'marker',
        title: 'Marker',
        description: 'Changes when somebody compares what was heard.',
        uri: marker,
        mimeType: 'text/plain',
        read: async () => 'marker',
      }),
    ],
    open: (ports) => {
      this.#ports = ports
      return ports
    },
  })

  async open(): Promise<void> {
    const found = await this.#query<{ table_name: string }>(
      queryBuilder<Catalogue>()
        .selectFrom('information_schema.columns')
        .select('table_name')
        .where('column_name', '=', 'user_id')
        .where('table_schema', '=', 'public'),
    )
    this.#tables = found.map(({ table_name }) => table_name).filter((name) => !late.includes(name))
    if (this.#tables.length === 0) throw new Error('No table has a user_id, so nothing could be compared')
  }

  /** Notifies everyone of a change of the marker. */
  mark(): void {
    if (this.#ports === undefined) throw new Error('The ledger is not open')
    resourceChanged(this.#ports.bus, marker)
  }

  /** A fingerprint of all rows that belong to anyone else, those aside who are left out as well. */
  async othersOf(userId: string, leftOut: readonly string[] = []): Promise<string> {
    const ids = [userId, ...leftOut]
    const tables = [
      ...this.#tables.map((table) => ({ table, owner: 'user_id' })),
      { table: 'users', owner: 'id' },
    ]
    const prints = tables.map(({ table, owner }) =>
      sql<string | null>`(select md5(string_agg(t::text, chr(10) order by t::text))
          from ${sql.table(table)} t where t.${sql.ref(owner)}::text <> all (${ids}::text[]))`.as(table),
    )
    return JSON.stringify(await this.#query(queryBuilder().selectNoFrom(prints)))
  }

  /** What the audit says was done in someone's name, as far as it is written. */
  async auditOf(userId: string): Promise<string> {
    const rows = await this.#query<{ line: string }>(
      queryBuilder()
        .selectFrom(sql`audit_events`.as('t'))
        .select(sql<string>`t::text`.as('line'))
        .where(sql<boolean>`t.user_id = ${userId}`),
    )
    return rows.map(({ line }) => line).join('\n')
  }

  /** How many rows someone owns, in all tables together. */
  async rowsOf(userId: string): Promise<number> {
    const counts = this.#tables.map(
      (table) => sql`(select count(*) from ${sql.table(table)} t where t.user_id = ${userId})`,
    )
    const total = sql<number>`(${sql.join(counts, sql` + `)})::int`.as('total')
    const [row] = await this.#query<{ total: number }>(queryBuilder().selectNoFrom(total))
    return row?.total ?? 0
  }

  async #query<Row>(query: Parameters<Ports['db']['query']>[1]): Promise<Row[]> {
    if (this.#ports === undefined) throw new Error('The ledger is not open')
    return (await this.#ports.db.query({ everyone: true }, query)) as Row[]
  }
}
