import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../../../test/environment/index.ts'
import { engines, openTestHost, quickEngine, type TestHost } from '../../../test/environment/test-host.ts'
import { truth } from './index.ts'
import { zipOf } from './interpretation/test-reading.ts'
import * as samples from './interpretation/test-samples.ts'
import { Teller } from './test-people.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
const person = (fields: object) => ({ entities: [{ entity_type: 'person', ...fields }] })
const file = (content: string | Uint8Array, mime_type = 'text/plain') => ({
  file_content: Buffer.from(content).toString('base64'),
  mime_type,
})
const nobody = `ent_${'0'.repeat(24)}`

/** The input, the code of the contract, and words of the message that says what to do. */
const refused: readonly (readonly [string, string, object, string, RegExp])[] = [
  [
    'letters that base64 has not',
    'ingest',
    { ...file(''), file_content: '!!!!' },
    'VALIDATION_ERROR',
    /base64/,
  ],
  ['base64 without its end', 'ingest', { ...file(''), file_content: 'YWJj=' }, 'VALIDATION_ERROR', /base64/],
  [
    'base64 in lines',
    'ingest',
    { ...file(''), file_content: 'YWJj\nYWJj\n' },
    'VALIDATION_ERROR',
    /line breaks/,
  ],
  ['base64 for URLs', 'ingest', { ...file(''), file_content: '-_-_' }, 'VALIDATION_ERROR', /base64/],
  ['an empty file', 'ingest', file(''), 'VALIDATION_ERROR', /cannot be empty/],
  [
    'a MIME type that is none',
    'ingest',
    file('x', 'a picture'),
    'VALIDATION_ERROR',
    /such as application\/pdf/,
  ],
  [
    '100,000 entities',
    'ingest',
    { entities: Array.from({ length: 100_000 }, () => ({})) },
    'VALIDATION_ERROR',
    /1000/,
  ],
  ['no entities', 'ingest', { entities: [] }, 'VALIDATION_ERROR', /cannot be empty/],
  [
    'an unknown type',
    'ingest',
    { entities: [{ entity_type: 'ship', name: 'x' }] },
    'VALIDATION_ERROR',
    /list_entity_types/,
  ],
  [
    'no type',
    'ingest',
    { entities: [{ name: 'x' }] },
    'VALIDATION_ERROR',
    /entities\[0\]\.entity_type is required/,
  ],
  ['an entity that is a text', 'ingest', { entities: ['x'] }, 'VALIDATION_ERROR', /entities/],
  ['a NUL byte', 'ingest', person({ full_name: 'A\0B' }), 'VALIDATION_ERROR', /not valid text/],
  ['half a character', 'ingest', person({ full_name: '\ud800' }), 'VALIDATION_ERROR', /not valid text/],
  [
    'a NUL byte in a name of a file',
    'ingest',
    { ...file('x'), original_filename: 'a\0b' },
    'VALIDATION_ERROR',
    /not valid text/,
  ],
  ['a day that is none', 'ingest', person({ birthday: '2026-02-30' }), 'VALIDATION_ERROR', /YYYY-MM-DD/],
  ['a day of the year 0', 'ingest', person({ birthday: '0000-01-01' }), 'VALIDATION_ERROR', /YYYY-MM-DD/],
  ['a day in words', 'ingest', person({ birthday: 'yesterday' }), 'VALIDATION_ERROR', /YYYY-MM-DD/],
  [
    'a time of extraction that is none',
    'ingest',
    { ...person({ full_name: 'A' }), provenance: { extracted_at: '2026-13-01', extractor_version: '1' } },
    'VALIDATION_ERROR',
    /extracted_at must be .* ISO 8601/,
  ],
  [
    'a provenance without its version',
    'ingest',
    { ...person({ full_name: 'A' }), provenance: { extracted_at: '2026-11-01' } },
    'VALIDATION_ERROR',
    /provenance must have extracted_at and extractor_version/,
  ],
  [
    'a temperature in words',
    'ingest',
    { ...file('x'), interpretation_config: { temperature: 'hot' } },
    'VALIDATION_ERROR',
    /interpretation_config must have a number as temperature/,
  ],
  [
    'a field without a name',
    'get_field_provenance',
    { entity_id: nobody, field: '' },
    'VALIDATION_ERROR',
    /field must be the name of a field/,
  ],
  [
    'no time',
    'get_entity_snapshot',
    { entity_id: nobody, at: 'then' },
    'VALIDATION_ERROR',
    /at must be .* ISO 8601/,
  ],
  [
    'a time of the year 0',
    'list_timeline_events',
    { after_date: '0000-01-01' },
    'VALIDATION_ERROR',
    /ISO 8601/,
  ],
  ['an id that is none', 'get_entity_snapshot', { entity_id: 'ent_1' }, 'VALIDATION_ERROR', /24 hexadecimal/],
  ['a cursor that is none', 'retrieve_entities', { cursor: 'x' }, 'VALIDATION_ERROR', /cursor/],
  [
    'an unknown relationship',
    'create_relationship',
    { relationship_type: 'LOVES', source_entity_id: nobody, target_entity_id: nobody },
    'INVALID_RELATIONSHIP_TYPE',
    /PART_OF/,
  ],
  ['a search for nothing', 'search_truth', { query: '?!' }, 'VALIDATION_ERROR', /letter or a digit/],
  [
    'a source that is not there',
    'reinterpret',
    { source_id: nothing(), interpretation_config: {} },
    'SOURCE_NOT_FOUND',
    /not found/,
  ],
]

