import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tasks } from '@quipu/tasks'
import { truth } from '@quipu/truth'
import { universe } from '@quipu/universe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers, temporaryFolder } from '../environment/index.ts'
import { engines, openTestHost, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { OAuthClient, register, claude } from '../oauth/oauth-client.ts'
import { headers, hidden, inwardUrls, texts } from './payloads.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

describe.each(available)('on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  let bob: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, truth, universe], {
      authorizationsPerMinute: 10_000,
      moduleSettings: { truth: { uploadRoots: [temporaryFolder().path] } },
    })
    ada = await app.user({ path: '' })
    bob = await app.user({ path: '' })
    await bob.call('add_task', { title: 'Of Bob' })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  /** Never a failure of ours, whatever it is given. */
  const used = async (tool: string, input: object) => {
    const { raw, meta } = await ada.call(tool, input)
    const code = meta['error_code']
    expect([tool, input, code === 'INTERNAL_ERROR' || code === 'UNAVAILABLE']).toEqual([tool, input, false])
    return JSON.stringify(raw)
  }

  test.each(Object.keys(texts))(
    '[X353] %s in text is text: kept as it is, found again, and nothing else',
    async (kind) => {
      for (const text of texts[kind]!) {
        const { body } = await ada.call('add_task', { title: text + hidden })
        expect((body.data as { title: string }).title).toBe(text)
        const found = await used('search_tasks', { keyword: text })
        expect(found).not.toContain('Of Bob')
        expect(found).toContain(JSON.stringify(JSON.stringify(text)).slice(4, -4))
        await used('list_tasks', { cursor: text })
        const stated = await used('ingest', {
          entities: [{ entity_type: 'note', name: text, city: text + hidden }],
        })
        expect(stated).not.toContain('\u{E0049}')
        for (const tool of ['get_entity_snapshot', 'list_observations', 'get_related_entities'])
          await used(tool, { entity_id: text })
        await used('search_truth', { query: text })
        await used('get_entity_by_identifier', { identifier: text })
        await used('list_timeline_events', { event_type: text, source_id: text })
        await used('create_universe', { name: text })
        await used('get_universe_state', { universeId: text })
      }
      expect(JSON.stringify((await bob.call('list_tasks')).body)).toContain('Of Bob')
      expect((await bob.call('list_tasks')).body).toMatchObject({ data: { total: 1 } })
      expect((await bob.call('retrieve_entities')).body).toMatchObject({ entities: [] })
    },
  )

  test('[X913] no path leads to a file of the machine', async () => {
    for (const path of texts['paths']!) {
      for (const [tool, input] of [
        ['upload_file', { file_path: path }],
        ['get_file_url', { file_path: path }],
      ] as const) {
        const answer = await used(tool, input)
        expect([path, answer.includes('root:x'), answer.includes('"isError":true')]).toEqual([
          path,
          false,
          true,
        ])
      }
      for (const place of ['/api/truth/files/', '/app/', '/docs/', '/', '/.well-known/', '/mcp/../']) {
        const answer = await rawGet(app.url, place + path.replace(/ /g, '%20'))
        expect([place + path, answer.includes('root:x'), /^HTTP\/1.1 5/.test(answer)]).toEqual([
          place + path,
          false,
          false,
        ])
      }
    }
  })

  test('[X914] headers of a stranger are neither believed nor repeated', async () => {
    for (const [name, value] of headers) {
      for (const path of ['/mcp', '/api/tasks', '/.well-known/oauth-protected-resource', '/app']) {
        const answer = await fetch(app.url + path, { headers: { [name]: value }, redirect: 'manual' })
        const told = `${[...answer.headers].join('\n')}\n${await answer.text()}`
        expect([name, path, told.includes('evil'), answer.status >= 500]).toEqual([name, path, false, false])
      }
    }
  })

  test('[X354] no address that a client names makes the server ask inside its own network', async () => {
    const trap = createServer((socket) => socket.destroy())
    let visits = 0
    trap.on('connection', () => (visits += 1))
    trap.listen(0, '127.0.0.1')
    await once(trap, 'listening')
    const { port } = trap.address() as AddressInfo
    for (const pattern of inwardUrls) {
      const url = pattern.replace('PORT', String(port))
      const asked = await fetch(new OAuthClient(app, url).authorizeUrl(), { redirect: 'manual' })
      expect([url, asked.status]).toEqual([url, 400])
      const metadata = {
        logo_uri: url,
        jwks_uri: url,
        client_uri: url,
        sector_identifier_uri: url,
        tos_uri: url,
      }
      expect((await register(app, { ...claude, ...metadata })).status).toBeLessThan(500)
    }
    trap.close()
    expect(visits).toBe(0)
  })
})

/** As it is written: `fetch` would tidy the path first. */
async function rawGet(url: string, path: string): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(
    `GET ${path.replace(/[^\x21-\x7e]/g, '')} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
  )
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}
