import { expect, test } from 'vitest'
import { onEachEngine, type Ingested } from './open-truth.ts'

onEachEngine((installation) => {
  test('[TR1] [TR900] a stated fact is kept with its source, and every field walks back to it', async () => {
    const ann = await installation().person()
    const { receipt, source_id, interpretation } = await ann.state({
      entity_type: 'invoice',
      invoice_number: 'INV-001',
      seller_name: 'Acme GmbH',
      total_amount: 100,
      invoice_date: '2026-01-05',
    })
    expect(interpretation).toMatchObject({ entities_created: 1, observations_created: 1 })
    const [id] = receipt.created
    const { snapshot, provenance } = await ann.snapshot(id!)
    expect(snapshot).toEqual({
      invoice_date: '2026-01-05',
      invoice_number: 'INV-001',
      seller_name: 'Acme GmbH',
      total_amount: 100,
    })
    const trace = await ann.call('get_field_provenance', { entity_id: id, field: 'total_amount' })
    expect(trace).toMatchObject({
      value: 100,
      source_observation: { id: provenance['total_amount'], source_id },
      source_material: { id: source_id, mime_type: 'application/json' },
      span: { kind: 'json', pointer: '/entities/0/total_amount', text: '100' },
    })
    const timeline = await ann.call('list_timeline_events')
    expect(timeline).toMatchObject({
      total: 1,
      events: [
        {
          event_type: 'InvoiceIssued',
          event_timestamp: '2026-01-05T00:00:00.000Z',
          source_id,
          entity_ids: [id],
        },
      ],
    })
  })

  test('[TR2] the same content twice is kept once', async () => {
    const ann = await installation().person()
    const first = await ann.state({ entity_type: 'note', title: 'Milk', text: 'Buy milk' })
    const again = await ann.state({ entity_type: 'note', title: 'Milk', text: 'Buy milk' })
    expect(again).toMatchObject({
      source_id: first.source_id,
      deduplicated: true,
      interpretation: { entities_created: 0, observations_created: 0 },
    })
  })

  test('[TR3] a name joins the one entity that carries it, and stands alone once two do', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const acme = (await ann.state({ entity_type: 'company', name: 'Acme GmbH', vat_id: 'DE 123' })).receipt
      .created[0]!
    clock.advance('1s')
    const { receipt } = await ann.state({ entity_type: 'company', name: 'ACME', city: 'Berlin' })
    expect(receipt).toMatchObject({ created: [], matched: [{ entity_id: acme, matched_by: 'name' }] })
    expect((await ann.snapshot(acme)).snapshot).toMatchObject({
      city: 'Berlin',
      name: 'ACME',
      vat_id: 'DE 123',
    })

    clock.advance('1s')
    const other = await ann.state({ entity_type: 'company', name: 'Acme', vat_id: 'FR 9' })
    expect(other.receipt.created).toHaveLength(1)
    expect(other.receipt.changed).toContainEqual(
      expect.objectContaining({ field: 'city', from: 'Berlin', to: null }),
    )
    const found = await ann.call<{ total: number }>('get_entity_by_identifier', { identifier: 'acme' })
    expect(found.total).toBe(3)
  })

  test('[TR555] at a time after which nothing was learned, an entity is as it is now', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const at = () => clock.now().toISOString()
    const acme = (await ann.state({ entity_type: 'company', name: 'Kolb GmbH', vat_id: 'DE 555' })).receipt
      .created[0]!
    clock.advance('1s')
    await ann.state({ entity_type: 'company', name: 'KOLB', city: 'Ulm' })
    clock.advance('1s')
    const before = at()
    const then = { entity_id: acme, at: before }
    expect(await ann.call('get_entity_snapshot', then)).toEqual(await ann.snapshot(acme))

    clock.advance('1s')
    // The name now stands for neither of them. It did not then, though nothing was said of the first one since.
    await ann.state({ entity_type: 'company', name: 'Kolb', vat_id: 'FR 555' })
    expect((await ann.snapshot(acme)).snapshot).not.toHaveProperty('city')
    expect(await ann.call('get_entity_snapshot', then)).toMatchObject({ snapshot: { city: 'Ulm' } })
    clock.advance('1s')
    const now = await ann.call<{ snapshot: object }>('get_entity_snapshot', { entity_id: acme, at: at() })
    expect(now.snapshot).toEqual((await ann.snapshot(acme)).snapshot)
  })

  test('[TR4] [TR901] a correction counts above every later source, and can be corrected again', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const id = (await ann.state({ entity_type: 'person', email: 'bo@example.com', full_name: 'Bo' })).receipt
      .created[0]!
    const correct = (value: unknown) =>
      ann.call('correct', { entity_id: id, entity_type: 'person', field: 'full_name', value })
    clock.advance('1s')
    await correct('Bo Berg')
    clock.advance('1s')
    await ann.state({ entity_type: 'person', email: 'bo@example.com', full_name: 'Bobby' })
    expect((await ann.snapshot(id)).snapshot).toMatchObject({ full_name: 'Bo Berg' })
    await correct('B. Berg')
    await correct('Bo Berg')
    expect((await ann.snapshot(id)).snapshot).toMatchObject({ full_name: 'Bo Berg' })
    const trace = await ann.call('get_field_provenance', { entity_id: id, field: 'full_name' })
    expect(trace).toMatchObject({
      source_observation: { is_correction: true, source_priority: 1000 },
      losing_values_total: 4,
    })
    await correct(null)
    expect((await ann.snapshot(id)).snapshot).not.toHaveProperty('full_name')
  })

  test('[TR5] [TR902] [TR903] a merge joins two entities, keeps both ids working, and is undone exactly', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const a = (await ann.state({ entity_type: 'company', name: 'Blue Ltd', city: 'Paris' })).receipt
      .created[0]!
    clock.advance('1s')
    const b = (await ann.state({ entity_type: 'company', name: 'Blau', country: 'FR' })).receipt.created[0]!
    const before = [await ann.snapshot(a), await ann.snapshot(b)]
    const mid = installation().clock.now().toISOString()
    clock.advance('1s')
    expect(await ann.call('merge_entities', { from_entity_id: a, to_entity_id: b })).toMatchObject({
      observations_moved: 1,
    })
    expect(await ann.snapshot(a)).toMatchObject({ entity_id: b, snapshot: { city: 'Paris', country: 'FR' } })
    expect(await ann.snapshot(a, { at: mid })).toEqual(before[0])
    expect(await ann.refusal('merge_entities', { from_entity_id: a, to_entity_id: b })).toMatchObject({
      code: 'ENTITY_ALREADY_MERGED',
    })
    clock.advance('1s')
    await ann.call('unmerge_entities', { entity_id: a })
    expect([await ann.snapshot(a), await ann.snapshot(b)]).toEqual(before)
  })

  test('[TR199] a merge that was undone can be made again within the same millisecond', async () => {
    const ann = await installation().person()
    const { created } = (
      await ann.state({ entity_type: 'company', name: 'Red Ltd' }, { entity_type: 'company', name: 'Rot' })
    ).receipt
    const merge = { from_entity_id: created[0], to_entity_id: created[1] }
    for (let round = 0; round < 3; round += 1) {
      await ann.call('merge_entities', merge)
      expect(await ann.snapshot(created[0]!)).toMatchObject({ entity_id: created[1] })
      await ann.call('unmerge_entities', { entity_id: created[0] })
    }
    expect(await ann.snapshot(created[0]!)).toMatchObject({ entity_id: created[0] })
  })

  test('[TR6] a relationship that closes a circle of its type is refused', async () => {
    const ann = await installation().person()
    const ids = (
      await ann.state(
        { entity_type: 'task', title: 'One' },
        { entity_type: 'task', title: 'Two' },
        { entity_type: 'task', title: 'Three' },
      )
    ).receipt.created
    const relate = (relationship_type: string, from: number, to: number) => ({
      relationship_type,
      source_entity_id: ids[from],
      target_entity_id: ids[to],
    })
    await ann.call('create_relationship', relate('PART_OF', 0, 1))
    await ann.call('create_relationship', relate('PART_OF', 1, 2))
    expect(await ann.refusal('create_relationship', relate('PART_OF', 2, 0))).toMatchObject({
      code: 'CYCLE_DETECTED',
    })
    await ann.call('create_relationship', relate('REFERS_TO', 2, 0))
    expect(await ann.refusal('create_relationship', relate('LOVES', 2, 0))).toMatchObject({
      code: 'INVALID_RELATIONSHIP_TYPE',
    })
    const walk = await ann.call('get_related_entities', {
      entity_id: ids[0],
      max_hops: 2,
      direction: 'outbound',
    })
    expect(walk).toMatchObject({ total_entities: 2, total_relationships: 2, truncated: false })
  })

  test('[TR7] an erased source is gone, with every fact, key and link that rests on it alone', async () => {
    const ann = await installation().person()
    const first = await ann.state({ entity_type: 'person', email: 'cy@example.com', full_name: 'Cy' })
    const second = await ann.state({
      entity_type: 'person',
      emails: ['cy@example.com', 'c@example.org'],
      title: 'Dr',
    })
    const id = first.receipt.created[0]!
    expect(await ann.snapshot(id)).toMatchObject({ snapshot: { title: 'Dr' }, observation_count: 2 })

    await ann.call('erase_source', { source_id: second.source_id })
    expect(await ann.snapshot(id)).toMatchObject({ snapshot: { email: 'cy@example.com', full_name: 'Cy' } })
    expect(await ann.call('get_entity_by_identifier', { identifier: 'c@example.org' })).toMatchObject({
      total: 0,
    })

    await ann.call('erase_source', { source_id: first.source_id })
    expect(await ann.refusal('get_entity_snapshot', { entity_id: id })).toMatchObject({
      code: 'ENTITY_NOT_FOUND',
    })
    expect(await ann.call('retrieve_entities')).toMatchObject({ total: 0, entities: [] })
  })

  test('[TR8] a value that does not fit its field refuses the whole call', async () => {
    const ann = await installation().person()
    const refusal = await ann.refusal('ingest', {
      entities: [
        { entity_type: 'note', title: 'Fine' },
        { entity_type: 'invoice', invoice_number: '1', invoice_date: '2026-02-30' },
      ],
    })
    expect(refusal).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'entities[1].invoice_date must be a day as YYYY-MM-DD',
    })
    expect(
      await ann.refusal('ingest', { entities: [{ entity_type: 'spaceship', name: 'x' }] }),
    ).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await ann.call('retrieve_entities')).toMatchObject({ total: 0 })
  })

  test('[P242] a list or an object is also read from its JSON text', async () => {
    const ann = await installation().person()
    const note = JSON.stringify({ entity_type: 'note', title: '[1] {2}' })
    const first = await ann.call<Ingested>('ingest', { entities: ` [${note}]` })
    expect(await ann.snapshot(first.receipt.created[0] ?? '')).toMatchObject({
      snapshot: { title: '[1] {2}' },
    })
    expect(await ann.call('ingest', { entities: [note] })).toMatchObject({
      source_id: first.source_id,
      deduplicated: true,
    })
    for (const entities of ['[{', 'note', '{}', '['.repeat(200) + ']'.repeat(200), ['{"entity_type":']])
      expect(await ann.refusal('ingest', { entities })).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('[TR618] a long text with characters of two halves is kept, wherever it is cut', async () => {
    const ann = await installation().person()
    for (const before of [98, 197, 198, 199]) {
      const text = `${'x'.repeat(before)}${'😀'.repeat(60)}`
      const { receipt } = await ann.state({ entity_type: 'note', title: text, text })
      const entity_id = receipt.created[0] ?? ''
      expect(await ann.snapshot(entity_id)).toMatchObject({ snapshot: { title: text, text } })
      const corrected = { entity_id, entity_type: 'note', field: 'text', value: `y${text}` }
      expect(JSON.stringify(await ann.call('correct', corrected))).not.toMatch(/\\ud[89a-f]/)
      const file_content = Buffer.from(`${text}\n\n${text}`).toString('base64')
      const file = { file_content, mime_type: 'text/plain', original_filename: `${before}.txt` }
      expect(await ann.call('ingest', file)).toMatchObject({ interpretation: { observations_created: 1 } })
    }
  })

  test('[TR615] [TR904] a receipt names what was said under a name that the type does not have', async () => {
    const ann = await installation().person()
    const { receipt } = await ann.call<{ receipt: { created: string[]; unknown_fields?: unknown } }>(
      'ingest',
      {
        entities: [{ entity_type: 'invoice', invoice_number: '1', vendor: 'Acme', colour: 'red' }],
      },
    )
    expect(receipt.unknown_fields).toEqual([
      {
        entity_type: 'invoice',
        fields: ['vendor', 'colour'],
        next: expect.stringContaining('list_entity_types {"entity_type":"invoice"}'),
      },
    ])
    const trace = { entity_id: receipt.created[0], field: 'vendor' }
    const refusal = await ann.refusal('get_field_provenance', trace)
    expect(refusal.code).toBe('FIELD_NOT_FOUND')
    expect(refusal.message).toMatch(/^invoice has no such field/)
    const fits = await ann.call<{ receipt: object }>('ingest', {
      entities: [{ entity_type: 'invoice', invoice_number: '1', seller_name: 'Acme' }],
    })
    expect(Object.keys(fits.receipt)).not.toContain('unknown_fields')
  })

  test('[TR9] [TR905] two people with the same facts never meet', async () => {
    const { person } = installation()
    const [ann, bob] = [await person(), await person()]
    const fact = { entity_type: 'company', name: 'Shared', vat_id: 'X1' }
    const id = (await ann.state(fact)).receipt.created[0]!
    expect(await bob.refusal('get_entity_snapshot', { entity_id: id })).toMatchObject({
      code: 'ENTITY_NOT_FOUND',
    })
    const his = await bob.state({ ...fact, city: 'Rome' })
    expect(his).toMatchObject({ deduplicated: false, receipt: { created: [id] } })
    expect((await ann.snapshot(id)).snapshot).not.toHaveProperty('city')
    expect(await ann.refusal('ingest', { user_id: bob.user.id, entities: [fact] })).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })
})
