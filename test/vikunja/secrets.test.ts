import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Client, SSEClientTransport } from '@modelcontextprotocol/client'
import { openLog } from '@quipu/host'
import { vikunja } from '@quipu/vikunja'
import { Redis } from 'ioredis'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Collector } from '../deploy/collector.ts'
import { servers } from '../environment/index.ts'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { LegacyClient } from '../sessions/legacy-client.ts'
import { endpoint, openBridge, type TestBridge } from './open-bridge.ts'
import { inputsOf } from './tool-inputs.ts'

const redisUrl = servers().redisUrl ?? undefined

test.each(engines)(
  '[VK185] no token is anywhere after all tools were used in every way, on %s',
  async (engine) => {
    await using collector = await new Collector().listen()
    const said: string[] = []
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        said.push(String(chunk))
        done()
      },
    })
    await using bridge = await openBridge({
      engine,
      ofHost: {
        redisUrl,
        tracing: { endpoint: collector.url },
        log: openLog({ level: 'debug', destination }),
      },
    })
    const used = [bridge.token, bridge.newToken(), bridge.newToken(), bridge.newToken()]
    const [, legacy = '', old = '', stored = ''] = used
    const answers: string[] = []
    const account = await bridge.app.user({ path: '' })
    answers.push(await textOf(account.api('PUT', '/api/vikunja/token', { token: stored })))
    answers.push(...(await useAll(bridge, bridge.guest())), ...(await useAll(bridge, account)))
    answers.push(JSON.stringify(await useLegacy(bridge, legacy)), await useOld(bridge, old))
    answers.push(...(await useBadly(bridge, bridge.guest())), ...(await useBadly(bridge, account)))
    answers.push(await textOf(account.api('GET', '/api/vikunja/token')))
    answers.push(JSON.stringify(await bridge.app.host.audit.list({})))
    const inRedis = redisUrl === undefined ? '' : await redisDump(redisUrl)
    await bridge.app.host.close()

    const places = {
      answers: answers.join('\n'),
      log: said.join(''),
      traces: collector.received,
      redis: inRedis,
      store: await storeDump(bridge),
      files: filesDump(bridge.app.options.dataFolder),
    }
    // These were filled by all this, or they would show nothing. The log may be empty: nothing of it is a fault of ours.
    expect(places.answers).toContain('Water the plants')
    expect(places.traces).toContain('create_tasks')
    expect(places.redis).toContain(redisUrl === undefined ? '' : sha256(bridge.token))
    expect(places.store).toContain('vikunja_deleted_tasks')
    for (const [place, text] of Object.entries(places))
      for (const token of used)
        for (const form of formsOf(token)) expect(text.includes(form), `${place} holds a token`).toBe(false)
  },
)

/** All tools with what is theirs, and again with what is not there. */
async function useAll({ fake, ana, home }: TestBridge, user: TestUser): Promise<string[]> {
  const task = fake.world.addTask(home, ana, { title: 'Water the plants' }).id
  const ids = {
    project: home,
    task,
    label: fake.world.addLabel(ana, 'garden').id,
    comment: fake.world.addComment(task, ana, 'x').id,
  }
  const unknown = { project: 900_001, task: 900_002, label: 900_003, comment: 900_004 }
  const inputs = inputsOf(ids)
  expect(Object.keys(inputs).toSorted()).toEqual(vikunja.tools.map(({ name }) => name).toSorted())
  const answers: string[] = []
  let good = 0
  for (const [tool, input] of [...Object.entries(inputs), ...Object.entries(inputsOf(unknown))]) {
    const { isError, raw } = await user.call(tool, input)
    answers.push(JSON.stringify(raw))
    good += isError ? 0 : 1
  }
  expect(good).toBeGreaterThan(16)
  return answers
}

async function useLegacy({ app }: TestBridge, token: string): Promise<unknown> {
  const client = await new LegacyClient(app.url + endpoint, token).hello()
  return client.rpc('tools/call', { name: 'find_tasks', arguments: {} })
}

/** Leaves the stream open, so that its session is kept. */
async function useOld({ app }: TestBridge, token: string): Promise<string> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new SSEClientTransport(new URL(`${app.url}/api/vikunja/sse`), { requestInit })
  const client = new Client({ name: 'old', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(transport)
  return JSON.stringify(await client.callTool({ name: 'list_projects', arguments: {} }))
}

/** A Vikunja that repeats the token in an error, in a page and in an invalid answer; then one that refuses it. */
async function useBadly({ fake }: TestBridge, user: TestUser): Promise<string[]> {
  const answers: string[] = []
  for (const [status, type] of [
    [400, 'application/json'],
    [500, 'application/json'],
    [200, 'text/html'],
    [401, 'application/json'],
  ] as const) {
    fake.intercept = (request, response) => {
      const { authorization = '' } = request.headers
      response
        .writeHead(status, { 'content-type': type, 'x-token': authorization })
        .end(JSON.stringify({ code: 4, message: `Wrong: ${authorization}` }))
      return true
    }
    for (const tool of ['find_tasks', 'save_label'])
      answers.push(await textOf(user.post('tools/call', { name: tool, arguments: { title: 'x' } })))
  }
  fake.intercept = () => false
  return answers
}

async function textOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  return `${[...response.headers].join('\n')}\n${await response.text()}`
}

/** As it is, without its first letters, and as it would look in other clothes. */
function formsOf(token: string): string[] {
  const bytes = Buffer.from(token)
  return [token.slice(3), bytes.toString('base64').slice(0, -4), bytes.toString('hex')]
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function redisDump(url: string): Promise<string> {
  const redis = new Redis(url)
  const dump: string[] = []
  for (const key of await redis.keys('*')) dump.push(key, String(await redis.dumpBuffer(key)))
  redis.disconnect()
  return dump.join('\n')
}

/** Every row of every table, of the embedded store every byte of its files. */
async function storeDump({ app }: TestBridge): Promise<string> {
  const { store } = app.options
  if (store.kind === 'embedded') return filesDump(store.folder)
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  const dump: string[] = []
  const tables = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`)
    dump.push(name, ...rows.map(({ line }) => line))
  }
  await client.end()
  return dump.join('\n')
}

function filesDump(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return files
    .map((file) => `${file.name}\n${readFileSync(join(file.parentPath, file.name), 'latin1')}`)
    .join('\n')
}
