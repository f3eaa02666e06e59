import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { truth } from '@quipu/truth'
import { expect, test } from 'vitest'
import { garbageCollector } from '../../../test/environment/collect-garbage.ts'
import { openTestHost, quickEngine } from '../../../test/environment/test-host.ts'
import { sourceIdOf } from './model/ids.ts'
import { bytesPerLine } from './transfer-file/lines.ts'
import { LineWriter } from './transfer-file/write-lines.ts'

const mib = 1024 * 1024
const parts = 300

test('[TR134] a file of 56 MiB is imported and exported without being held in memory', async () => {
  await using app = await openTestHost(quickEngine(), [truth])
  const { token } = await app.user({ path: '' })
  const authorization = `Bearer ${token}`
  const sent = createHash('sha256')
  const watch = watchMemory()
  const answer = await post(`${app.url}/api/truth/import`, authorization, fileOf(sent))
  expect(answer).toMatchObject({ sources_added: 1, in_file: { sources: 1 } })
  const given = await fetch(`${app.url}/api/truth/export`, { headers: { authorization } })
  const received = createHash('sha256')
  let size = 0
  for await (const chunk of given.body as AsyncIterable<Uint8Array>) {
    received.update(chunk)
    size += chunk.byteLength
  }
  expect(received.digest('hex')).toBe(sent.digest('hex'))
  expect(size).toBeGreaterThan(70 * mib)
  expect(watch.most()).toBeLessThan(40 * mib)
}, 300_000)

/** A file of truth with one large source, generated while it is read. */
function* fileOf(hash: ReturnType<typeof createHash>): Generator<Buffer> {
  const part = (number: number) => Buffer.alloc(bytesPerLine, `quipu ${number} `)
  const whole = createHash('sha256')
  for (let number = 0; number < parts; number++) whole.update(part(number))
  const contentHash = whole.digest('hex')
  const at = '2026-11-01T08:00:00.000Z'
  const writer = new LineWriter()
  const source = {
    id: sourceIdOf(contentHash),
    kind: 'file' as const,
    content_hash: contentHash,
    mime_type: 'application/octet-stream',
    original_filename: 'large.bin',
    file_size: parts * bytesPerLine,
    content: null,
    text: null,
    provenance: null,
  }
  const lines = function* () {
    yield writer.head()
    yield writer.write({ source, learned: { created_at: at, observed_at: at } })
    for (let number = 0; number < parts; number++)
      yield writer.write({ bytes: part(number).toString('base64') })
    yield writer.end()
  }
  for (const line of lines()) {
    hash.update(line)
    yield Buffer.from(line)
  }
}

/** The largest increase of used memory from now on, at sample points. Garbage does not count. */
function watchMemory() {
  const collect = garbageCollector()
  const used = () => {
    collect()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return arrayBuffers + heapUsed
  }
  const before = used()
  let most = before
  let timer: NodeJS.Timeout
  const look = () => {
    const begun = performance.now()
    most = Math.max(most, used())
    // Garbage collection takes a tenth of the time, however slow the machine is.
    timer = setTimeout(look, 10 * (performance.now() - begun))
  }
  look()
  return {
    most: () => {
      clearTimeout(timer)
      return most - before
    },
  }
}

/** Sends as fast as the server reads: `fetch` would buffer the rest. */
async function post(url: string, authorization: string, chunks: Iterable<Buffer>): Promise<unknown> {
  const sending = request(url, { method: 'POST', headers: { authorization } })
  const answered = once(sending, 'response')
  await pipeline(Readable.from(chunks), sending)
  const [answer] = (await answered) as [IncomingMessage]
  return json(answer)
}
