import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectHttp, eras } from '../clients/connect.ts'
import { hasProgram } from '../environment/index.ts'
import { password } from '../environment/test-host.ts'
import { meta } from '../environment/test-user.ts'
import { openCallback } from '../oauth/callback-server.ts'
import { openChromium, Person } from '../oauth/person.ts'
import { SdkApp } from '../oauth/sdk-app.ts'
import { ThreeInstances } from './three-instances.ts'

const isPossible = hasProgram('nginx') && hasProgram('postgresql') && hasProgram('redis')

describe.skipIf(!isPossible)('three instances behind nginx', () => {
  let three: ThreeInstances
  beforeAll(async () => {
    three = await ThreeInstances.open()
  })
  afterAll(() => three[Symbol.asyncDispose]())

  test('[X11] discovery names the public address, whichever instance answers', async () => {
    const { url } = three.nginx
    for (let count = 0; count < 3; count += 1) {
      const resource = await (await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)).json()
      const server = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()

      expect(resource).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] })
      expect(server).toMatchObject({ issuer: url, token_endpoint: `${url}/api/oauth/token` })
    }
    expect(Math.min(...three.served('/.well-known/oauth-protected-resource/mcp'))).toBeGreaterThan(0)
  })

  test('[X11] metrics are not reached through it, and no instance takes it for a local peer', async () => {
    expect((await fetch(`${three.nginx.url}/metrics`)).status).toBe(404)
    const answer = await fetch(`http://127.0.0.1:${three.ports[0]}/metrics`, {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect(answer.status).toBe(403)
  })

  test.each(eras)('[X11] a client of the %s era works, its calls spread over all instances', async (era) => {
    const { token } = await three.user()
    const before = three.served('/mcp')
    await using client = await connectHttp(`${three.nginx.url}/mcp`, token, era)
    for (let count = 0; count < 12; count += 1)
      await client.callTool({ name: 'add_task', arguments: { title: `Number ${count}` } })
    const listed = await client.callTool({ name: 'list_tasks', arguments: {} })

    expect(listed.structuredContent).toMatchObject({ data: { total: 12 } })
    const served = three.served('/mcp').map((count, at) => count - (before[at] ?? 0))
    expect(Math.min(...served)).toBeGreaterThanOrEqual(4)
  })

  test('[X11] the first event of a subscription is there at once', async () => {
    const user = await three.user()
    const stop = new AbortController()
    const response = await user.post(
      'subscriptions/listen',
      { _meta: meta, notifications: { resourceSubscriptions: ['tasks://list'] } },
      { signal: stop.signal },
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader?.read()

    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(first?.value).toContain('notifications/subscriptions/acknowledged')
    stop.abort()
  })

  test.skipIf(!hasProgram('chromium'))(
    '[X11] the official client and a person sign in through it, over https',
    async () => {
      const { email } = await three.user({ password })
      await using callback = await openCallback()
      const browser = await openChromium()
      try {
        await using person = await Person.at(browser, email)
        const serverUrl = `${three.nginx.url}/mcp`
        const app = new SdkApp({
          serverUrl,
          redirectUri: callback.url,
          browse: (url) => person.answer(url),
        })
        await using client = await app.connect('modern')
        const added = await client.callTool({ name: 'add_task', arguments: { title: 'Water the plants' } })

        expect(added.structuredContent).toMatchObject({ status: 'success' })
        expect(person.seen).toEqual(['Sign in', 'Connect SDK client?'])
        expect(person.complaints).toEqual([])
      } finally {
        await browser.close()
      }
    },
  )

  test('[X12] an instance that stops while calls come in loses none of them', async () => {
    const user = await three.user()
    const [, second] = three.hosts
    const outcomes: boolean[] = []
    let stopping: Promise<void> | undefined
    const work = Array.from({ length: 4 }, async () => {
      for (let count = 0; count < 60; count += 1) {
        outcomes.push(!(await user.call('add_task', { title: 'One of many' })).isError)
        if (outcomes.length > 60) stopping ??= second?.close()
      }
    })
    await Promise.all(work)
    await stopping

    expect(outcomes).toHaveLength(240)
    expect(outcomes.every(Boolean)).toBe(true)
    const { body } = await user.call('list_tasks', { limit: 1 })
    expect(body.data).toMatchObject({ total: outcomes.length })
  })
})
