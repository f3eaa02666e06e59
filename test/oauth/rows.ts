import type { Db, Module } from '@quipu/kit'
import { defineModule, queryBuilder } from '@quipu/kit'

type Row = Readonly<Record<string, unknown>>

interface Tables {
  oauth_artifacts: Row
  oauth_clients: Row
  client_documents: Row
  connected_apps: Row
  consents: Row
  personal_tokens: Row
  web_sessions: Row
  one_time_links: Row
  users: Row
  audit_events: Row
}

/** Reads the tables of the front door as a job would, to see what is kept in them. */
export class Rows {
  #db: Db | undefined

  readonly module: Module = defineModule({
    name: 'rows',
    title: 'Rows',
    permissions: {},
    tools: [],
    open: ({ db }) => {
      this.#db = db
      return null
    },
  })

  async of(table: keyof Tables): Promise<readonly Row[]> {
    if (this.#db === undefined) throw new Error('Open a host with this module first')
    return this.#db.query<Row>({ everyone: true }, queryBuilder<Tables>().selectFrom(table).selectAll())
  }

  async count(...tables: readonly (keyof Tables)[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const table of tables) counts[table] = (await this.of(table)).length
    return counts
  }

  /** All that the audit tells, oldest first, each as `action outcome`. */
  async told(): Promise<readonly string[]> {
    const rows = await this.of('audit_events')
    const ordered = rows.toSorted((one, other) => Number(one['id']) - Number(other['id']))
    return ordered.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`)
  }
}
