import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectHttp, textOf } from '../clients/connect.ts'
import { fixtures } from '../conformance/fixtures/index.ts'
import { reportsHeard, watchedUri } from '../conformance/fixtures/reporting-tools.ts'
import { hasProgram, servers } from '../environment/index.ts'
import { EventReader, LegacyClient } from './legacy-client.ts'
import { lockedUri, notes } from './notes.ts'
import { TwoInstances } from './two-instances.ts'

const isPossible = servers().databaseUrl !== null && hasProgram('redis')

describe.skipIf(!isPossible)('two instances', () => {
  let two: TwoInstances
  const cancelled: number[] = [0, 0]

  beforeAll(async () => {
    two = await TwoInstances.open((side) => [
      fixtures(() => {
        cancelled[side] = (cancelled[side] ?? 0) + 1
      }),
      notes(),
    ])
  })
  afterAll(() => two?.[Symbol.asyncDispose]())

  const client = async (capabilities: object = {}) => {
    const { token } = await two.person()
    return new LegacyClient(`${two.url}/mcp`, token).hello(capabilities)
  }

  test('[N13] the official client works through both in turn: lists, calls, questions, progress', async () => {
    const { token } = await two.person()
    await using legacy = await connectHttp(`${two.url}/mcp`, token, 'legacy', { elicitation: { form: {} } })
    legacy.setRequestHandler('elicitation/create', () => ({
      action: 'accept',
      content: { username: 'ada', email: 'ada@example.com' },
    }))
    const before = [...two.proxy.served]
    for (let round = 0; round < 6; round += 1) {
      const { tools } = await legacy.listTools()
      expect(tools.length).toBeGreaterThan(5)
      const answer = await legacy.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
      expect(textOf(answer)).toContain('ada@example.com')
      const progress: number[] = []
      await legacy.callTool(
        { name: 'test_tool_with_progress', arguments: {} },
        { onprogress: (step) => progress.push(step.progress) },
      )
      expect(reportsHeard).toContainEqual(progress)
    }
    expect(two.proxy.served.every((count, side) => count - (before[side] ?? 0) > 5)).toBe(true)
  })

  test('[N13] the official client cancels through both', async () => {
    const { token } = await two.person()
    await using legacy = await connectHttp(`${two.url}/mcp`, token, 'legacy')
    for (let round = 0; round < 4; round += 1) {
      const before = (cancelled[0] ?? 0) + (cancelled[1] ?? 0)
      const controller = new AbortController()
      const endless = legacy.callTool(
        { name: 'test_endless', arguments: {} },
        { signal: controller.signal, onprogress: () => controller.abort() },
      )
      await expect(endless).rejects.toThrow(/abort/i)
      await expect.poll(() => (cancelled[0] ?? 0) + (cancelled[1] ?? 0)).toBe(before + 1)
    }
  })

  test('[N15] the official client that loses its connection continues at the other instance', async () => {
    const { token } = await two.person()
    await using legacy = await connectHttp(`${two.url}/mcp`, token, 'legacy')
    for (let round = 0; round < 3; round += 1) {
      const progress: number[] = []
      const answer = await legacy.callTool(
        { name: 'test_tool_with_progress', arguments: {} },
        {
          onprogress: (step) => {
            progress.push(step.progress)
            if (step.progress === 0) two.proxy.cut()
          },
        },
      )
      expect(textOf(answer)).toBe('Done')
      expect(reportsHeard).toContainEqual(progress)
    }
  })

  test('[N13] an answer given at one instance reaches the one that asked, however long it is', async () => {
    const legacy = await client({ elicitation: {}, sampling: {} })
    for (const text of ['short', 'x'.repeat(300_000)]) {
      const asking = await two.proxy.at(0, () =>
        legacy.send('POST', {
          id: 5,
          method: 'tools/call',
          params: { name: 'test_sampling', arguments: { prompt: 'Say' } },
        }),
      )
      const events = new EventReader(asking)
      const question = await events.next()
      expect(question?.message.method).toBe('sampling/createMessage')
      const result = { role: 'assistant', model: 'm', content: { type: 'text', text } }
      const given = await two.proxy.at(1, () => legacy.send('POST', { id: question?.message.id, result }))
      expect(given.status).toBe(202)
      const [answer] = await events.rest()
      expect(JSON.stringify(answer?.message.result)).toContain(text)
    }
  })

  test('[N13] a call is cancelled from the other instance', async () => {
    const legacy = await client()
    const params = { _meta: { progressToken: 'p' }, name: 'test_endless', arguments: {} }
    const running = await two.proxy.at(0, () =>
      legacy.send('POST', { id: 'long', method: 'tools/call', params }),
    )
    const events = new EventReader(running)
    await events.next()
    const before = cancelled[0] ?? 0
    const cancel = { method: 'notifications/cancelled', params: { requestId: 'long' } }
    expect((await two.proxy.at(1, () => legacy.send('POST', cancel))).status).toBe(202)

    await expect.poll(() => cancelled[0]).toBe(before + 1)
  })

  test('[N13] level and end of a session count everywhere', async () => {
    const legacy = await client()
    await two.proxy.at(1, () => legacy.rpc('logging/setLevel', { level: 'error' }))
    const call = { id: 1, method: 'tools/call', params: { name: 'test_tool_with_logging', arguments: {} } }
    const answer = await two.proxy.at(0, () => legacy.send('POST', call))
    expect(answer.headers.get('content-type')).toBe('application/json')
    await answer.text()
    expect((await two.proxy.at(1, () => legacy.send('DELETE'))).status).toBe(200)

    expect(await two.proxy.at(0, () => legacy.status())).toBe(404)
    expect(await two.proxy.at(1, () => legacy.status())).toBe(404)
  })

  test('[N14] a stream at any instance carries the events of all others', async () => {
    const legacy = await client()
    for (const [streamAt, saidAt] of [
      [0, 1],
      [1, 0],
      [1, 1],
      [0, 0],
    ] as const) {
      const events = new EventReader(await two.proxy.at(streamAt, () => legacy.send('GET')))
      await two.proxy.at(saidAt, () => legacy.rpc('resources/subscribe', { uri: watchedUri }))
      await two.proxy.at(saidAt, () => legacy.rpc('tools/call', { name: 'test_trigger_resource_change' }))
      expect((await events.next())?.message).toMatchObject({
        method: 'notifications/resources/updated',
        params: { uri: watchedUri },
      })
      await two.proxy.at(saidAt, () => legacy.rpc('tools/call', { name: 'test_trigger_tool_change' }))
      expect((await events.next())?.message.method).toBe('notifications/tools/list_changed')
      await events.hangUp()
    }
  })

  test('[N910] of two connections to one stream the newer one gets the events', async () => {
    const legacy = await client()
    const first = new EventReader(await two.proxy.at(0, () => legacy.send('GET')))
    const second = new EventReader(await two.proxy.at(1, () => legacy.send('GET')))
    expect(await first.rest()).toEqual([])
    const third = new EventReader(await two.proxy.at(0, () => legacy.send('GET')))
    expect(await second.rest()).toEqual([])
    await legacy.rpc('tools/call', { name: 'test_trigger_prompt_change' })

    expect((await third.next())?.message.method).toBe('notifications/prompts/list_changed')
    await third.hangUp()
  })

  test('[N15] a lost stream continues at the other instance, without gap and without repetition', async () => {
    const legacy = await client()
    for (const [begun, resumed] of [
      [0, 1],
      [1, 0],
      [0, 0],
    ] as const) {
      const params = { _meta: { progressToken: 'p' }, name: 'test_tool_with_progress', arguments: {} }
      const call = { id: 7, method: 'tools/call', params }
      const events = new EventReader(await two.proxy.at(begun, () => legacy.send('POST', call)))
      const first = await events.next()
      await events.hangUp()
      const rest = await two.proxy.at(resumed, () =>
        legacy.send('GET', undefined, { 'last-event-id': first?.id ?? '' }),
      )
      const progress = (await new EventReader(rest).rest()).map(
        ({ message }) => message.params?.['progress'] ?? message.id,
      )

      expect(progress).toEqual([50, 100, 7])
    }
  })

  test('[N15] a stream that hops between instances at every event is whole', async () => {
    const legacy = await client()
    let side = 0
    let events = new EventReader(await two.proxy.at(side, () => legacy.send('GET')))
    const seen: unknown[] = []
    for (let round = 0; round < 8; round += 1) {
      const kind = round % 2 === 0 ? 'tool' : 'prompt'
      await legacy.rpc('tools/call', { name: `test_trigger_${kind}_change` })
      const event = await events.next()
      seen.push(event?.message.method)
      await events.hangUp()
      await legacy.rpc('tools/call', { name: 'test_trigger_tool_change' })
      side = 1 - side
      const again = await two.proxy.at(side, () =>
        legacy.send('GET', undefined, { 'last-event-id': event?.id ?? '' }),
      )
      events = new EventReader(again)
      seen.push((await events.next())?.message.method)
    }
    await events.hangUp()
    const expected = Array.from({ length: 16 }, (_, n) =>
      n % 4 === 2 ? 'notifications/prompts/list_changed' : 'notifications/tools/list_changed',
    )
    expect(seen).toEqual(expected)
  })

  test('[N911] events of others, and made-up ones, lead nowhere', async () => {
    const [mine, theirs] = [await client(), await client()]
    const events = new EventReader(await two.proxy.at(0, () => theirs.send('GET')))
    await theirs.rpc('tools/call', { name: 'test_trigger_tool_change' })
    const event = await events.next()
    await events.hangUp()
    for (const id of [event?.id ?? '', 'x', '..', 'deadbeef-1.0', `${'9'.repeat(5_000)}.1`, '../../x.1']) {
      for (const side of [0, 1]) {
        const answer = await two.proxy.at(side, () => mine.send('GET', undefined, { 'last-event-id': id }))
        expect(answer.status).toBe(400)
        await answer.text()
      }
    }
  })

  test('[N18] a change of an account at one instance ends its streams and sessions at the other', async () => {
    const person = await two.person()
    const legacy = await new LegacyClient(`${two.url}/mcp`, person.token).hello()
    const events = new EventReader(await two.proxy.at(1, () => legacy.send('GET')))
    await two.person({ role: 'admin' })
    await two.host(0).accounts.disable(person.email)

    expect(await events.rest()).toEqual([])
    expect(await two.proxy.at(1, () => legacy.status())).toBe(401)
  })

  test('[U19] each instance shows who is connected with what at all of them', async () => {
    const boss = await two.person({ role: 'admin', path: '' })
    const { id, token } = await two.person()
    const made: string[] = []
    for (const side of [0, 1]) {
      const one = await two.proxy.at(side, () => new LegacyClient(`${two.url}/mcp`, token).hello())
      made.push(one.session ?? '')
    }
    for (const side of [0, 1]) {
      const url = `${two.url}/api/admin/sessions?user_id=${id}`
      const headers = { authorization: `Bearer ${boss.token}` }
      const answer = await two.proxy.at(side, () => fetch(url, { headers }))
      const { sessions } = (await answer.json()) as { sessions: { id: string }[] }
      expect(sessions.map((session) => session.id).toSorted()).toEqual(made.toSorted())
    }
  })

  test('[N905] fifty sessions of one user are fifty over all instances', async () => {
    const { token } = await two.person()
    const hello = () => new LegacyClient(`${two.url}/mcp`, token).hello()
    const made = await Promise.all(Array.from({ length: 80 }, hello))
    const alive = await Promise.all(made.map((client) => client.status()))

    expect(alive.filter((status) => status === 200)).toHaveLength(50)
  })

  test('[N11] junk in Redis under a session’s own keys costs that session, and nobody else anything', async () => {
    const [legacy, neighbour] = [await client(), await client()]
    const redis = new Redis(two.redis.url)
    for (const key of await redis.keys(`quipu:*${legacy.session}*`)) {
      await redis.del(key)
      await redis.set(key, 'junk')
    }
    await redis.set('quipu:sessions', 'junk')
    const statuses = [await legacy.status(), await legacy.status()]
    redis.disconnect()

    for (const status of statuses) expect([200, 404]).toContain(status)
    expect(await neighbour.status()).toBe(200)
    expect(await (await client()).status()).toBe(200)
  })

  test('[N12] when Redis is emptied during work, calls, sessions and notifications continue', async () => {
    const legacy = await client({ elicitation: {} })
    await two.proxy.at(0, () => legacy.rpc('resources/subscribe', { uri: watchedUri }))
    await two.proxy.at(1, () => legacy.rpc('ping'))
    const params = { _meta: { progressToken: 'p' }, name: 'test_tool_with_progress', arguments: {} }
    const call = await two.proxy.at(0, () => legacy.send('POST', { id: 3, method: 'tools/call', params }))
    const redis = new Redis(two.redis.url)
    await redis.flushall()
    redis.disconnect()
    const received = (await new EventReader(call).rest()).map(({ message }) => message.method ?? message.id)
    expect(received.at(-1)).toBe(3)

    const events = new EventReader(await two.proxy.at(1, () => legacy.send('GET')))
    await two.proxy.at(0, () => legacy.rpc('tools/call', { name: 'test_trigger_resource_change' }))
    expect((await events.next())?.message.method).toBe('notifications/resources/updated')
    await events.hangUp()
  })

  test('[N908] while Redis is away each instance serves the sessions that it knows, and begins new ones', async () => {
    const legacy = await client()
    const stranger = await two.proxy.at(0, () => client())
    await two.proxy.at(1, () => legacy.rpc('ping'))
    await two.proxy.at(0, () => legacy.rpc('ping'))
    await two.redis.kill()
    expect(await two.proxy.at(0, () => legacy.status())).toBe(200)
    expect(await two.proxy.at(1, () => legacy.status())).toBe(200)
    expect(await two.proxy.at(0, () => stranger.status())).toBe(200)
    expect(await two.proxy.at(1, () => stranger.status())).toBe(404)
    const meanwhile = await two.proxy.at(1, () => client())
    const events = new EventReader(await two.proxy.at(1, () => meanwhile.send('GET')))
    await two.proxy.at(1, () => meanwhile.rpc('tools/call', { name: 'test_trigger_tool_change' }))
    expect((await events.next())?.message.method).toBe('notifications/tools/list_changed')
    await events.hangUp()
    await two.redis.restart()

    await expect
      .poll(
        async () => {
          await two.proxy.at(1, () => meanwhile.status())
          return two.proxy.at(0, () => meanwhile.status())
        },
        { interval: 300 },
      )
      .toBe(200)
  })

  test('[N16] [N21] when the home of a session is gone, another instance takes it over with what it watches, and its client is notified to read again', async () => {
    const person = await two.person()
    const legacy = new LegacyClient(`${two.url}/mcp`, person.token)
    await two.proxy.at(1, () => legacy.hello())
    for (const uri of [watchedUri, lockedUri])
      await two.proxy.at(1, () => legacy.rpc('resources/subscribe', { uri }))
    await two.host(1).close()
    await two.host(0).accounts.setRole(person.email, 'viewer')
    const events = new EventReader(await two.proxy.at(0, () => legacy.send('GET')))

    const reminders = [await events.next(), await events.next(), await events.next(), await events.next()]
    expect(reminders.map((event) => event?.message.params?.['uri'] ?? event?.message.method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      watchedUri,
    ])
    await two.proxy.at(0, () => legacy.rpc('tools/call', { name: 'touch_notes' }))
    await two.proxy.at(0, () => legacy.rpc('tools/call', { name: 'test_trigger_resource_change' }))
    expect((await events.next())?.message.params).toEqual({ uri: watchedUri })
    await events.hangUp()
    await two.start(1)
    expect(await two.proxy.at(1, () => legacy.status())).toBe(200)
  })
})
