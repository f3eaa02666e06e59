import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../test/environment/places.ts'
import { openVikunja } from './open-vikunja.ts'
import { failureOf, generations, usePorts } from './test-server.ts'

const { start, ports } = usePorts()

async function serve(answer: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  // It listens on a port, so the address is neither a pipe name nor null.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

describe.each(generations)('on %s', (generation, version) => {
  test('[VK11] [VK903] a read is tried three times in all, a write once', async () => {
    const { vikunja, project, fake, server } = await start({ version })
    await server.info()
    fake.requests.length = 0
    fake.intercept = (_, response) => {
      response.writeHead(503).end('busy')
      return true
    }
    expect((await failureOf(vikunja.findTasks())).kind).toBe('unavailable')
    expect(fake.requests).toHaveLength(3)
    expect((await failureOf(vikunja.createTask(project, { title: 'x' }))).kind).toBe('unavailable')
    expect(fake.requests).toHaveLength(4)
  })

  test('[VK904] a caller who gives up ends the call', async () => {
    const { server, token, fake } = await start({ version })
    await server.info()
    fake.requests.length = 0
    const stop = new AbortController()
    fake.intercept = (_, response) => {
      response.writeHead(503).end('busy')
      stop.abort(new Error('hung up'))
      return true
    }
    await expect(server.as(token, { signal: stop.signal }).findTasks()).rejects.toThrow('hung up')
    expect(fake.requests).toHaveLength(1)
  })

  test('[VK11] [VK903] a read that fails once succeeds, and a write that is cut off is not repeated', async () => {
    const { vikunja, project, fake, server } = await start({ version })
    await server.info()
    let failures = 1
    fake.intercept = (request) => {
      if (failures === 0) return false
      failures -= 1
      request.socket.destroy()
      return true
    }
    expect((await vikunja.findTasks()).items).toEqual([])
    failures = 1
    expect((await failureOf(vikunja.createTask(project, { title: 'x' }))).kind).toBe('unavailable')
    expect(
      fake.requests.filter(({ line }) => line.includes('/tasks') && !line.startsWith('GET')),
    ).toHaveLength(1)
    expect(fake.world.tasks.size).toBe(0)
  })

  test('[VK12] a server that does not answer ends in a timeout', async () => {
    const { vikunja, fake, server } = await start({ version, ms: 1000 })
    await server.info()
    fake.intercept = () => true
    const error = await failureOf(vikunja.findTasks())
    expect(error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT' })
    expect(fake.requests.filter(({ line }) => line.includes('/tasks'))).toHaveLength(1)
  })

  test.each([301, 302, 307, 308])(
    '[VK13] a redirect with %d to another host gets no token',
    async (status) => {
      const thief = await serve((_, response) => response.end('[]'))
      const { vikunja, project, fake, server } = await start({ version })
      await server.info()
      fake.intercept = (request, response) => {
        response.writeHead(status, { location: thief.url + (request.url ?? '') }).end()
        return true
      }
      const works = [
        () => vikunja.findTasks(),
        () => vikunja.checkToken(),
        () => vikunja.createTask(project, { title: 'x' }),
      ]
      for (const work of works) {
        const error = await failureOf(work())
        expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('VIKUNJA_URL') })
      }
      expect(thief.requests).toEqual([])
    },
  )

  test.each([
    ['a page', 'text/html', '<html>Sign in tk_secret</html>'],
    ['nothing', 'application/json', ''],
    ['half of it', 'application/json', '{"items":[{"id":1'],
    ['another form', 'application/json', '{"items":"tk_secret"}'],
    [
      'wrong types',
      'application/json',
      generation === 'v1' ? '[{"id":"tk_secret"}]' : '{"items":[{"id":"tk_secret"}]}',
    ],
    [
      'a wrong moment',
      'application/json',
      generation === 'v1' ? '[{"id":1,"due_date":"soon"}]' : '{"items":[{"id":1,"due_date":"soon"}]}',
    ],
  ])('[VK14] [VK906] %s instead of tasks is reported as such, without its text', async (_, type, text) => {
    const { vikunja, fake, server } = await start({ version })
    await server.info()
    fake.intercept = (_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(text)
      return true
    }
    const error = await failureOf(vikunja.findTasks())
    expect(error).toMatchObject({ kind: 'bad-answer', code: 'UNAVAILABLE' })
    expect(`${error.message} ${String(error.cause)} ${error.stack}`).not.toContain('tk_secret')
  })

  const tenMegabytes = `<p>${'ä'.repeat(5 * 2 ** 20)}</p>`

  test('[VK15] a description of 10 MB is stored and read back unchanged', async () => {
    const { vikunja, project } = await start({ version })
    const { id } = await vikunja.createTask(project, { title: 'Large', description: tenMegabytes })
    const changed = await vikunja.updateTask(id, { priority: 1 })
    expect(changed.description === tenMegabytes).toBe(true)
  })

  test('[VK907] a page that is too large is an error, and an iteration asks for smaller pages', async () => {
    const { vikunja, project, fake, ana } = await start({ version })
    for (let count = 0; count < 4; count += 1) fake.world.addTask(project, ana, { description: tenMegabytes })
    expect((await failureOf(vikunja.findTasks())).kind).toBe('too-large')
    let found = 0
    for await (const task of vikunja.eachTask()) found += task.description === tenMegabytes ? 1 : 0
    expect(found).toBe(4)
  })

  test.each([
    [{ 'retry-after': '7' }, 7],
    [{ date: 'Mon, 01 Jan 2001 00:00:00 GMT', 'retry-after': 'Mon, 01 Jan 2001 00:00:09 GMT' }, 9],
    [
      {
        date: 'Fri, 01 Jan 2100 00:00:00 GMT',
        'x-ratelimit-reset': String(Date.UTC(2100, 0, 1, 0, 0, 11) / 1000),
      },
      11,
    ],
    [{ 'retry-after': 'soon' }, 60],
  ])('[VK16] after %j the wait is computed from the clock of the server', async (headers, seconds) => {
    const { vikunja, fake, server } = await start({ version })
    await server.info()
    fake.intercept = (_, response) => {
      response.writeHead(429, headers).end('{"message":"Too Many Requests"}')
      return true
    }
    const error = await failureOf(vikunja.findTasks())
    expect(error).toMatchObject({ kind: 'rate-limited', code: 'RATE_LIMITED', retryAfterSeconds: seconds })
    expect(error.details).toMatchObject({ retry_after_seconds: seconds })
    expect(fake.requests.filter(({ line }) => line.includes('/tasks'))).toHaveLength(1)
  })

  test('[VK16] times are those of the server, however wrong its clock is', async () => {
    const { vikunja, project, fake } = await start({ version })
    fake.world.clock = () => Date.UTC(2031, 0, 1)
    const { id, createdAt, updatedAt } = await vikunja.createTask(project, { title: 'From the future' })
    expect([createdAt, updatedAt]).toEqual(['2031-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'])
    const changed = await vikunja.updateTask(id, { title: 'Still' }, { expectedUpdatedAt: updatedAt })
    expect(changed.title).toBe('Still')
  })
})

