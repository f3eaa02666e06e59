import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { connectHttp, eras } from '../clients/connect.ts'
import { servers } from '../environment/index.ts'
import { createDatabase } from '../environment/database.ts'
import type { TestUser } from '../environment/test-user.ts'
import { Line } from '../environment/line.ts'
import { agentPath, ask, legacy, makeOntology, openAgent, type TestAgent } from './open-agent.ts'

const hasPostgres = servers().databaseUrl !== null
const question = 'How many loaves are there?'

/** A PostgreSQL source behind a wire in the test's hands. */
async function farAway(settings: object) {
  const database = await createDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`create table loaves (loaf_id int primary key, kind text not null);
    insert into loaves select n, 'kind ' || n % 3 from generate_series(1, 12) n`)
  await client.end()
  const line = await Line.to(database.url)
  const agent = await openAgent('pglite', settings as Record<string, unknown>)
  const added = await agent.admin.api('POST', '/api/data-agent/connections', {
    name: 'far',
    kind: 'postgres',
    url: line.url,
  })
  const { id } = (await added.json()) as { id: string }
  const ontologyId = await makeOntology(agent.admin, { name: 'Far', connection_id: id })
  const user = await agent.app.user({ path: agentPath })
  return {
    agent,
    database,
    line,
    user,
    ontologyId,
    [Symbol.asyncDispose]: async () => {
      await line[Symbol.asyncDispose]()
      await agent[Symbol.asyncDispose]()
      await database.drop()
    },
  }
}

const asLegacy = (agent: TestAgent, user: TestUser, ontologyId: string) =>
  legacy(agent.app.url, user, 'tools/call', { name: 'ask_question', arguments: { ontologyId, question } })

test.skipIf(!hasPostgres)(
  '[DA22] a question that takes too long ends with the contract’s timeout',
  async () => {
    await using far = await farAway({ askSeconds: 4 })
    const { agent, line, user, ontologyId } = far
    expect((await ask(user, { ontologyId, question })).structuredContent['rows']).toEqual([[12]])

    line.fallSilent()
    expect((await asLegacy(agent, user, ontologyId)).error).toEqual({
      code: -32004,
      message: 'Agent execution timeout after 4 seconds',
      data: { question, knecta_code: 'AGENT_TIMEOUT' },
    })
    expect(await ask(user, { ontologyId, question })).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: 'TIMEOUT',
          message: 'Agent execution timeout after 4 seconds',
          question,
          knecta_code: 'AGENT_TIMEOUT',
        },
      },
    })
  },
)

test.skipIf(!hasPostgres)(
  '[DA23] a database that vanishes is the contract’s error, without its address',
  async () => {
    await using far = await farAway({})
    const { agent, line, user, ontologyId } = far
    expect((await ask(user, { ontologyId, question })).isError).not.toBe(true)

    line.cut()
    const { error } = await asLegacy(agent, user, ontologyId)
    expect(error).toMatchObject({
      code: -32005,
      message: 'Failed to connect to database',
      data: { detail: expect.any(String) as string, knecta_code: 'DATABASE_CONNECTION_ERROR' },
    })
    expect(JSON.stringify(error)).not.toContain('127.0.0.1')
    expect((await ask(user, { ontologyId, question })).structuredContent).toMatchObject({
      error: { code: 'UNAVAILABLE', knecta_code: 'DATABASE_CONNECTION_ERROR' },
    })
  },
)

test.skipIf(!hasPostgres)(
  '[DA24] whoever hangs up is not waited for, and the next question is answered',
  async () => {
    await using far = await farAway({})
    const { line, user, ontologyId } = far
    expect((await ask(user, { ontologyId, question })).isError).not.toBe(true)
    line.fallSilent()
    const gone = user.post(
      'tools/call',
      { name: 'ask_question', arguments: { ontologyId, question } },
      { signal: AbortSignal.timeout(500) },
    )
    await expect(gone).rejects.toThrow(/abort|timeout/i)
    line.mend()
    await expect
      .poll(async () => (await ask(user, { ontologyId, question })).structuredContent['rows'])
      .toEqual([[12]])
  },
)

