import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine } from '../environment/test-host.ts'
import type { Ingested, Truth } from './open-truth.ts'
import { onEachEngine, openTruth } from './open-truth.ts'

const largest = 50 * 1024 * 1024

describe.each(anyEngine())('files of the largest size on %s', (engine) => {
  let opened: Truth
  beforeAll(async () => {
    opened = await openTruth(engine, {})
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  test('[TR115] the endpoint of truth takes a file of 50 MB in base64, and refuses one byte more', async () => {
    const ann = await opened.person({ path: '/api/truth/mcp' })
    const file = { mime_type: 'text/plain', interpret: false }
    const ofSize = (size: number) => Buffer.alloc(size, 'abc ').toString('base64')
    expect(await ann.call('ingest', { ...file, file_content: ofSize(largest) })).toMatchObject({
      file_size: largest,
      deduplicated: false,
    })
    expect(await ann.refusal('ingest', { ...file, file_content: ofSize(largest + 1) })).toMatchObject({
      code: 'FILE_TOO_LARGE',
      details: { file_size_bytes: largest + 1, max_size_bytes: largest },
    })
    const reader = await opened.person({ role: 'viewer', path: '/api/truth/mcp' })
    const tooMuch = await reader.user.post('tools/call', {
      name: 'ingest',
      arguments: { ...file, file_content: ofSize(largest) },
    })
    expect(tooMuch.status).toBe(413)
  })
})

onEachEngine(
  (installation) => {
    test('[TR116] [TR918] [TR101] a person may have so many files read on one day; of one too many nothing is left', async () => {
      const ann = await installation().person({ path: '' })
      const text = (number: number) => ({ file_content: btoa(`Note ${number}`), mime_type: 'text/plain' })
      const first = await ann.call<Ingested>('ingest', text(1))
      expect((await ann.upload('Note 2')).status).toBe(200)
      // What was read before is not read again.
      await ann.call('ingest', text(1))
      await ann.upload('Note 2')
      const again = { source_id: first.source_id, interpretation_config: { code_version: '2' } }
      expect(await ann.call('reinterpret', again)).toMatchObject({ observations_created: 1 })

      expect(await ann.refusal('ingest', text(3))).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        details: { max_per_day: 3 },
      })
      expect(await ann.upload('Note 3')).toMatchObject({
        status: 429,
        body: { error: { code: 'QUOTA_EXCEEDED' } },
      })
      expect(await ann.upload('Note 3', {}, '?interpret=later')).toMatchObject({ status: 429 })
      expect(installation().blobsOf(ann.user.id)).toHaveLength(2)
      const twice = { ...again, interpretation_config: { code_version: '3' } }
      expect(await ann.refusal('reinterpret', twice)).toMatchObject({ code: 'QUOTA_EXCEEDED' })
      expect(await ann.call('retrieve_entities')).toMatchObject({ total: 2 })

      expect(await ann.call('ingest', { ...text(3), interpret: false })).toMatchObject({
        deduplicated: false,
      })
      expect((await ann.upload('Note 4', {}, '?interpret=false')).status).toBe(200)
      installation().clock.advance('24h')
      expect(await ann.call('ingest', text(3))).toMatchObject({ interpretation: { entities_created: 1 } })
    })
  },
  () => ({ interpretationsPerDay: 3 }),
)
