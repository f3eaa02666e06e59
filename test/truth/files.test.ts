import { expect, test } from 'vitest'
import { onEachEngine, type Ingested } from './open-truth.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

onEachEngine((installation) => {
  test('[TR20] [TF11] a file is kept once, and a text becomes a note', async () => {
    const ann = await installation().person()
    const file = {
      file_content: base64('Remember the milk'),
      mime_type: 'text/plain',
      original_filename: 'list.txt',
    }
    const first = await ann.call<Ingested>('ingest', file)
    expect(first).toMatchObject({
      deduplicated: false,
      file_size: 17,
      interpretation: { entities_created: 1 },
    })
    const { snapshot } = await ann.snapshot(first.receipt.created[0]!)
    expect(snapshot).toEqual({ title: 'list.txt', text: 'Remember the milk' })
    expect(await ann.call('ingest', file)).toMatchObject({
      source_id: first.source_id,
      deduplicated: true,
      interpretation: { run_id: first.interpretation.run_id, observations_created: 0 },
    })
  })

  test('[TR21] [TR909] a file that is not interpreted is kept, and can be interpreted later', async () => {
    const ann = await installation().person()
    const kept = await ann.call<Ingested>('ingest', {
      file_content: base64('A thought'),
      mime_type: 'text/plain',
      interpret: false,
    })
    expect(kept.interpretation).toBeNull()
    const run = await ann.call('reinterpret', { source_id: kept.source_id, interpretation_config: {} })
    expect(run).toMatchObject({ source_id: kept.source_id, entities_created: 1, observations_created: 1 })
    const again = await ann.call('reinterpret', {
      source_id: kept.source_id,
      interpretation_config: { code_version: '2' },
    })
    expect(again).toMatchObject({ entities_created: 0, observations_created: 1 })
    expect(await ann.call('retrieve_entities')).toMatchObject({
      total: 1,
      entities: [{ observation_count: 1 }],
    })
  })

  test('[TR513] what was known before a newer run is read from the observations that it replaced', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const { source_id } = await ann.call<Ingested>('ingest', {
      file_content: base64('A thought'),
      mime_type: 'text/plain',
    })
    const { entities } = await ann.call<{ entities: { id: string }[] }>('retrieve_entities')
    const snapshot = (more: object) =>
      ann.call<{ provenance: object }>('get_entity_snapshot', { entity_id: entities[0]!.id, ...more })
    const known_at = clock.now().toISOString()
    const before = await snapshot({ known_at })
    clock.advance('1s')
    await ann.call('reinterpret', { source_id, interpretation_config: { code_version: '2' } })
    expect(await snapshot({ known_at })).toEqual(before)
    expect(await snapshot({ known_at, at: known_at })).toEqual(before)
    expect((await snapshot({})).provenance).not.toEqual(before.provenance)
    expect((await snapshot({ known_at: clock.now().toISOString() })).provenance).toEqual(
      (await snapshot({})).provenance,
    )
  })

  test('[TR22] content that is not a file is refused with the contract’s code', async () => {
    const ann = await installation().person()
    const file = { mime_type: 'text/plain' }
    expect(await ann.refusal('ingest', { ...file, file_content: '!!!!' })).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await ann.refusal('ingest', { ...file, file_content: '' })).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await ann.refusal('ingest', {})).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await ann.refusal('ingest', { file_content: base64('x') })).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('[TR23] [TF2] a file is read in a process of its own, and each field keeps its place in the file', async () => {
    const ann = await installation().person()
    const csv = 'date;description;amount;currency\n2026-03-01;Coffee;-3,20;EUR\n2026-03-02;Rent;-900,00;EUR\n'
    const { receipt, interpretation } = await ann.call<Ingested>('ingest', {
      file_content: base64(csv),
      mime_type: 'text/csv',
      original_filename: 'march.csv',
    })
    expect(interpretation).toMatchObject({ entities_created: 2, observations_created: 2 })
    const snapshots = await Promise.all(receipt.created.map((id) => ann.snapshot(id)))
    expect(new Set(snapshots.map(({ snapshot }) => snapshot['amount']))).toEqual(new Set([-3.2, -900]))
    const trace = await ann.call('get_field_provenance', { entity_id: receipt.created[0], field: 'amount' })
    expect(trace).toMatchObject({
      span: { kind: 'cell' },
      source_material: { original_filename: 'march.csv' },
    })
  })
})
