import { openHost, type Host } from '@quipu/host'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort, servers } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost } from '../environment/test-host.ts'
import { EventReader, LegacyClient } from './legacy-client.ts'
import { lockedUri, notes, openUri, urisAfterOneTouch } from './notes.ts'

/** Another process on the same database, such as a command, that cannot notify this one. */
describe.skipIf(servers().databaseUrl === null)('what another process did to an account', () => {
  let site: TestHost
  let silent: Host
  beforeAll(async () => {
    // The looks at the streams and what passes between them are in hand; other timers go on as ever.
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
    site = await openTestHost('postgres', [notes()])
    silent = await openHost({ ...site.options, listen: { host: '127.0.0.1', port: await freePort() } })
    await site.user({ role: 'admin' })
  })
  afterAll(async () => {
    await silent?.close()
    await site?.[Symbol.asyncDispose]()
    vi.useRealTimers()
  })

  const streams = async () => {
    const user = await site.user({ role: 'contributor' })
    const legacy = await new LegacyClient(`${site.url}/mcp`, user.token).hello()
    for (const uri of [openUri, lockedUri]) await legacy.rpc('resources/subscribe', { uri })
    const standalone = new EventReader(await legacy.send('GET'))
    const request = { notifications: { resourceSubscriptions: [openUri, lockedUri] } }
    const listening = new EventReader(await user.post('subscriptions/listen', request))
    await listening.next()
    return { user, legacy, standalone, listening }
  }
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      site.clock.advance('1s')
      vi.advanceTimersByTime(1000)
    }
  }

  test('[N18] that it was disabled ends its streams of both eras within a minute', async () => {
    const { user, standalone, listening } = await streams()
    const ended: string[] = []
    const ends = [standalone, listening].map((events, at) =>
      events.rest().then((rest) => {
        ended.push(['legacy', 'modern'][at] ?? '')
        return rest
      }),
    )
    await silent.accounts.disable(user.email)
    pass(55)
    // What the looks ask the store for would be answered before this.
    await site.user()
    expect(ended).toEqual([])
    pass(6)

    const [legacy, modern] = await Promise.all(ends)
    expect(legacy).toEqual([])
    expect(modern?.map(({ message }) => message.result?.['resultType'])).toEqual(['complete'])
  })

  test('[N914] that it may read less is heeded within a minute', async () => {
    const { user, legacy, standalone, listening } = await streams()
    await silent.accounts.setRole(user.email, 'viewer')
    pass(61)
    await expect.poll(() => urisAfterOneTouch(legacy, standalone, listening)).toEqual([[openUri], [openUri]])
    await standalone.hangUp()
    await listening.hangUp()
  })
})
