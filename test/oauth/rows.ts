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
    return this.#open().query<Row>({ everyone: true }, queryBuilder<Tables>().selectFrom(table).selectAll())
  }

  /** Puts rows in as they would be after a long time. */
  async add(table: keyof Tables, rows: readonly Row[]): Promise<void> {
    for (let at = 0; at < rows.length; at += 1_000)
      await this.#open().query(
        { everyone: true },
        queryBuilder<Tables>()
          .insertInto(table)
          .values(rows.slice(at, at + 1_000)),
      )
  }

  async count(...tables: readonly (keyof Tables)[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const table of tables) counts[table] = (await this.of(table)).length
    return counts
  }

  #open(): Db {
    if (this.#db === undefined) throw new Error('Open a host with this module first')
    return this.#db
  }

  /** All rows of the audit, oldest first, each as `action outcome`. */
  async audited(): Promise<readonly string[]> {
    const rows = await this.of('audit_events')
    const ordered = rows.toSorted((one, other) => Number(one['id']) - Number(other['id']))
    return ordered.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`)
  }
}
