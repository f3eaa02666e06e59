import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { PortError, type HttpRequest } from '@quipu/kit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../../../test/environment/places.ts'
import { openHttp } from './open-http.ts'

const http = openHttp((url, init) => fetch(url, init))
const secret = 'Bearer tk_0123456789abcdef'

async function serve(
  answer: RequestListener,
): Promise<{ url: string; host: string; requests: string[]; server: Server }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  // It listens on a port, so it is no pipe and not closed.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}`, host, requests, server }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text
}

async function failureOf(work: Promise<unknown>): Promise<PortError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PortError)
  return error as PortError
}

test('[H240] [H936] a request goes to its base with path, query, headers and JSON; whatever the status, its answer comes back', async () => {
  const { url, requests } = await serve((request, response) => {
    void textOf(request).then((text) => {
      const { authorization, accept, 'content-type': type } = request.headers
      response.writeHead(404, { 'content-type': 'application/json', 'X-Total': '3' })
      response.end(JSON.stringify({ authorization, accept, type, text }))
    })
  })
  const api = http(`${url}/api/v1`, { headers: { Authorization: secret } })
  const query = { page: 2, s: 'a b&c', ids: ['1', '2'], none: undefined, isDone: false }

  const answer = await api.send('/tasks/7', { method: 'POST', query, json: { title: 'ä' } })
  expect(requests).toEqual(['POST /api/v1/tasks/7?page=2&s=a+b%26c&ids=1&ids=2&isDone=false'])
  expect(answer.status).toBe(404)
  expect(answer.headers['x-total']).toBe('3')
  expect(answer.json()).toEqual({
    authorization: secret,
    accept: 'application/json',
    type: 'application/json',
    text: '{"title":"ä"}',
  })
})

test('[H240] connections are kept and used again', async () => {
  const ports = new Set<number | undefined>()
  const { url } = await serve((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('{}')
  })
  const api = http(url)
  for (let count = 0; count < 20; count += 1) await api.send('a')
  expect(ports.size).toBeLessThan(5)
})

test.each(['/../admin', 'a/%2e%2E/b', '..', './a', 'a?b=c', 'a#b', 'a\\b'])(
  '[H937] the path %j is refused',
  async (path) => {
    const { url, requests } = await serve((_, response) => response.end('{}'))
    await expect(http(`${url}/api`).send(path)).rejects.toThrow('must be plain')
    expect(requests).toEqual([])
  },
)

test.each(['//other.example/a', 'http://other.example/a', '@other.example'])(
  '[H937] the path %j stays under the base',
  async (path) => {
    const { url, requests } = await serve((_, response) => response.end('{}'))
    await http(`${url}/api`).send(path)
    expect(requests[0]).toMatch(/^GET \/api\//)
  },
)

test.each(['ftp://files.example', 'nothing', 'https://ana:secret@host.example', 'https://host.example/?a=b'])(
  '[H241] %j is not a valid base, and the message does not repeat it',
  (base) => {
    expect(() => http(base)).toThrow(TypeError)
    expect(() => http(base)).not.toThrow(/secret|files\.example/)
  },
)

test.each([301, 302, 303, 307, 308])(
  '[H242] a redirect with %d to another server is not followed, and no credential goes there',
  async (status) => {
    const other = await serve((_, response) => response.end('{}'))
    const { url, host } = await serve((_, response) =>
      response.writeHead(status, { location: `${other.url}/steal` }).end(),
    )
    const { reason, message } = await failureOf(http(url, { headers: { authorization: secret } }).send('a'))

    expect({ reason, message }).toEqual({
      reason: 'redirect',
      message: `${host} leads to another server; set its own address`,
    })
    expect(other.requests).toEqual([])
  },
)

test('[H938] a redirect on the same server is followed three times, and only for GET', async () => {
  const { url, requests } = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('"there"')
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  })

  expect((await http(url).send('3')).json()).toBe('there')
  expect(requests).toHaveLength(4)
  expect((await failureOf(http(url).send('4'))).reason).toBe('redirect')
  expect((await failureOf(http(url).send('1', { method: 'POST' }))).reason).toBe('redirect')
})

test('[H243] an answer over the limit is given up, whether it says its length, hides it or is packed', async () => {
  const chunk = Buffer.alloc(2 ** 20)
  let sent = 0
  const { url } = await serve((request, response) => {
    if (request.url === '/announced') response.writeHead(200, { 'content-length': 2 ** 30 })
    if (request.url === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      return void response.end(gzipSync(Buffer.alloc(64 * 2 ** 20)))
    }
    const more = () => {
      while (sent < 2 ** 30 && !response.destroyed) {
        sent += chunk.byteLength
        if (!response.write(chunk)) return void response.once('drain', more)
      }
    }
    more()
  })
  const api = http(url, { maxBytes: 2 ** 20 })

  for (const path of ['announced', 'hidden', 'packed']) {
    sent = 0
    const { reason, code } = await failureOf(api.send(path))
    expect({ reason, code }).toEqual({ reason: 'too-large', code: 'UNPROCESSABLE' })
    expect(sent).toBeLessThan(2 ** 29)
  }
})

test('[H243] an answer of exactly the limit is taken', async () => {
  const { url } = await serve((_, response) => response.end('x'.repeat(100)))
  expect((await http(url).send('a', { maxBytes: 100 })).bytes.byteLength).toBe(100)
  expect((await failureOf(http(url).send('a', { maxBytes: 99 }))).reason).toBe('too-large')
})