test('[VK12] [VK905] an unreachable server is UNAVAILABLE, and the next call asks it again', async () => {
  const { http, now } = ports()
  const port = await freePort()
  const server = openVikunja({ http, now }, `http://127.0.0.1:${port}`)
  const error = await failureOf(server.as('tk_secret').findTasks())
  expect(error).toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE' })
  expect(`${error.message} ${String(error.cause)} ${error.stack}`).not.toContain('tk_secret')
  const { fake, token } = await start()
  fake.intercept = (_, response) => {
    response.writeHead(502).end()
    return true
  }
  const later = openVikunja({ http, now }, fake.url)
  expect((await failureOf(later.info())).kind).toBe('unavailable')
  fake.intercept = () => false
  expect((await later.as(token).findTasks()).items).toEqual([])
})

test.each([
  ['a web page', '<html>Welcome</html>'],
  ['another API', '{"version":2}'],
])('[VK14] [VK906] %s at the address is not taken for Vikunja', async (_, text) => {
  const { url } = await serve((_request, response) => response.end(text))
  const { http, now } = ports()
  expect((await failureOf(openVikunja({ http, now }, url).info())).kind).toBe('bad-answer')
})

test('[VK1] a server that shows its web page at the address of v2 speaks v1', async () => {
  const { fake } = await start({ version: '2.3' })
  fake.intercept = (request, response) => {
    if (!(request.url ?? '').startsWith('/api/v2')) return false
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Vikunja</html>')
    return true
  }
  const { http, now } = ports()
  for (const end of ['', '/', '/api/v1', '/api/v1/', '/api/v2', '/api'])
    expect(await openVikunja({ http, now }, fake.url + end).info()).toMatchObject({ generation: 'v1' })
})

test('[VK1] concurrent calls share one answer, which is cached for five minutes', async () => {
  const { fake, token } = await start()
  let ms = 0
  const server = openVikunja({ http: ports().http, now: () => new Date(ms) }, fake.url)
  const asked = () => fake.requests.filter(({ line }) => line.endsWith('/info')).length
  await Promise.all([server.info(), server.as(token).findTasks(), server.as(token).labels()])
  expect(asked()).toBe(1)
  ms = 5 * 60_000 - 1
  await server.as(token).findTasks()
  expect(asked()).toBe(1)
  ms += 1
  await server.info()
  expect(asked()).toBe(2)
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

test.skipIf(!hasIpv6)('[VK17] a private IPv6 address is allowed, because it is configuration', async () => {
  const { vikunja, fake } = await start({ host: '::1' })
  expect(fake.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect((await vikunja.projects()).items).toHaveLength(1)
})