describe.skipIf(!hasPostgres).each(eras)('the official client, %s', (era) => {
  test('[DA24] who cancels stops the statement on the database', async () => {
    await using far = await farAway({})
    const { agent, database, user, ontologyId } = far
    const admin = new pg.Client(database.url)
    await admin.connect()
    // What the view takes its time for is not seen by anyone who asks about loaves.
    await admin.query(`alter table loaves rename to all_loaves;
      create view loaves as select l.* from all_loaves l, pg_sleep(60)`)
    const running = async () => {
      const { rows } = await admin.query(
        `select 1 from pg_stat_activity
         where state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
      )
      return rows.length
    }
    await using client = await connectHttp(agent.app.url + agentPath, user.token, era)
    const controller = new AbortController()
    const call = client.callTool(
      { name: 'ask_question', arguments: { ontologyId, question } },
      { signal: controller.signal },
    )
    const ending = call.then(() => 'answered', String)
    await expect.poll(running).toBe(1)
    controller.abort()
    expect(await ending).toMatch(/abort/i)
    await expect.poll(running).toBe(0)
    await admin.end()
  })
})

test('[DA25] a table that is gone, a file that is gone, an ontology that is dropped', async () => {
  await using agent = await openAgent('pglite')
  const { admin, file, ontologyId } = agent
  const user = await agent.app.user({ path: agentPath })
  const sales = { ontologyId, question: 'How many sales are there?' }
  expect((await ask(user, sales)).structuredContent['rows']).toEqual([[360]])

  const db = new DatabaseSync(file)
  db.exec('drop table sales')
  db.close()
  expect((await ask(user, sales)).structuredContent).toMatchObject({
    error: { knecta_code: 'ONTOLOGY_OUTDATED' },
  })

  rmSync(file)
  const { error: gone } = await legacy(agent.app.url, user, 'tools/call', {
    name: 'ask_question',
    arguments: sales,
  })
  expect(gone).toEqual({
    code: -32005,
    message: 'Failed to connect to database',
    data: {
      detail: 'The file is not there; check its path',
      knecta_code: 'DATABASE_CONNECTION_ERROR',
    },
  })
  const refreshed = await admin.api('POST', `/api/data-agent/ontologies/${ontologyId}/refresh`, {})
  expect(refreshed.status).toBe(202)
  await admin.api('DELETE', `/api/data-agent/ontologies/${ontologyId}`)
  expect((await ask(user, sales)).structuredContent).toMatchObject({
    error: { knecta_code: 'ONTOLOGY_NOT_FOUND' },
  })
})

test('[DA25] an ontology that is not ready says so', async () => {
  await using agent = await openAgent('pglite')
  const { admin, file, connectionId } = agent
  const user = await agent.app.user({ path: agentPath })
  rmSync(file)
  const made = await admin.api('POST', '/api/data-agent/ontologies', {
    name: 'Too late',
    connection_id: connectionId,
  })
  const { id } = (await made.json()) as { id: string }
  const { error } = await asLegacy(agent, user, id)
  expect(error).toMatchObject({
    code: -32003,
    message: 'Ontology not ready',
    data: { ontologyId: id, knecta_code: 'ONTOLOGY_NOT_READY' },
  })
  expect(await ask(user, { ontologyId: id, question })).toMatchObject({
    isError: true,
    structuredContent: {
      error: { code: 'CONFLICT', message: 'Ontology not ready', knecta_code: 'ONTOLOGY_NOT_READY' },
    },
  })
  const { error: unread } = await legacy(agent.app.url, user, 'resources/read', {
    uri: `knecta://ontologies/${id}`,
  })
  expect(unread).toMatchObject({ code: -32002, data: { knecta_code: 'ONTOLOGY_NOT_FOUND' } })
})
