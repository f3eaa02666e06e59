import { once } from 'node:events'
import { connect } from 'node:net'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'

let at: TestHost
beforeAll(async () => {
  at = await openTestHost(quickEngine(), [tasks])
})
afterAll(() => at[Symbol.asyncDispose]())

test('[M180] requests are counted by endpoint: an MCP path, the pattern of a route, or other', async () => {
  const user = await at.user({ path: '' })
  await user.call('list_tasks')
  for (const path of ['/health', '/api/tasks/7', '/api/tasks/8', '/made-up/by/someone', '/api/oauth/token'])
    await (await user.api('GET', path)).text()

  const metrics = await (await fetch(`${at.url}/metrics`)).text()
  const counted = [
    ...metrics.matchAll(/^quipu_http_requests_total\{endpoint="([^"]*)",status="(\d+)"\} (\d+)/gm),
  ]
  const lines = counted.map(([, endpoint, status, count]) => `${endpoint} ${status} ${count}`)

  expect(lines).toEqual(
    expect.arrayContaining([
      '/mcp 200 1',
      '/health 200 1',
      '/api/tasks/:task_id 404 2',
      'other 404 1',
      expect.stringMatching(/^\/api\/oauth\/token \d+ 1$/),
    ]),
  )
  expect(metrics).not.toContain('made-up')
})

test('[M6] with Redis the metrics say whether it answers', async () => {
  await using without = await openTestHost(quickEngine(), [tasks], { redisUrl: 'redis://127.0.0.1:1' })

  expect(await metricsOf(without)).toContain('\nquipu_redis_up 0\n')
  expect(await metricsOf(at)).not.toContain('quipu_redis_up')
})

test.skipIf(servers().redisUrl === null)('[M6] and that it does answer', async () => {
  await using beside = await openTestHost(quickEngine(), [tasks], { redisUrl: servers().redisUrl ?? '' })

  expect(await metricsOf(beside)).toContain('\nquipu_redis_up 1\n')
})

async function metricsOf({ url }: TestHost): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

test.each(['text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'])(
  '[H180] an unknown address shows a page to clients that accept %s',
  async (accept) => {
    const answer = await fetch(`${at.url}/nowhere`, { headers: { accept } })
    const page = await answer.text()

    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('There is nothing here')
    expect(page).toContain('href="/"')
    expect(page).toContain(answer.headers.get('x-request-id'))
  },
)

test.each(['application/json', '*/*', ''])('[H180] and JSON to others, such as "%s"', async (accept) => {
  const answer = await fetch(`${at.url}/nowhere`, { headers: { accept } })

  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: 'not_found', trace_id: expect.any(String) })
})

test('[H181] a client that sent no HTTP and keeps its side open after the answer is cut off', async () => {
  const socket = connect({ port: Number(new URL(at.url).port), host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const failed = new Promise((resolve) => socket.once('error', resolve))
  socket.write('this is no HTTP\r\n\r\n')
  await once(socket, 'end')

  // The other side is gone when what is sent to it is refused.
  const writing = setInterval(() => socket.write('still here'), 20)
  await failed
  clearInterval(writing)
  expect(received).toMatch(/^HTTP\/1\.1 400 /)
})

test('[P184] 200,000 names are refused before they are made to an object', async () => {
  const user = await at.user({ path: '' })
  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`p${at}`, at]))

  const answer = await user.api('POST', '/api/tasks', many)

  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('more than 20000 names in one object') },
  ])
})

test('[H183] more than 1,000 parameters are refused without a look at each of them', async () => {
  const user = await at.user({ path: '' })
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, at]))

  const { isError, raw } = await user.call('list_tasks', named(1001))
  expect(isError).toBe(true)
  expect(JSON.stringify(raw)).toContain('1001 parameters were given; at most 1000 are taken')
  expect(JSON.stringify((await user.call('list_tasks', named(1000))).raw)).toContain('p0')
  const route = await user.api('POST', '/api/tasks', named(1001))
  expect([route.status, await route.json()]).toMatchObject([
    400,
    { error: 'validation_error', message: '1001 parameters were given; at most 1000 are taken' },
  ])
})