test('[H243] by default an answer may have 10 MiB', async () => {
  const { url } = await serve(({ url: path }, response) =>
    response.end(Buffer.alloc(10 * 1024 * 1024 + (path === '/more' ? 1 : 0))),
  )
  expect((await http(url).send('all')).bytes.byteLength).toBe(10_485_760)
  expect((await failureOf(http(url).send('more'))).reason).toBe('too-large')
})

test('[H243] by default a server may take 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const never = openHttp(
    (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  )
  const ended = vi.fn<() => void>()
  const failure = failureOf(never('http://127.0.0.1').send('a')).finally(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ reason: 'time', message: '127.0.0.1 did not answer within 30 s' })
})

test.each<[string, RequestListener]>([
  ['says nothing', () => {}],
  ['stops in the middle', (_, response) => void response.write('{')],
])('[H243] a server that %s is given up in time', async (_, answer) => {
  const { url, host } = await serve(answer)
  const { reason, code, message } = await failureOf(http(url).send('a', { ms: 200 }))
  expect({ reason, code, message }).toEqual({
    reason: 'time',
    code: 'TIMEOUT',
    message: `${host} did not answer within 0.2 s`,
  })
})

test('[H243] a caller who gives up gets their own reason', async () => {
  const stop = new AbortController()
  const { url } = await serve(() => stop.abort(new Error('hung up')))
  await expect(http(url).send('a', { signal: stop.signal })).rejects.toThrow('hung up')
})

test('[H702] a server that is away or hangs up is UNAVAILABLE, after one request', async () => {
  const away = await failureOf(http(`http://127.0.0.1:${await freePort()}`).send('a'))
  expect(away).toMatchObject({ reason: 'unavailable', code: 'UNAVAILABLE' })
  expect(away.message).toMatch(/^127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/)
  const { url, requests } = await serve((request) => request.socket.destroy())
  expect((await failureOf(http(url).send('a', { method: 'POST' }))).reason).toBe('unavailable')
  expect(requests).toHaveLength(1)
})

test('[H703] an opened body comes as it is sent, and what was not read is not in memory', async () => {
  const chunk = Buffer.alloc(2 ** 20, 'x')
  let sent = 0
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const more = () => {
      while (sent < 256 && !response.destroyed) {
        sent += 1
        if (!response.write(chunk)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })

  const { status, headers, bytes } = await http(url).open('a', { maxBytes: 2 ** 30 })
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain' })
  const reader = bytes.getReader()
  expect((await reader.read()).value?.byteLength).toBeGreaterThan(0)
  expect(sent).toBeLessThan(128)
  await reader.cancel()

  sent = 250
  let size = 0
  for await (const part of (await http(url).open('a')).bytes) size += part.byteLength
  expect(size).toBe(6 * 2 ** 20)
})

test('[H703] an opened body has the limits of a whole one: size, time for each step, no other server', async () => {
  const other = await serve((_, response) => response.end('{}'))
  const { url } = await serve((request, response) => {
    if (request.url === '/elsewhere') response.writeHead(302, { location: other.url }).end()
    else if (request.url === '/large') response.end('x'.repeat(100))
    else response.write('x')
  })
  const drain = async (path: string, ms = 30_000) => {
    const { bytes } = await http(url, { ms, maxBytes: 99 }).open(path)
    for await (const part of bytes) expect(part.byteLength).toBeGreaterThan(0)
  }

  expect((await failureOf(drain('large'))).reason).toBe('too-large')
  expect((await failureOf(drain('stuck', 200))).reason).toBe('time')
  expect((await failureOf(drain('elsewhere'))).reason).toBe('redirect')
  expect(other.requests).toEqual([])
})

test.each(['<html>Sign in</html>', '', '{"a":', '\xff'])(
  '[H244] %j is reported as not JSON',
  async (text) => {
    const { url, host } = await serve((_, response) =>
      response.writeHead(502).end(Buffer.from(text, 'latin1')),
    )
    const answer = await http(url).send('a')
    expect(answer.status).toBe(502)
    expect(() => answer.json()).toThrow(`${host} answers 502 with something that is no JSON`)
    expect(() => answer.json()).toThrow(PortError)
  },
)

test('[H939] no error holds a header, a query or a path', async () => {
  const { url } = await serve((request, response) => {
    if (request.url?.startsWith('/gone')) request.socket.destroy()
    else response.writeHead(302, { location: `https://x.example/?token=${secret}` }).end()
  })
  const request: HttpRequest = { query: { token: 'tk_query' }, headers: { 'x-key': 'tk_header' } }
  const errors = [
    await failureOf(http(url, { headers: { authorization: secret } }).send('gone/tk_path', request)),
    await failureOf(http(url, { headers: { authorization: secret } }).send('tk_path', request)),
    await http(url)
      .send('a', { headers: { 'x-key': 'tk_bad\n' } })
      .catch((error: unknown) => error),
    await http(url)
      .send('a', { headers: { 'x-key': 'tk_ä' } })
      .catch((error: unknown) => error),
  ]
  for (const error of errors) {
    const { message, stack, cause } = error as Error
    expect([message, stack, String(cause)].join(' ')).not.toContain('tk_')
  }
  expect(() => http(url, { headers: { authorization: 'tk_bad\n' } })).toThrow(
    'The header authorization has characters that no header can have',
  )
})
