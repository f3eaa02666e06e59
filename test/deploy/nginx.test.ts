import { once } from 'node:events'
import type { SecureVersion } from 'node:tls'
import { connect } from 'node:tls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { checkedByNginx, shippedConfig, type RunningNginx } from './run-nginx.ts'
import { StandIns } from './stand-ins.ts'

describe.skipIf(!hasProgram('nginx'))('nginx as it is shipped', () => {
  let standIns: StandIns | undefined
  afterEach(async () => {
    await standIns?.[Symbol.asyncDispose]()
    standIns = undefined
  })

  const open = async (options: Parameters<StandIns['start']>[0] = {}) => {
    standIns = new StandIns()
    return { nginx: await standIns.start(options), standIns }
  }

  test('[X1] its configuration is one that nginx takes without a warning', async () => {
    const said = await checkedByNginx()

    expect(said).toContain('test is successful')
    expect(said).not.toMatch(/\[(?:warn|error|emerg)\]/)
  })

  test('[X900] http leads to https, and nothing older than TLS 1.2 is spoken', async () => {
    const { nginx } = await open()
    const redirect = await fetch(`${nginx.plainUrl}/mcp?readonly=1`, { method: 'POST', redirect: 'manual' })

    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      308,
      'https://localhost/mcp?readonly=1',
    ])
    expect(await handshake(nginx, 'TLSv1.3')).toBe('TLSv1.3')
    expect(await handshake(nginx, 'TLSv1.2')).toBe('TLSv1.2')
    expect(await handshake(nginx, 'TLSv1.1')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    expect(await handshake(nginx, 'TLSv1')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
  })

  test('[X2] [X901] instances take turns, and the well-known paths lead to the authorization server', async () => {
    const { nginx, standIns } = await open()
    for (let count = 0; count < 9; count += 1) await fetch(`${nginx.url}/api/tasks`)
    const turns = standIns.deliveries.map(({ to }) => to)
    await fetch(`${nginx.url}/.well-known/oauth-protected-resource/mcp?modules=tasks`)

    expect([0, 1, 2].map((one) => turns.filter((to) => to === one).length)).toEqual([3, 3, 3])
    expect(standIns.deliveries.at(-1)?.url).toBe(
      '/api/oauth/.well-known/oauth-protected-resource/mcp?modules=tasks',
    )
  })

  test('[X3] headers of a client about addresses and traces do not reach an instance', async () => {
    const { nginx, standIns } = await open()
    const claims = { 'x-forwarded-for': '192.0.2.66', 'x-real-ip': '192.0.2.66', forwarded: 'for=192.0.2.66' }
    const more = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example', traceparent: '00-1-2-01' }
    await fetch(`${nginx.url}/.well-known/x`, { headers: { ...claims, ...more } })
    await fetch(`${nginx.url}/mcp`, { headers: { ...claims, ...more } })

    for (const { headers } of standIns.deliveries) {
      expect(headers).toMatchObject({
        host: new URL(nginx.url).host,
        'x-forwarded-for': '127.0.0.1',
        'x-real-ip': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': new URL(nginx.url).host,
      })
      expect(headers).not.toHaveProperty('forwarded')
      expect(headers).not.toHaveProperty('traceparent')
      expect(headers).not.toHaveProperty('connection', 'close')
    }
    expect(standIns.deliveries).toHaveLength(2)
  })

  test.each(['/metrics', '/metrics/', '//metrics', '/%6detrics', '/x/../metrics'])(
    '[X4] %s is not there',
    async (path) => {
      const { nginx, standIns } = await open()

      expect(await rawStatus(nginx, path)).toContain(' 404 ')
      expect(standIns.deliveries).toEqual([])
    },
  )

  test.each(['/mcp', '/api/data-agent/mcp', '/api/truth/mcp', '/api/vikunja/sse', '/universes/1/events'])(
    '[X5] events of %s arrive when they are sent',
    async (path) => {
      const { nginx, standIns } = await open()
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
      standIns.behaviours.fill(undefined)
      for (const at of [0, 1, 2])
        standIns.behaviours[at] = (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.write('data: first\n\n')
          void mayEnd.then(() => response.end('data: last\n\n'))
        }

      const response = await fetch(nginx.url + path)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      expect(await reader?.read()).toEqual({ done: false, value: 'data: first\n\n' })
      end()
      expect(await reader?.read()).toEqual({ done: false, value: 'data: last\n\n' })
    },
  )

  test('[X903] an answer may take longer than the 300 s of a question', () => {
    expect(secondsOf('proxy_read_timeout')).toBeGreaterThan(300)
    expect(secondsOf('proxy_send_timeout')).toBeGreaterThan(300)
  })

  test('[X6] ten MCP requests a second and a burst of twenty are served; the rest gets 429 with the time to wait', async () => {
    const { nginx, standIns } = await open({ ratePerSecond: 10 })
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => fetch(`${nginx.url}/mcp`, { method: 'POST', body: '{}' })),
    )
    const limited = answers.filter(({ status }) => status === 429)
    const elsewhere = await Promise.all(Array.from({ length: 40 }, () => fetch(`${nginx.url}/login`)))

    expect(standIns.deliveries.filter(({ url }) => url === '/mcp').length).toBe(60 - limited.length)
    expect(limited.length).toBeGreaterThanOrEqual(30)
    expect(limited.length).toBeLessThanOrEqual(39)
    expect(limited[0]?.headers.get('retry-after')).toBe('1')
    expect(limited[0]?.headers.get('content-type')).toBe('application/json')
    expect(await limited[0]?.json()).toMatchObject({ error: 'rate_limited' })
    expect(elsewhere.every(({ status }) => status === 200)).toBe(true)
  })

  test('[X7] a POST that one instance has received is sent to no other, whatever happens to that instance', async () => {
    const { nginx, standIns } = await open()
    for (const at of [0, 1, 2]) standIns.behaviours[at] = (request) => void request.socket.destroy()
    const posted = await fetch(`${nginx.url}/mcp`, { method: 'POST', body: '{"id":1}' })

    expect(posted.status).toBe(502)
    expect(standIns.deliveries).toHaveLength(1)
    expect(standIns.deliveries[0]?.bytes).toBe(8)
  })

  test('[X7] nor is one that was refused with 503', async () => {
    const { nginx, standIns } = await open()
    for (const at of [0, 1, 2])
      standIns.behaviours[at] = (_request, response) => void response.writeHead(503).end('busy')
    const posted = await fetch(`${nginx.url}/mcp`, { method: 'POST', body: '{}' })

    expect([posted.status, await posted.text()]).toEqual([503, 'busy'])
    expect(standIns.deliveries).toHaveLength(1)
  })

  test('[X8] an instance that is away loses nothing: what was not sent goes to another', async () => {
    const { nginx, standIns } = await open({ away: true })
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1) {
      const method = count % 2 === 0 ? 'POST' : 'GET'
      statuses.push((await fetch(`${nginx.url}/mcp`, { method })).status)
    }

    expect(statuses).toEqual(Array.from({ length: 12 }, () => 200))
    expect(standIns.deliveries).toHaveLength(12)
  })

  test('[X8] a GET that an instance could not answer is asked of another', async () => {
    const { nginx, standIns } = await open()
    standIns.behaviours[0] = (request) => void request.socket.destroy()
    standIns.behaviours[1] = (_request, response) => void response.writeHead(503).end()
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${nginx.url}/api/tasks`)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('[X180] [H743] the probe waits 3 s for an answer, and an instance is skipped for 10 s', () => {
    const probe = /location = \/api\/health\/ready \{(.*?)\}/s.exec(shippedConfig)?.[1]
    const instances = shippedConfig.match(/^ +server [\d.:]+ .*$/gm) ?? []

    expect(probe).toContain('proxy_read_timeout 3s;')
    expect(instances).toHaveLength(3)
    for (const instance of instances) expect(instance).toContain(' max_fails=1 fail_timeout=10s;')
  })

  test('[H744] an instance that answers the probe with 503 is skipped', async () => {
    const { nginx, standIns } = await open()
    standIns.behaviours[1] = (_request, response) => void response.writeHead(503).end()
    const probes = await Promise.all([1, 2, 3].map(() => fetch(`${nginx.url}/api/health/ready`)))
    for (let count = 0; count < 6; count += 1)
      await fetch(`${nginx.url}/api/tasks`, { method: 'POST', body: '{}' })

    expect(probes.map(({ status }) => status)).toEqual([200, 200, 200])
    const posts = standIns.deliveries.filter(({ method }) => method === 'POST')
    expect(posts.map(({ to }) => to)).not.toContain(1)
    expect(posts).toHaveLength(6)
  })

  test.each([
    { path: '/mcp', megabytes: 4, status: 200 },
    { path: '/mcp', megabytes: 6, status: 413 },
    { path: '/api/tasks', megabytes: 6, status: 413 },
    { path: '/universes', megabytes: 10, status: 200 },
    { path: '/universes/1/commands', megabytes: 12, status: 413 },
    { path: '/api/truth/mcp', megabytes: 70, status: 200 },
    { path: '/api/truth/mcp', megabytes: 74, status: 413 },
    { path: '/api/truth/files', megabytes: 80, status: 200 },
  ])('[X9] $megabytes MB to $path is $status', async ({ path, megabytes, status }) => {
    const { nginx, standIns } = await open()
    const body = Buffer.alloc(megabytes * 1e6)
    // A server that refuses early may hang up while the body is still being sent.
    const answer = await fetch(nginx.url + path, { method: 'POST', body }).then(
      (answer) => answer.status,
      () => 413,
    )

    expect(answer).toBe(status)
    expect(standIns.deliveries.map(({ bytes }) => bytes)).toEqual(status === 200 ? [body.length] : [])
  })

  test('[X902] tokens and codes are not in the log', async () => {
    const { nginx } = await open()
    await fetch(`${nginx.url}/invite/secret-of-an-invitation`)
    await fetch(`${nginx.url}/reset/secret-of-a-reset`)
    await fetch(`${nginx.url}/sign-in/secret-of-the-start`)
    await fetch(`${nginx.url}/api/auth/oidc/callback?code=secret-code`)
    // nginx writes a line after it has answered.
    const log = await vi.waitUntil(() => nginx.log().length >= 4 && nginx.log(), 30_000)

    expect(log).toHaveLength(4)
    expect(log.join('\n')).not.toContain('secret')
    expect(log[0]).toContain('"GET /invite/*" 200')
  })
})

async function handshake(nginx: RunningNginx, version: SecureVersion): Promise<string> {
  const socket = connect({
    port: Number(new URL(nginx.url).port),
    host: '127.0.0.1',
    servername: 'localhost',
    minVersion: version,
    maxVersion: version,
    // Otherwise it would be the client that refuses the old versions.
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  try {
    await once(socket, 'secureConnect')
    return socket.getProtocol() ?? ''
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    socket.destroy()
  }
}

/** The path goes out as it is: `fetch` would tidy it first. */
async function rawStatus(nginx: RunningNginx, path: string): Promise<string> {
  const socket = connect({
    port: Number(new URL(nginx.url).port),
    host: '127.0.0.1',
    servername: 'localhost',
  })
  await once(socket, 'secureConnect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${new URL(nginx.url).host}\r\nconnection: close\r\n\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return String(chunk).split('\r\n', 1)[0] ?? ''
}

function secondsOf(directive: string): number {
  return Number(new RegExp(`${directive} (\\d+)s;`).exec(shippedConfig)?.[1])
}
