import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../test/environment/postgres.ts'
import type { PrivateServer } from '../../test/environment/private-server.ts'

export interface LoadedPostgres extends AsyncDisposable {
  /** The address of database NAME of the set is `prefix` + NAME. */
  readonly prefix: string
}

/** Our own PostgreSQL with every database of the set. It is loaded now because the rows are relative to today. */
export async function loadPostgres(folder: string): Promise<LoadedPostgres> {
  const server = await startPostgres()
  const root = server.url.slice(0, server.url.lastIndexOf('/') + 1)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
    const name = `ask_${file.slice(0, -'.sql'.length)}`
    await run(server.url, `create database ${name}`)
    await run(`${root}${name}`, readFileSync(join(folder, file), 'utf8'))
  }
  return { prefix: `${root}ask_`, [Symbol.asyncDispose]: () => stopped(server) }
}

/** The server's process does not keep ours alive, so a timer does until the server has ended. */
async function stopped(server: PrivateServer): Promise<void> {
  const waiting = setInterval(() => {}, 1000)
  try {
    await server.stop()
  } finally {
    clearInterval(waiting)
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
