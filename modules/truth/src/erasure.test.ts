import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, servers } from '../../../test/environment/index.ts'
import { engines, openTestHost, type Engine } from '../../../test/environment/test-host.ts'
import { truth } from './index.ts'
import { unzip } from './interpretation/zip.ts'
import { Inspector } from './test-log.ts'
import { Teller } from './test-people.ts'
import { filesHolding, tablesHolding } from './test-traces.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
/** Long enough for a busy machine. */
const soon = { timeout: 60_000 }

async function open(engine: Engine) {
  const inspector = new Inspector()
  const database = engine === 'postgres' ? await createDatabase() : undefined
  const place =
    database === undefined ? {} : { store: { kind: 'postgres', url: database.url, poolSize: 5 } as const }
  const host = await openTestHost(engine, [truth, inspector.module], place)
  onTestFinished(async () => {
    await host[Symbol.asyncDispose]()
    await database?.drop()
  })
  return { host, inspector, database }
}

describe.each(available)('on %s', { timeout: 180_000 }, (engine) => {
  test('[TR191] [S191] [S918] no word of an erased source is left in rows, search, kept answers, exports or files of the store', async () => {
    const { host, inspector, database } = await open(engine)
    const marker = `zqx${randomBytes(8).toString('hex')}`
    const ann = await host.user()
    const api = new Teller(ann)
    const tables = () => tablesHolding(inspector.ports, marker)
    const files = async () => [
      ...filesHolding(host.options.dataFolder, marker),
      ...(database === undefined ? [] : await relationsHolding(database.adminUrl, marker)),
    ]
    const exported = async () => {
      const zip = unzip(await host.host.userData.export(ann.id))
      return [...zip].filter(([, bytes]) => Buffer.from(bytes).includes(marker)).map(([name]) => name)
    }

    const sources = await plant(api, marker)
    expect(await tables()).toEqual(
      expect.arrayContaining(['truth_sources', 'truth_snapshots', 'idempotency_keys']),
    )
    expect(await files()).not.toEqual([])
    expect(await exported()).not.toEqual([])

    for (const [index, source_id] of sources.entries())
      await api.call('erase_source', { source_id, idempotency_key: `erase ${index}` })
    expect(await tables()).toEqual([])
    expect(await api.call('search_truth', { query: marker })).toMatchObject({ total: 0 })
    await expect.poll(exported, soon).toEqual([])

    host.clock.advance('2h')
    await expect.poll(() => jobStates(host.host, 'host.purge'), soon).toEqual(['done'])
    expect(await files()).toEqual([])
    // Facts from other sources are still there.
    expect(await api.call('get_entity_by_identifier', { identifier: 'ann@example.org' })).toMatchObject({
      total: 1,
    })
    expect(await inspector.differencesFromLog({ userId: ann.id })).toEqual([])
  })

  test('[S192] an idempotency key whose answer was removed is still used', async () => {
    const { host } = await open(engine)
    const api = new Teller(await host.user())
    const stated = { entities: [{ entity_type: 'note', title: 'Once' }], idempotency_key: 'the key' }
    const { source_id } = await api.call<{ source_id: string }>('ingest', stated)

    await api.call('erase_source', { source_id, idempotency_key: 'the other' })

    expect(await api.attempt('ingest', stated)).toEqual({ code: 'CONFLICT' })
    expect(await api.call('retrieve_entities')).toMatchObject({ total: 0 })
    const again = await api.call('erase_source', { source_id, idempotency_key: 'the other' })
    expect(again).toMatchObject({ observations_erased: 1 })
  })

  test('[TR192] [TR906] a file is deleted with its source, and can be ingested again', async () => {
    const { host, inspector } = await open(engine)
    const ann = await host.user()
    const api = new Teller(ann)
    const file = {
      file_content: Buffer.from('a thought').toString('base64'),
      mime_type: 'text/plain',
      interpret: false,
    }
    const first = await api.call<{ source_id: string; content_hash: string }>('ingest', file)
    const size = () => inspector.ports.blobs.size({ userId: ann.id }, first.content_hash)

    await api.call('erase_source', { source_id: first.source_id })
    await expect.poll(size, soon).toBeUndefined()
    expect(await api.call('ingest', file)).toMatchObject({ deduplicated: false })
    expect(await size()).toBe(9)
    await expect.poll(() => jobStates(host.host, 'truth.delete-file'), soon).toEqual(['done'])
    expect(await size()).toBe(9)
  })
})

/** Puts the word into every kind of source, and returns the sources. */
async function plant(api: Teller, marker: string): Promise<readonly string[]> {
  const known = { entity_type: 'person', email: 'ann@example.org', full_name: 'Ann Lee' }
  await api.call('ingest', { entities: [known] })
  const ingest = (input: object) =>
    api.call<{ source_id: string; receipt: { created: string[] } }>('ingest', input)
  const stated = await ingest({
    idempotency_key: 'stated',
    entities: [
      { ...known, title: marker, nickname: marker },
      { entity_type: 'company', name: `${marker} Ltd`, vat_id: marker, founded: '2001-02-03' },
      { entity_type: 'company', name: 'Other', notes: marker },
    ],
    provenance: { extractor_version: '1', extracted_at: '2026-01-01', agent_id: marker },
  })
  const file = await ingest({
    idempotency_key: 'file',
    file_content: Buffer.from(`Remember ${marker}\n\n${'and more '.repeat(2000)}${marker}`).toString(
      'base64',
    ),
    mime_type: 'text/plain',
    original_filename: `${marker}.txt`,
  })
  const [a, b] = stated.receipt.created
  await api.call('create_relationship', {
    relationship_type: 'REFERS_TO',
    source_entity_id: a,
    target_entity_id: b,
    metadata: { note: marker },
  })
  await api.call('merge_entities', {
    from_entity_id: a,
    to_entity_id: b,
    merge_reason: marker,
    idempotency_key: 'merge',
  })
  return [stated.source_id, file.source_id]
}

async function jobStates(
  host: { jobs: { list(): Promise<readonly { name: string; state: string }[]> } },
  name: string,
) {
  return (await host.jobs.list()).filter((job) => job.name === name).map(({ state }) => state)
}

/** Tables and indexes whose files on the server's disk contain the text. */
async function relationsHolding(adminUrl: string, text: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('checkpoint')
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'i', 't', 'm') and not relisshared
        and position(convert_to($1, 'UTF8') in coalesce(pg_read_binary_file(pg_relation_filepath(oid), 0, 100000000, true), '')) > 0`,
      [text],
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
