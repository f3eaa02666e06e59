import { expect, test } from 'vitest'
import type { Ingested } from './open-truth.ts'
import { onEachEngine } from './open-truth.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

interface Trace {
  readonly excerpt: string
  readonly excerpt_mark: [start: number, end: number]
  readonly span: { readonly text: string }
}

onEachEngine((installation) => {
  test('[TR161] while a file is read again, other facts are taken in', async () => {
    const ann = await installation().person()
    const { source_id } = await ann.call<Ingested>('ingest', {
      file_content: base64('A long story without any facts. '.repeat(60_000)),
      mime_type: 'text/plain',
      interpret: false,
    })
    let isRead = false
    const reading = ann
      .call('reinterpret', { source_id, interpretation_config: {} })
      .finally(() => (isRead = true))
    let meanwhile = 0
    for (let n = 0; !isRead; n += 1) {
      await ann.state({ entity_type: 'note', title: `Note ${n}` })
      if (!isRead) meanwhile += 1
    }
    expect(await reading).toMatchObject({ entities_created: 1 })
    // One could have come before the reading began.
    expect(meanwhile).toBeGreaterThan(1)
  })

  test('[TR162] [TR340] a value from a text is shown with the words around it, as they are written, and where it stands', async () => {
    const ann = await installation().person()
    const text =
      'INVOICE\nInvoice number: RE-2026/77\nInvoice date: 2026-02-03\nTotal: EUR 119.00\nMüller Brewery'
    const { receipt } = await ann.call<Ingested>('ingest', {
      file_content: base64(text),
      mime_type: 'text/plain',
    })
    const trace = await ann.call<Trace>('get_field_provenance', {
      entity_id: receipt.created[0],
      field: 'invoice_number',
    })
    expect(trace.span.text).toContain('RE-2026/77')
    expect(trace.excerpt).toContain('Invoice number: RE-2026/77')
    expect(trace.excerpt.length).toBeLessThan(400)
    expect(trace.excerpt.slice(...trace.excerpt_mark)).toBe('RE-2026/77')
    expect(await ann.call('search_truth', { query: 'MULLER brewery' })).toMatchObject({
      sources: [{ mime_type: 'text/plain' }],
    })
  })

  test('[TR160] entities that were merged into others are listed on request', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const one = (await ann.state({ entity_type: 'person', name: 'Ada One', email: 'ada@one.example' }))
      .receipt.created[0]!
    clock.advance('1s')
    const two = (await ann.state({ entity_type: 'person', name: 'Ada Two', email: 'ada@two.example' }))
      .receipt.created[0]!
    await ann.call('merge_entities', { from_entity_id: one, to_entity_id: two })
    const listed = (more: object) => ann.call('retrieve_entities', { entity_type: 'person', ...more })
    expect(await listed({})).toMatchObject({ total: 1, excluded_merged: true, entities: [{ id: two }] })
    const all = await listed({ include_merged: true })
    expect(all).toMatchObject({ total: 2, excluded_merged: false })
    expect(all['entities']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: one, merged_into: two, observation_count: 2 }),
        expect.not.objectContaining({ merged_into: two }),
      ]),
    )
    const page = await listed({ include_merged: true, limit: 1 })
    const next = await listed({ include_merged: true, limit: 1, cursor: page['next_cursor'] })
    const ids = [page, next].flatMap(({ entities }) => (entities as { id: string }[]).map(({ id }) => id))
    expect(new Set(ids)).toEqual(new Set([one, two]))
    await ann.call('unmerge_entities', { entity_id: one })
    expect(await listed({ include_merged: true })).toMatchObject({ total: 2 })
  })
})
