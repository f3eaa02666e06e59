import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readdirSync } from 'node:fs'
import { request, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { defineModule, defineRoute, ToolError, type Download, type Ports } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { garbageCollector } from '../environment/collect-garbage.ts'
import { anyEngine, openTestHost, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

const mib = 1024 * 1024
const limit = 201 * mib

interface Store {
  readonly ports: Ports
  /** How each upload has ended, and whether its call was aborted then. */
  readonly ends: { readonly end: string; readonly isAborted: boolean }[]
}

const Kept = z.object({ sha256: z.string(), size: z.number(), declared: z.unknown() })
const Name = z.strictObject({ sha256: z.string() })

const cellar = defineModule<Store>({
  name: 'cellar',
  title: 'Cellar',
  permissions: { 'cellar:write': { says: 'Store', roles: ['contributor', 'admin'] } },
  tools: [],
  routes: [
    defineRoute({
      method: 'POST',
      path: '/api/cellar/files',
      summary: 'Keeps a file',
      needs: 'cellar:write',
      effect: 'write',
      body: 'bytes',
      bodyLimitBytes: limit,
      status: 201,
      output: Kept,
      run: async ({ ports, ends }: Store, { body }, { caller, signal }) => {
        try {
          const { bytes, ...declared } = body
          const kept = { ...(await ports.blobs.putStream(caller, bytes, { signal })), declared }
          ends.push({ end: 'kept', isAborted: signal.aborted })
          return kept
        } catch (error) {
          ends.push({ end: (error as Error).name, isAborted: signal.aborted })
          throw error
        }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/cellar/files/:sha256',
      summary: 'Gives a file',
      needs: 'cellar:write',
      effect: 'read',
      params: Name,
      query: z.strictObject({ name: z.string().default('a file'), type: z.string().optional() }),
      output: 'download',
      run: async ({ ports }: Store, { params, query }, { caller }) => {
        const found = await ports.blobs.getStream(caller, params.sha256)
        if (found === undefined) throw new ToolError('NOT_FOUND', 'There is no such file')
        return { ...found, fileName: query.name, contentType: query.type }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/cellar/pieces',
      summary: 'Promises no size',
      effect: 'read',
      query: z.strictObject({ fails: z.string().optional() }),
      output: 'download',
      run: async (_store: Store, { query }) => ({
        bytes: ReadableStream.from(pieces(query.fails === 'yes')),
        fileName: 'pieces.txt',
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/cellar/short',
      summary: 'Promises more than it gives',
      effect: 'read',
      output: 'download',
      run: async () => ({ bytes: new Blob(['abc']).stream(), size: 10, fileName: 'short.txt' }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/cellar/long',
      summary: 'Gives more than it promises',
      effect: 'read',
      output: 'download',
      run: async () => ({ bytes: new Blob(['abcdef']).stream(), size: 3, fileName: 'long.txt' }),
    }),
  ],
  open: (ports) => ({ ports, ends }),
})
const ends: { readonly end: string; readonly isAborted: boolean }[] = []

test('[K260] [K901] a route with a download only reads, and one with a body of bytes is not atomic', () => {
  const rest = { method: 'POST', path: '/x', summary: 'x', effect: 'write' } as const
  const run = () => Promise.reject(new Error('not run'))
  expect(() => defineRoute({ ...rest, output: 'download', run })).toThrow('its effect must be read')
  expect(defineRoute({ ...rest, body: 'bytes', output: z.object({}), run }).atomic).toBe(false)
})

describe.each(anyEngine())('routes with bytes on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [cellar])
    ada = await app.user({ path: '' })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const authorization = () => ({ authorization: `Bearer ${ada.token}` })
  const upload = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/cellar/files`, {
      method: 'POST',
      headers: { ...authorization(), ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
  const drafts = () => filesIn(join(app.options.dataFolder, 'blobs')).filter((name) => !isKept(name))
  const auditOf = async (action: string) =>
    (await app.host.audit.list({ action })).rows.map(({ outcome, resourceId }) => [resourceId, outcome])

  test('[H260] 200 MiB go in and out without being held in memory', async () => {
    const total = 200 * mib
    const watch = watchBuffers()
    const sent = Iterator.from(chunks(total)).map((chunk) => (watch.pass(chunk.length), chunk))
    const stored = await upload(Readable.toWeb(Readable.from(sent)) as ReadableStream)
    const { sha256, size } = (await stored.json()) as z.output<typeof Kept>
    const answer = await fetch(`${app.url}/api/cellar/files/${sha256}`, { headers: authorization() })
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      hash.update(chunk)
      read += chunk.byteLength
      watch.pass(chunk.byteLength)
    }

    expect([stored.status, size, read, hash.digest('hex')]).toEqual([201, total, total, sha256])
    expect(watch.peak()).toBeLessThan(100 * mib)
  }, 300_000)

  test('[H261] the route gets what the client declares about the bytes', async () => {
    const named = await upload('abc', {
      'content-type': 'Text/Plain; charset=utf-8',
      'content-disposition': `attachment; filename="x.txt"; filename*=UTF-8''..%2Fk%C3%BChl.txt`,
    })
    const plain = await upload('abc', {
      'content-type': 'a/b',
      'content-disposition': 'attachment; filename="a\\"b.txt"',
    })
    const streamed = await upload(new Blob(['abc']).stream(), { 'content-type': 'a/b' })

    expect(((await named.json()) as z.output<typeof Kept>).declared).toEqual({
      contentType: 'text/plain',
      length: 3,
      fileName: 'kühl.txt',
    })
    expect(((await plain.json()) as z.output<typeof Kept>).declared).toMatchObject({ fileName: 'a"b.txt' })
    expect(((await streamed.json()) as z.output<typeof Kept>).declared).toEqual({ contentType: 'a/b' })
  })

  test('[H262] a body over the limit of its route is 413, whether or not it declares its length, and leaves nothing', async () => {
    const before = ends.length
    const said = await raw(app, ada, { 'content-length': String(limit + 1) }, (send) => send(Buffer.alloc(1)))
    const unsaid = await raw(app, ada, { 'transfer-encoding': 'chunked' }, (send) => {
      for (const chunk of chunks(limit + mib)) send(chunk)
    })

    expect(said).toMatchObject({
      status: 413,
      body: { error: 'too_large', trace_id: expect.any(String) as string },
    })
    expect(unsaid).toMatchObject({ status: 413, body: { message: `The body is larger than ${limit} bytes` } })
    expect(ends.slice(before).map(({ end }) => end)).toEqual(['BodyTooLarge'])
    expect(drafts()).toEqual([])
  }, 300_000)

  test('[H263] [H946] [H947] an upload that breaks off aborts its call, leaves nothing, and can be sent again with its key', async () => {
    const before = ends.length
    const headers = { 'content-length': '1000', 'idempotency-key': `broken-${engine}`, 'content-type': 'a/b' }
    const broken = request(`${app.url}/api/cellar/files`, {
      method: 'POST',
      headers: { ...authorization(), ...headers },
    })
    const failed = new Promise((resolve) => broken.on('error', resolve))
    broken.write(Buffer.alloc(500))
    await expect.poll(() => drafts().length).toBe(1)
    broken.destroy()
    await failed
    await expect.poll(() => ends.length).toBe(before + 1)
    await expect.poll(drafts).toEqual([])
    expect(ends.at(-1)).toMatchObject({ isAborted: true })

    const again = (byte: number) =>
      raw(app, ada, headers, (send) => {
        send(Buffer.alloc(1000, byte))
      })
    await expect.poll(async () => (await again(0)).status).toBe(201)
    const kept = await again(0)
    expect(kept).toMatchObject({ status: 201, body: { size: 1000 } })
    expect(await again(1)).toEqual(kept)
    expect(
      (await raw(app, ada, { ...headers, 'content-type': 'a/c' }, (send) => send(Buffer.alloc(1000)))).status,
    ).toBe(400)
    expect(ends.length).toBe(before + 2)
    await expect.poll(() => auditOf('api.call')).toContainEqual(['POST /api/cellar/files', 'TIMEOUT'])
  })

  test('[H264] [H948] [H949] a download is saved and never shown, and kept by no cache', async () => {
    const { sha256 } = (await (await upload('<script>alert(1)</script>')).json()) as z.output<typeof Kept>
    const at = `/api/cellar/files/${sha256}`
    const get = (search: string, method = 'GET') =>
      fetch(`${app.url}${at}${search}`, { method, headers: authorization() })
    const answer = await get(`?name=${encodeURIComponent('../"bö\r\nse".html')}&type=text/html`)
    const head = await get('', 'HEAD')

    expect(await answer.text()).toBe('<script>alert(1)</script>')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-length': '25',
      'content-disposition': `attachment; filename="..__b_ se_.html"; filename*=UTF-8''.._%22b%C3%B6%20se%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '25'])
    expect(head.headers.get('content-type')).toBe('application/octet-stream')
    expect((await get('?type=evil')).headers.get('content-type')).toBe('application/octet-stream')
    const missing = await ada.api('GET', `/api/cellar/files/${'0'.repeat(64)}`)
    expect([missing.status, missing.headers.get('content-disposition')]).toEqual([404, null])
  })

  test('[H265] a download that has less than it promised is seen to break off', async () => {
    const brokenOff = { status: 200, text: 'abc', isWhole: false }
    expect(await download(app, ada, '/api/cellar/short')).toEqual(brokenOff)
    expect(await download(app, ada, '/api/cellar/short')).toEqual(brokenOff)
  })

  test('[H265] a download that has more than it promised is aborted', async () => {
    const whole = await download(app, ada, '/api/cellar/long').catch((error: Error) => error.message)
    expect(whole).toBe('socket hang up')
  })

  test('[H944] [H977] a client may be silent for a minute, and a request may take an hour', async () => {
    const found = Promise.withResolvers<{ server: Server; socket: Socket }>()
    const seen = (message: unknown) => found.resolve(message as { server: Server; socket: Socket })
    subscribe('http.server.request.start', seen)
    const sent = request(`${app.url}/api/cellar/files`, {
      method: 'POST',
      headers: { ...authorization(), 'content-length': '1000' },
    })
    const failed = new Promise((resolve) => sent.on('error', resolve))
    sent.write(Buffer.alloc(500))
    const { server, socket } = await found.promise
    unsubscribe('http.server.request.start', seen)

    expect(server.requestTimeout).toBe(3_600_000)
    await expect.poll(() => socket.timeout).toBe(60_000)
    socket.emit('timeout')
    await failed
    await expect.poll(drafts).toEqual([])
  })

  test('[H266] OpenAPI describes bytes as bytes', async () => {
    const { paths } = (await (await ada.api('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, object>>
    }
    expect(paths['/api/cellar/files']?.['post']).toMatchObject({
      parameters: [{ name: 'Content-Disposition', in: 'header', required: false }],
      requestBody: { content: { '*/*': {} } },
      responses: { 413: { description: `The body is larger than ${limit} bytes` } },
    })
    expect(paths['/api/cellar/files/{sha256}']?.['get']).toMatchObject({
      responses: { 200: { description: 'A file to be saved', content: { '*/*': {} } } },
    })
  })

  test('[H950] a download without a size is sent in pieces, and breaks off if its stream fails', async () => {
    const whole = await fetch(`${app.url}/api/cellar/pieces`, { headers: authorization() })
    expect(whole.headers.get('content-length')).toBeNull()
    expect(await whole.text()).toBe('one two ')
    const broken = await download(app, ada, '/api/cellar/pieces?fails=yes')
    expect(broken).toMatchObject({ status: 200, isWhole: false })
  })

  test('[H267] a request from this machine brings bytes, and gets a download as its stream', async () => {
    const bytes = { bytes: new Blob(['abc']).stream(), contentType: 'a/b', length: 3, fileName: 'x' }
    const files = { method: 'POST', path: '/api/cellar/files' } as const
    await expect(app.host.request(ada.id, files)).rejects.toThrow('This takes bytes')
    const kept = (await app.host.request(ada.id, { ...files, bytes })) as z.output<typeof Kept>
    expect(kept).toMatchObject({ size: 3, declared: { contentType: 'a/b', fileName: 'x' } })
    const path = `/api/cellar/files/${kept.sha256}`
    const download = (await app.host.request(ada.id, { method: 'GET', path })) as Download
    expect(await new Response(download.bytes).text()).toBe('abc')
  })
})

async function* pieces(fails: boolean): AsyncGenerator<Uint8Array> {
  yield Buffer.from('one ')
  if (fails) throw new Error('The stream fails')
  yield Buffer.from('two ')
}

function* chunks(total: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, 'quipu')
  for (let sent = 0; sent < total; sent += chunk.length) yield chunk
}

/** How much more memory the buffers in use take than now, at most. Garbage is collected first, so it does not count. */
function watchBuffers() {
  const collect = garbageCollector()
  const inUse = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = inUse()
  let most = before
  let passed = 0
  return {
    /** Looks again after each 50 MiB: to look takes as long as to send as much. */
    pass: (bytes: number) => {
      const step = Math.floor(passed / (50 * mib))
      passed += bytes
      if (Math.floor(passed / (50 * mib)) > step) most = Math.max(most, inUse())
    },
    peak: () => most - before,
  }
}

/** A request whose body is written by hand, however the server likes it. */
function raw(
  app: TestHost,
  { token }: TestUser,
  headers: Record<string, string>,
  write: (send: (chunk: Buffer) => void) => void,
): Promise<{ status: number; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>()
  const sent = request(
    `${app.url}/api/cellar/files`,
    { method: 'POST', headers: { authorization: `Bearer ${token}`, ...headers } },
    (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        resolve({
          status: answer.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(parts).toString()) as unknown,
        })
        sent.destroy()
      })
    },
  )
  sent.on('error', reject)
  write((chunk) => void sent.write(chunk))
  const length = Number(headers['content-length'] ?? Infinity)
  if (length <= 1000) sent.end()
  return promise
}

/** What arrives until the connection is closed, and whether that is all. */
function download(
  app: TestHost,
  { token }: TestUser,
  path: string,
): Promise<{ status: number; text: string; isWhole: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof download>>>()
  const sent = request(app.url + path, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
    let text = ''
    answer.on('data', (part: Buffer) => (text += String(part)))
    // It is an error, and the end as well.
    answer.on('error', () => {})
    answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text, isWhole: answer.complete }))
  })
  sent.on('error', reject).end()
  return promise
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

function isKept(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name)
}
