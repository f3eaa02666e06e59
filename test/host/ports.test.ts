import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OwnTable, Ports } from '@quipu/kit'
import { defineModule, defineTool, PortError, ToolError } from '@quipu/kit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startBucket } from '../environment/bucket.ts'
import { engines, openTestHost, quickEngine, type Engine } from '../environment/test-host.ts'

const upload = defineTool({
  name: 'upload',
  title: 'Upload',
  description: 'Keeps a text as a file, at most three a day.',
  effect: 'write',
  dryRun: true,
  input: z.object({ text: z.string(), fails: z.boolean().optional() }),
  output: z.object({ sha256: z.string(), url: z.string(), left: z.number() }),
  run: async ({ blobs, quota, links, now }: Ports, { text, fails }, { caller }) => {
    const { ok, left, opensAt } = await quota.take(caller, 'uploads', 1, 3)
    if (!ok) throw new ToolError('RATE_LIMITED', `Come back at ${opensAt.toISOString()}`)
    const { sha256 } = await blobs.put(caller, Buffer.from(text))
    if (fails === true) throw new ToolError('CONFLICT', 'Failed after taking')
    const expiresAt = new Date(now().getTime() + 3_600_000)
    const url = links.sign({ path: `/api/box/files/${sha256}`, caller, data: { text }, expiresAt })
    return { sha256, url, left }
  },
})

const reach = defineTool({
  name: 'reach',
  title: 'Reach',
  description: 'Asks a server, and remembers its answer.',
  effect: 'read',
  openWorld: true,
  input: z.object({ base: z.string(), path: z.string() }),
  output: z.object({ answer: z.unknown() }),
  run: async ({ http, cache }: Ports, { base, path }) => {
    const known = await cache.get(`box:${path}`)
    if (known !== undefined) return { answer: known }
    const api = http(base, { headers: { authorization: 'Bearer of-the-box' }, ms: 30_000 })
    const answer = (await api.send(path, { query: { key: 'of-the-query' } })).json()
    await cache.set(`box:${path}`, z.json().parse(answer), 60)
    return { answer }
  },
})

const parse = defineTool({
  name: 'parse',
  title: 'Parse',
  description: 'Counts the words of a text in a process of its own.',
  effect: 'read',
  input: z.object({ text: z.string() }),
  output: z.object({ words: z.unknown() }),
  run: async ({ workers }: Ports, { text }, call) => {
    const file = new URL('./count-words.ts', import.meta.url)
    const { caller, signal } = call
    const progress = (done: unknown) => call.progress(Number(done))
    try {
      const options = { ms: 50_000, memoryMb: 64, scope: caller, signal, progress }
      return { words: await workers.run(file, text, options) }
    } catch (error) {
      if (error instanceof PortError && error.reason === 'threw')
        throw new ToolError('VALIDATION_ERROR', 'text cannot be read')
      throw error
    }
  },
})

const box = defineModule({
  name: 'box',
  title: 'Box',
  permissions: {},
  tools: [upload, reach, parse],
  open: (ports) => ports,
})

async function open(engine: Engine, more: Parameters<typeof openTestHost>[2] = {}) {
  const at = await openTestHost(engine, [box], more)
  onTestFinished(() => at[Symbol.asyncDispose]())
  return at
}

async function serve(answer: string) {
  const headers: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    headers.push(request.headers)
    response.end(answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  // It listens on a port, so the address is not that of a pipe, and it is open.
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers }
}

interface Uploaded {
  readonly sha256: string
  readonly url: string
  readonly left: number
}

describe.each(engines)('ports of a module on %s', (engine) => {
  test('[S246] a call that fails, or only shows what it would do, takes nothing of a quota', async () => {
    const at = await open(engine)
    const ana = await at.user()
    const left = async (input: object) => {
      const { isError, raw } = await ana.call('upload', input)
      return isError ? undefined : (raw['structuredContent'] as Uploaded).left
    }

    expect(await left({ text: 'a', fails: true })).toBeUndefined()
    expect(await left({ text: 'a', dry_run: true })).toBe(2)
    expect(await left({ text: 'a', idempotency_key: 'k' })).toBe(2)
    expect(await left({ text: 'a', idempotency_key: 'k' })).toBe(2)
    expect(await left({ text: 'b' })).toBe(1)
    expect(await left({ text: 'c' })).toBe(0)
    const refused = await ana.call('upload', { text: 'd' })
    expect(refused.raw['structuredContent']).toMatchObject({
      error: { code: 'RATE_LIMITED', message: 'Come back at 2026-11-02T00:00:00.000Z' },
    })
    at.clock.advance('16h')
    expect(await left({ text: 'd' })).toBe(2)
  })

  test('[S930] the use of quotas is deleted with the account, and in no export', async () => {
    const at = await open(engine)
    const ana = await at.user()
    await ana.call('upload', { text: 'a' })

    expect((await at.host.userData.summary(ana.id)).map(({ kind }) => kind)).not.toContain('quotas')
    await at.host.accounts.erase(ana.email)
    expect(await at.host.accounts.byId(ana.id)).toBeUndefined()
  })
})

