import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Intercept } from '../environment/fake-vikunja/fake-vikunja.ts'
import { answered, failure, openBridge, type TestBridge } from './open-bridge.ts'

const bad: readonly (readonly [string, Intercept, string])[] = [
  ['hangs up', (request) => Boolean(request.socket.destroy()), 'UNAVAILABLE'],
  ['is busy', (_, response) => Boolean(response.writeHead(503).end('busy')), 'UNAVAILABLE'],
  [
    'shows a page',
    (_, response) => Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hi</html>')),
    'UNAVAILABLE',
  ],
  [
    'lies about the form',
    (_, response) =>
      Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[{"id":"x"}]}')),
    'UNAVAILABLE',
  ],
]

describe('a bad server and bad input, through the tools', () => {
  let bridge: TestBridge
  beforeAll(async () => {
    bridge = await openBridge()
  })
  afterAll(() => bridge[Symbol.asyncDispose]())

  test.each(bad)(
    '[VK187] [VK903] a Vikunja that %s is a clear error, and no write is sent twice',
    async (_, intercept, code) => {
      const user = bridge.guest(bridge.newToken())
      await answered(user, 'find_tasks')
      bridge.fake.requests.length = 0
      bridge.fake.intercept = intercept
      const read = await failure(user, 'find_tasks')
      const write = await failure(user, 'save_label', { title: 'garden' })
      bridge.fake.intercept = () => false

      expect([read.code, write.code]).toEqual([code, code])
      expect(read.message).toContain('Vikunja')
      expect(`${read.message} ${write.message}`).not.toMatch(/<html>|busy/)
      const writes = bridge.fake.requests.filter(({ line }) => !line.startsWith('GET'))
      expect(writes).toHaveLength(1)
      expect(bridge.fake.world.labels.size).toBe(0)
    },
  )

  test('[VK188] no address that a caller gives is asked: not of a task, a project, a filter or a text', async () => {
    const asked: string[] = []
    const other = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    // It listens on a port, so the address is not that of a pipe.
    const { port } = other.address() as AddressInfo
    const user = bridge.guest(bridge.newToken())
    for (const host of [`127.0.0.1:${port}`, `[::ffff:127.0.0.1]:${port}`, `vikunja@127.0.0.1:${port}`]) {
      const url = `http://${host}/tasks/1`
      await failure(user, 'get_task', { task: url })
      await failure(user, 'get_project', { project: url })
      await failure(user, 'find_tasks', { filter: url })
      await answered(user, 'find_tasks', { text: url })
      await answered(user, 'create_tasks', {
        project: bridge.home,
        tasks: [{ title: url, description: `![x](${url})` }],
      })
    }
    other.close()

    expect(asked).toEqual([])
  })

  test('[VK189] a project of 20,000 tasks is listed page by page and summed up within few requests', async () => {
    const user = bridge.guest(bridge.newToken())
    const project = bridge.fake.world.addProject(bridge.ana, 'Large').id
    for (let count = 0; count < 20_000; count += 1) bridge.fake.world.addTask(project, bridge.ana)
    bridge.fake.requests.length = 0
    const { tasks } = await answered<{ tasks: unknown[] }>(user, 'find_tasks', { project })
    await answered(user, 'get_project', { project })

    expect(tasks).toHaveLength(50)
    expect(bridge.fake.requests.length).toBeLessThan(20)
  })
})
