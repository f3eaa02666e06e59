import { dataAgent } from '@quipu/data-agent'
import { openHost } from '@quipu/host'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeVikunja } from '../environment/fake-vikunja/fake-vikunja.ts'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { answered, failure, openBridge, type TestBridge } from './open-bridge.ts'

const path = '/api/vikunja/token'

describe.each(engines)('accounts that store a Vikunja token, on %s', (engine) => {
  let bridge: TestBridge
  beforeAll(async () => {
    bridge = await openBridge({ engine })
    bridge.fake.world.addTask(bridge.home, bridge.ana, { title: 'Water the plants' })
  })
  afterAll(() => bridge[Symbol.asyncDispose]())

  const member = () => bridge.app.user({ path: '' })
  const put = (user: TestUser, token: string) => user.api('PUT', path, { token })
  const find = (user: TestUser) => answered<{ tasks: unknown[] }>(user, 'find_tasks')

  test('[VK170] [VK930] an account with a stored token has the tools at /mcp; one without gets an error that says how', async () => {
    const [ada, bob] = [await member(), await member()]
    const stored = await put(ada, bridge.newToken())

    expect([stored.status, await stored.json()]).toMatchObject([
      200,
      { connected: true, username: 'ana', server: bridge.fake.url },
    ])
    expect((await find(ada)).tasks).toMatchObject([{ title: 'Water the plants' }])
    const refused = await failure(bob, 'find_tasks')
    expect([refused.code, refused.message]).toEqual([
      'UNPROCESSABLE',
      expect.stringContaining('npx quipu vikunja connect'),
    ])
    expect(await (await bob.api('GET', path)).json()).toMatchObject({ connected: false, username: null })
  })

  test('[VK171] [VK931] a token that Vikunja refuses is not stored, and no answer shows one', async () => {
    const ada = await member()
    const wrong = `tk_${'0'.repeat(40)}`
    const refused = await put(ada, wrong)
    const text = await refused.text()

    expect(refused.status).toBe(422)
    expect(text).toContain('refuses this token')
    expect(text).not.toContain(wrong)
    expect((await put(ada, 'short')).status).toBe(400)
    expect(await (await ada.api('GET', path)).json()).toMatchObject({ connected: false })
  })

  test('[VK765] who has no token is told where to store one', async () => {
    const ada = await member()

    const { message } = await failure(ada, 'find_tasks')
    expect(message).toContain(`Store one at ${bridge.app.url}/app/vikunja`)
  })

  test('[VK172] [VK932] removing a token takes effect at once, and so does revoking it in Vikunja', async () => {
    const [ada, bob] = [await member(), await member()]
    const [first, second] = [bridge.newToken(), bridge.newToken()]
    await put(ada, first)
    await put(bob, second)
    await find(ada)
    await find(bob)
    expect((await ada.api('DELETE', path)).status).toBe(204)
    bridge.fake.world.tokens.delete(second)

    expect((await failure(ada, 'find_tasks')).message).toContain('You have stored no Vikunja token')
    for (let again = 0; again < 2; again += 1)
      expect(await failure(bob, 'find_tasks')).toMatchObject({
        code: 'UNAUTHORIZED',
        message: expect.stringContaining('refuses the token that you have stored') as string,
      })
    expect(await (await bob.api('POST', `${path}/test`)).json()).toMatchObject({ ok: false })
    await put(bob, bridge.newToken())
    expect((await find(bob)).tasks).toHaveLength(1)
    expect(await (await bob.api('POST', `${path}/test`)).json()).toMatchObject({ ok: true })
  })

  test('[VK711] a stored token is not sent to another server than the one for which it was stored', async () => {
    await using first = await openBridge({ engine })
    await using other = await FakeVikunja.start()
    const ada = await first.app.user({ path: '' })
    const token = first.newToken()
    await put(ada, token)
    await first.app.host.close()
    const moved = await openHost({ ...first.app.options, moduleSettings: { vikunja: { url: other.url } } })
    await moved.listen()

    expect((await failure(ada, 'list_projects')).message).toContain(`a token for ${first.fake.url}`)
    const shown = await (await ada.api('GET', '/api/vikunja/token')).json()
    expect(shown).toMatchObject({ server: other.url, connected: false })
    expect(other.requests.filter(({ line }) => !line.includes('/info'))).toEqual([])
    await moved.close()
  })

  test('[VK173] each account uses its own token, and what one deleted another cannot restore', async () => {
    const eve = bridge.fake.world.addUser(`eve-${engine}`).id
    bridge.fake.world.addProject(eve, 'Secret')
    const [ada, other] = [await member(), await member()]
    await put(ada, bridge.newToken())
    await put(other, bridge.fake.world.addToken(eve))
    const task = bridge.fake.world.addTask(bridge.home, bridge.ana, { title: 'Mine' }).id
    const { undo } = await answered<{ undo: string }>(ada, 'delete_tasks', { tasks: [task] })

    expect((await find(other)).tasks).toEqual([])
    expect(await failure(other, 'restore_tasks', { undo })).toMatchObject({ code: 'NOT_FOUND' })
    expect(JSON.stringify(await answered(other, 'list_projects'))).toContain('Secret')
    expect(JSON.stringify(await answered(ada, 'list_projects'))).not.toContain('Secret')
    expect((await answered<{ tasks: unknown[] }>(ada, 'restore_tasks', { undo })).tasks).toHaveLength(1)
  })

  test('[VK174] a token needs the permission vikunja:use; the endpoint of Vikunja takes no token of an account', async () => {
    const scoped = await bridge.app.user({ path: '', scope: ['account:read'] })
    const viewer = await bridge.app.user({ path: '', role: 'viewer' })

    expect((await put(scoped, bridge.newToken())).status).toBe(403)
    expect((await put(viewer, bridge.newToken())).status).toBe(403)
    expect((await bridge.guest(scoped.token).post('tools/list')).status).toBe(401)
  })

  test('[VK175] [VK933] an attachment is downloaded by a link that the account got; others bring their token to Vikunja', async () => {
    const ada = await member()
    await put(ada, bridge.newToken())
    const task = bridge.fake.world.addTask(bridge.home, bridge.ana, { title: 'With a file' }).id
    bridge.fake.world.addAttachment(task, bridge.ana, 'plan.txt', 'text/plain', Buffer.from('water daily'))
    const read = async (user: TestUser) =>
      (
        await answered<{ task: { attachments: { name: string; download: string }[] } }>(user, 'get_task', {
          task,
        })
      ).task.attachments[0]
    const [own, guests] = [await read(ada), await read(bridge.guest())]
    const file = await fetch(own?.download ?? '')

    expect([file.status, await file.text()]).toEqual([200, 'water daily'])
    expect(file.headers.get('content-disposition')).toContain('plan.txt')
    expect(guests?.download.startsWith(`${bridge.fake.url}/api/v1/tasks/${task}/attachments/`)).toBe(true)
    expect(
      (await fetch((own?.download ?? '').replace(`/tasks/${task}/`, `/tasks/${task + 1}/`))).status,
    ).toBe(403)
    bridge.app.clock.advance('15m')
    expect((await fetch(own?.download ?? '')).status).toBe(410)
  })

  test('[VK440] tasks in Vikunja can be asked about beside one’s own, as far as the stored token reaches', async () => {
    await using place = await openBridge({ engine, modules: [dataAgent] })
    place.fake.world.addTask(place.home, place.ana, { title: 'Fix the roof' })
    const [ada, bob] = [await place.app.user({ path: '' }), await place.app.user({ path: '' })]
    await put(ada, place.newToken())
    const wanted = { from: 'vikunja_tasks', select: ['title', 'project'] }
    const asked = (user: TestUser) => user.call('query_data', { ontologyId: 'My workspace', query: wanted })

    expect((await asked(ada)).raw['structuredContent']).toMatchObject({ rows: [['Fix the roof', 'Home']] })
    expect((await asked(bob)).raw['structuredContent']).toMatchObject({
      error: { knecta_code: 'WORKSPACE_EMPTY' },
    })
    await place.fake[Symbol.asyncDispose]()
    expect((await asked(ada)).raw['structuredContent']).toMatchObject({
      error: { message: expect.stringContaining('could not be read') as string },
    })
  })
})