/** Files that are kept, whatever they contain, and the text of the note about them. */
const hostile: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
  ['a bomb of an archive', zipOf({ 'word/document.xml': Buffer.alloc(160 * 1024 * 1024) }), /128 MB/],
  ['a bomb of a PDF', pdfBomb(), /128 MB/],
  ['entities of XML', laughs(), /not expanded/],
  ['mails in mails', nestedMail(300), /too deep/],
]

/** Files with NUL bytes and halves of characters, which must still be read. */
const odd: readonly (readonly [string, string])[] = [
  ['JSON', '{"contacts":[{"fullName":"A\\u0000B \\ud800","email":"a@example.org","\\u0000":"x"}]}'],
  ['a table', 'date,amount,description\n2026-01-31,5.00,Tea\0 \n'],
  ['a card', 'BEGIN:VCARD\nVERSION:3.0\nFN:A\0B\nEMAIL:a@example.org\nEND:VCARD\n'],
  ['a text', 'Remember\0 the milk'],
  [
    'a mailbox',
    'From a@example.org Thu Jan  1 00:00:00 2026\nFrom: a@example.org\nSubject: x\nMessage-ID: <1@example.org>\n\nA\0B\n',
  ],
  [
    'a calendar of the year 0',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:x\r\nDTSTART:00000101\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ],
]

describe.each(available)('on %s', (engine) => {
  let host: TestHost
  beforeAll(async () => {
    host = await openTestHost(engine, [truth])
  })
  afterAll(() => host[Symbol.asyncDispose]())
  afterEach(async () => {
    // The process is alive: otherwise this call fails.
    await new Teller(await host.user()).call('ingest', person({ full_name: 'Still here' }))
  })

  test.each(refused)(
    '[TR195] %s is refused, says what to do and writes nothing',
    async (_what, tool, input, code, says) => {
      const user = await host.user()
      const { isError, body } = await user.call(tool, input)

      expect({ isError, body }).toMatchObject({
        isError: true,
        body: { error: { code, message: expect.stringMatching(says) } },
      })
      expect(await host.host.userData.summary(user.id)).toEqual([])
    },
  )

  test('[TR196] a cycle of relationships is refused, however long, and when two concurrent calls would close it', async () => {
    const api = new Teller(await host.user())
    const titles = Array.from({ length: 12 }, (_, index) => ({ entity_type: 'task', title: `Step ${index}` }))
    const { receipt } = await api.call<{ receipt: { created: string[] } }>('ingest', { entities: titles })
    const all = (await api.call<{ entities: { id: string }[] }>('retrieve_entities')).entities.map(
      ({ id }) => id,
    )
    expect(receipt.created.length).toBeLessThanOrEqual(all.length)
    const relate = (from: number, to: number) =>
      api.attempt('create_relationship', {
        relationship_type: 'DEPENDS_ON',
        source_entity_id: all[from],
        target_entity_id: all[to],
      })
    for (let step = 0; step < 9; step += 1) await relate(step, step + 1)

    expect(await relate(0, 0)).toEqual({ code: 'CYCLE_DETECTED' })
    expect(await relate(9, 0)).toEqual({ code: 'CYCLE_DETECTED' })
    const both = await Promise.all([relate(10, 11), relate(11, 10)])
    expect(both.filter(({ code }) => code === 'CYCLE_DETECTED')).toHaveLength(1)
  })
})

describe('on one store', { timeout: 180_000 }, () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openTestHost(quickEngine(), [truth], { bodyLimitBytes: 80 * 1024 * 1024 })
  })
  afterAll(() => host[Symbol.asyncDispose]())

  test.each(hostile)('[TR198] %s is kept and not unpacked', async (_what, content, says) => {
    const api = new Teller(await host.user())
    const answer = await api.call<{ interpretation: { notes: string[] } }>(
      'ingest',
      file(content, 'image/png'),
    )

    expect(answer.interpretation.notes.join()).toMatch(says)
    expect(await api.call('search_truth', { query: 'anything' })).toMatchObject({ total: 0 })
  })

  test.each(odd)(
    '[TR197] %s with bytes that the store does not take is kept and read',
    async (_what, content) => {
      const user = await host.user()
      const { isError, body } = await user.call('ingest', file(content))

      expect({ isError, body }).toMatchObject({ isError: false, body: { deduplicated: false } })
      expect(body).not.toMatchObject({ interpretation: { status: 'failed' } })
    },
  )

  test('[TR920] 50 MB and one byte are FILE_TOO_LARGE', async () => {
    const user = await host.user()
    const file_content = Buffer.alloc(50 * 1024 * 1024 + 1).toString('base64')
    const { body } = await user.call('ingest', { file_content, mime_type: 'text/plain' })

    expect(body).toMatchObject({
      error: { code: 'FILE_TOO_LARGE', details: { max_size_bytes: 52_428_800, file_size_bytes: 52_428_801 } },
    })
    expect(await host.host.userData.summary(user.id)).toEqual([])
  })
})

function nothing(): string {
  return '00000000-0000-4000-8000-000000000000'
}

function pdfBomb(): Uint8Array {
  return samples.pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    samples.streamOf(Buffer.alloc(160 * 1024 * 1024)),
  ])
}

function laughs(): string {
  const entities = Array.from(
    { length: 30 },
    (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "ha">${entities.join('')}]>\n${samples.ublXml.replace('Fjäll AB', '&e30;')}`
}

function nestedMail(depth: number): string {
  let mail = 'From: a@example.org\nSubject: core\n\nhi\n'
  for (let level = 0; level < depth; level += 1)
    mail = `From: a@example.org\nSubject: ${level}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\nContent-Type: message/rfc822\n\n${mail}\n--b${level}--\n`
  return mail
}
