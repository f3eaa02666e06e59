import { expect, test } from 'vitest'
import { onEachEngine, type Ingested, type Person } from './open-truth.ts'

const invoice =
  'INVOICE\nInvoice number: RE-2026/77\nInvoice date: 2026-02-03\nTotal: EUR 119.00\nMüller Brewery'

const johanna = {
  entity_type: 'contact',
  full_name: 'Johanna Lindqvist',
  email: 'johanna@one.example',
  phone: '+46 8 123 456 78',
  birthday: '1981-04-17',
  address: '12 Harbour Street, Malmö',
}

interface Shown {
  readonly text: string
  readonly mark?: [start: number, end: number]
  readonly page?: number
  readonly before: number
  readonly after: number
}

interface Trace {
  readonly value: unknown
  readonly source_observation: { readonly id: string; readonly source_id: string }
  readonly losing_values: readonly { readonly value: unknown; readonly reason: string }[]
}

async function read<Answer>({ user }: Person, path: string): Promise<Answer> {
  const response = await user.api('GET', `/api/truth/${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** The text of a source with the value of a field marked. */
async function shown(person: Person, entityId: string, field: string): Promise<Shown> {
  const trace = await read<Trace>(person, `entities/${entityId}/fields/${field}`)
  const { id, source_id: sourceId } = trace.source_observation
  return (await read<{ text: Shown }>(person, `sources/${sourceId}?observation_id=${id}&field=${field}`)).text
}

function markedIn({ text, mark }: Shown): string | undefined {
  return mark && text.slice(...mark)
}

onEachEngine((installation) => {
  const nobody = () => installation().person({ path: '' })

  test('[TR341] [TR928] [TR929] entities are counted by type, listed page by page and found by words', async () => {
    const ann = await nobody()
    await stating(
      ann,
      ...['Ada', 'Bea', 'Cleo'].map((name) => ({ entity_type: 'company', name: `${name} Works` })),
      { entity_type: 'person', name: 'Dora Works' },
    )
    expect(await read(ann, 'types')).toEqual({
      types: [
        { entity_type: 'company', total: 3 },
        { entity_type: 'person', total: 1 },
      ],
    })
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { entities: { canonical_name: string }[]; next_cursor: string | null } = await read(
        ann,
        `entities?entity_type=company&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      names.push(...page.entities.map((one) => one.canonical_name))
      cursor = page.next_cursor
    }
    expect(names.toSorted()).toEqual(['Ada Works', 'Bea Works', 'Cleo Works'])
    expect(await read(ann, 'search?query=cleo')).toMatchObject({
      entities: [{ canonical_name: 'Cleo Works' }],
      sources: [],
    })
  })

  test('[TR342] [TR343] an entity has the source of each field and the values that lost, now and as it was', async () => {
    const { clock } = installation()
    const ann = await nobody()
    const [id] = (
      await stating(ann, { entity_type: 'company', name: 'Acme', vat_id: 'DE811111111', city: 'Ulm' })
    ).receipt.created
    const before = clock.now().toISOString()
    clock.advance('1h')
    await stating(ann, { entity_type: 'company', name: 'Acme', vat_id: 'DE811111111', city: 'Bonn' })
    clock.advance('1h')
    await post(ann, 'correct', { entity_id: id, entity_type: 'company', field: 'city', value: 'Köln' })

    const fieldOf = async (search = '') => {
      const page = await read<{ fields: { field: string }[] }>(ann, `entities/${id}${search}`)
      return page.fields.find(({ field }) => field === 'city')
    }
    expect(await fieldOf()).toMatchObject({ value: 'Köln', source_kind: 'correction', other_values: 2 })
    expect(await fieldOf(`?known_at=${before}`)).toMatchObject({ value: 'Ulm', other_values: 0 })
    expect(await read(ann, `entities/${id}`)).toMatchObject({
      canonical_name: 'Acme',
      observation_count: 3,
      empty_fields: expect.arrayContaining([{ field: 'country', type: 'text' }]),
      learned_at: [expect.any(String), expect.any(String), expect.any(String)],
    })
    const trace = await read<Trace>(ann, `entities/${id}/fields/city`)
    expect(trace.losing_values).toEqual([
      expect.objectContaining({ value: 'Bonn', reason: 'replaced by a correction' }),
      expect.objectContaining({ value: 'Ulm', reason: 'replaced by a correction' }),
    ])
    expect(await read(ann, `entities/${id}/fields/city?known_at=${before}`)).toMatchObject({ value: 'Ulm' })
    const early = await ann.user.api('GET', `/api/truth/entities/${id}?at=1999-01-01`)
    expect([early.status, await early.json()]).toMatchObject([404, { error: { code: 'ENTITY_NOT_FOUND' } }])
  })

  test('[TR344] [TR931] the text of a source is shown with the value marked', async () => {
    const ann = await nobody()
    const long = `${invoice.replace('/77', '/78')}\n${'Words after it. '.repeat(3000)}`
    for (const text of [invoice, long]) {
      const { body } = await ann.upload<Ingested>(text, { 'content-type': 'text/plain' })
      const part = await shown(ann, body.receipt.created[0]!, 'invoice_number')
      expect(markedIn(part)).toMatch(/^RE-2026\/7[78]$/)
      expect(part.before + part.text.length + part.after).toBe(text.length)
      expect(part.text.length).toBeLessThanOrEqual(20_000)
    }
    const stated = await stating(ann, { entity_type: 'company', name: 'Twice "a/b"', city: 'Twice' })
    expect(markedIn(await shown(ann, stated.receipt.created[0]!, 'name'))).toBe('"Twice \\"a/b\\""')
    const table =
      'full_name;phone;email\nAda Quispe;0731 123456;ada@acme.example\nBea Mamani;0731 123456;bea@acme.example\n'
    const { body } = await ann.upload<Ingested>(table, { 'content-type': 'text/csv' })
    const [first] = body.receipt.created
    expect(markedIn(await shown(ann, first!, 'email'))).toMatch(/^(?:ada|bea)@acme\.example$/)
    // It stands there twice, so nobody can say which one is meant.
    expect(markedIn(await shown(ann, first!, 'phone'))).toBe(undefined)
  })

  test('[TR345] a source tells beforehand what erasing it takes along', async () => {
    const ann = await nobody()
    const acme = { entity_type: 'company', name: 'Acme', vat_id: 'DE811111111' }
    await stating(ann, acme)
    const { source_id: sourceId } = await stating(
      ann,
      { ...acme, city: 'Ulm' },
      { entity_type: 'company', name: 'Only here' },
    )
    const { erasing } = await read<{ erasing: { observations: number } }>(ann, `sources/${sourceId}`)
    expect(erasing).toEqual({
      observations: 2,
      entities_gone: 1,
      names: ['Only here'],
      entities_changed: 1,
    })
    expect(await post(ann, 'erase_source', { source_id: sourceId })).toMatchObject({
      observations_erased: erasing.observations,
    })
    expect(await read(ann, 'types')).toEqual({ types: [{ entity_type: 'company', total: 1 }] })
    expect((await ann.user.api('GET', `/api/truth/sources/${sourceId}`)).status).toBe(404)
  })

  test('[TR346] [TR932] pairs that may be the same are listed; a merge is listed until it is taken back', async () => {
    const ann = await nobody()
    const one = (await stating(ann, johanna)).receipt.created[0]!
    const twin = { ...johanna, full_name: 'Johana Lindqvist', email: 'jl@two.example' }
    const two = (await stating(ann, twin)).receipt.created[0]!
    const { pairs } = await read<{ pairs: { entity: { id: string }; other: { id: string } }[] }>(
      ann,
      'duplicates',
    )
    expect(pairs.map(({ entity, other }) => [entity.id, other.id].toSorted())).toEqual([
      [one, two].toSorted(),
    ])
    expect(pairs[0]).toMatchObject({
      probability: expect.any(Number),
      why: expect.arrayContaining([
        { field: 'phone', bits: expect.any(Number), values: ['+46 8 123 456 78', '+46 8 123 456 78'] },
      ]),
    })
    await post(ann, 'merge_entities', { from_entity_id: two, to_entity_id: one, merge_reason: 'One person' })
    const merge = {
      from_entity_id: two,
      from_name: 'Johana Lindqvist',
      into: { id: one },
      merge_reason: 'One person',
    }
    expect(await read(ann, 'merges')).toMatchObject({ merges: [merge] })
    expect(await read(ann, `entities/${one}`)).toMatchObject({ merged: [merge], possible_duplicates: [] })
    expect(await read(ann, 'duplicates')).toEqual({ pairs: [], next_cursor: null })
    await post(ann, 'unmerge_entities', { entity_id: two })
    expect(await read(ann, 'merges')).toEqual({ merges: [] })
  })

  test('[TR347] [TR935] what is around an entity, and its dated events', async () => {
    const ann = await nobody()
    const { receipt } = await stating(
      ann,
      { entity_type: 'company', name: 'Acme', founded: '2001-02-03' },
      { entity_type: 'company', name: 'Holding' },
    )
    const related = await read<{ entities: unknown[] }>(ann, `entities/${receipt.created[0]}/related`)
    expect(related).toEqual({ entities: [], relationships: [], truncated: false })
    const [a, b] = receipt.created
    await post(ann, 'create_relationship', {
      relationship_type: 'PART_OF',
      source_entity_id: a,
      target_entity_id: b,
    })
    expect(await read(ann, `entities/${a}/related?hops=2`)).toMatchObject({
      entities: [{ id: b }],
      relationships: [{ relationship_type: 'PART_OF', source_entity_id: a, target_entity_id: b }],
    })
    const events = await Promise.all(
      [a, b].map((id) => read<{ events: { event_timestamp: string }[] }>(ann, `entities/${id}/events`)),
    )
    expect(events.flatMap((one) => one.events.map((event) => event.event_timestamp))).toEqual([
      '2001-02-03T00:00:00.000Z',
    ])
  })

  test('[TR348] [TR936] sources are listed, and the file of one is for its owner, never as a page', async () => {
    const ann = await nobody()
    const bob = await nobody()
    const { body } = await ann.upload<Ingested>('<html><script>1</script></html>', {
      'content-type': 'text/html',
    })
    expect(await read(ann, 'sources')).toMatchObject({
      sources: [{ id: body.source_id, kind: 'file' }],
      total: 1,
    })
    const path = `/api/truth/sources/${body.source_id}/file`
    const file = await ann.user.api('GET', path)
    expect(await file.text()).toBe('<html><script>1</script></html>')
    expect(file.headers.get('content-type')).toMatch(/^text\/plain/)
    expect((await bob.user.api('GET', path)).status).toBe(404)
    expect(await read(bob, 'sources')).toEqual({ sources: [], total: 0 })
  })
})

async function post<Answer = unknown>({ user }: Person, action: string, body: object): Promise<Answer> {
  const response = await user.api('POST', `/api/truth/${action}`, body)
  if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

function stating(person: Person, ...entities: object[]): Promise<Ingested> {
  return post<Ingested>(person, 'ingest', { entities })
}