test('[S16] the files of an erased account are gone from the bucket too', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket[Symbol.asyncDispose]())
  const at = await open(quickEngine(), { bucket: bucket.options })
  const [ana, ben] = [await at.user(), await at.user()]
  for (const user of [ana, ben]) await user.call('upload', { text: 'a file' })

  expect(await at.host.userData.summary(ana.id)).toContainEqual({ kind: 'files', rows: 1 })
  await at.host.accounts.erase(ana.email)
  expect(await at.host.userData.summary(ben.id)).toContainEqual({ kind: 'files', rows: 1 })
  expect(bucket.requests.filter((line) => line.startsWith('POST'))).toEqual(['POST /files/?delete='])
  expect(await at.host.checks()).toContainEqual(
    expect.objectContaining({ name: 'files', ok: true, detail: expect.stringContaining('bucket files') }),
  )
})

test('[A29] an account whose files cannot be deleted stays, and can be erased again', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket[Symbol.asyncDispose]())
  const at = await open(quickEngine(), { bucket: bucket.options })
  const ana = await at.user()
  await ana.call('upload', { text: 'a file' })
  bucket.fault = (request, response) => {
    if (request.method === 'POST') response.writeHead(403).end()
    return request.method === 'POST'
  }

  await expect(at.host.accounts.erase(ana.email)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await at.host.accounts.byId(ana.id)).toBeDefined()
  bucket.fault = undefined
  await at.host.accounts.erase(ana.email)
  expect(await at.host.accounts.byId(ana.id)).toBeUndefined()
})

test('[A240] a module signs links under the public URL', async () => {
  const at = await open(quickEngine())
  const { raw } = await (await at.user()).call('upload', { text: 'a file' })
  const { url, sha256 } = raw['structuredContent'] as Uploaded

  expect(url).toMatch(`${at.options.appUrl}/api/box/files/${sha256}?link=`)
})

test('[H240] a module asks a server, and remembers the answer in the cache', async () => {
  const at = await open(quickEngine())
  const ana = await at.user()
  const { base, headers } = await serve('{"version":"1.2"}')

  for (let count = 0; count < 3; count += 1)
    expect((await ana.call('reach', { base, path: 'info' })).raw['structuredContent']).toEqual({
      answer: { version: '1.2' },
    })
  expect(headers.map(({ authorization }) => authorization)).toEqual(['Bearer of-the-box'])
})

test('[H939] a caller gets the error of a port unchanged, without secrets', async () => {
  const at = await open(quickEngine())
  const ana = await at.user()
  const { base } = await serve('<html>')

  const { isError, raw } = await ana.call('reach', { base, path: 'info' })
  expect(isError).toBe(true)
  expect(raw['structuredContent']).toMatchObject({
    error: {
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ answers 200 with something that is no JSON$/),
    },
  })
})

test('[H245] a module works on input in a process of its own', async () => {
  const at = await open(quickEngine())
  const ana = await at.user()

  expect((await ana.call('parse', { text: 'one two three' })).raw['structuredContent']).toEqual({ words: 3 })
  const refused = await ana.call('parse', { text: '' })
  expect(refused.raw['structuredContent']).toMatchObject({
    error: { code: 'VALIDATION_ERROR', message: 'text cannot be read' },
  })
})

test('[H441] [H962] a module gets the own rows of each module that the caller may read, and the names of those that failed', async () => {
  const named = (name: string, tables: () => Promise<readonly OwnTable[]>) =>
    defineModule({
      name,
      title: name,
      permissions: { [`${name}:read`]: { says: name, roles: ['contributor', 'admin'] } },
      tools: [],
      ownRows: { needs: `${name}:read`, tables },
      open: () => null,
    })
  const books = { name: 'books', description: 'Books', columns: [], rows: [], isCut: false }
  const asking = defineModule({
    name: 'asking',
    title: 'Asking',
    permissions: {},
    tools: [
      defineTool({
        name: 'look',
        title: 'Look',
        description: 'Looks at what the caller has.',
        effect: 'read',
        input: z.object({}),
        output: z.object({ found: z.unknown() }),
        run: async ({ ownRows }: Ports, _, call) => ({ found: await ownRows(call, 10) }),
      }),
    ],
    open: (ports) => ports,
  })
  const refuse = () => Promise.reject(new ToolError('UNAVAILABLE', 'It is closed'))
  const modules = [
    asking,
    named('shelf', async () => [books]),
    named('attic', refuse),
    named('cellar', async () => []),
  ]
  await using host = await openTestHost(quickEngine(), modules)
  const ada = await host.user({ scope: ['shelf:read', 'attic:read'] })
  expect((await ada.call('look')).raw['structuredContent']).toEqual({
    found: [
      { module: 'shelf', tables: [books] },
      { module: 'attic', tables: [], problem: 'It is closed' },
    ],
  })
})
