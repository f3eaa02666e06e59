import { expect, test } from 'vitest'
import { onEachEngine, type Ingested } from './open-truth.ts'

const csv = (text: string) => ({
  file_content: Buffer.from(text).toString('base64'),
  mime_type: 'text/csv',
  original_filename: 'prices.csv',
})

onEachEngine((installation) => {
  test('[TR620] [TR940] a row of a newer list with the same headings is the same thing, and each heading can be traced and corrected', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const first = await ann.call<Ingested>('ingest', csv('SKU,Item,Price\nP-1,Paper,4.00\nP-2,Pencil,1.00\n'))
    clock.advance('1s')
    await ann.call('ingest', csv('SKU,Item,Price\nP-2,Pencil,1.20\nP-3,Pen,2.00\n'))
    await ann.call('ingest', csv('SKU,Shelf\nP-2,7\nP-9,8\n'))
    const pencil = first.receipt.created[1]!
    const { snapshot } = await ann.snapshot(pencil)
    expect(snapshot).toMatchObject({ row_name: 'P-2', item: 'Pencil', price: 1.2 })
    expect(snapshot).not.toHaveProperty('shelf')
    expect(await ann.call('get_field_provenance', { entity_id: pencil, field: 'price' })).toMatchObject({
      value: 1.2,
      source_material: { original_filename: 'prices.csv' },
    })
    await ann.call('correct', { entity_id: pencil, entity_type: 'table_row', field: 'price', value: 1.25 })
    expect((await ann.snapshot(pencil)).snapshot).toMatchObject({ price: 1.25 })
    expect(await ann.call('retrieve_entities', { entity_type: 'table_row' })).toMatchObject({ total: 5 })
  })

  test('[TR628] rows of a table are not suggested as duplicates, although they look alike', async () => {
    const ann = await installation().person()
    const rows = ['Northern', 'Southern'].map(
      (side) => `${side} Warehouse Entrance Building,Long Harbour Street 5`,
    )
    const { receipt } = await ann.call<Ingested & { receipt: object }>(
      'ingest',
      csv(['Gate name,Street of it,Key no', ...rows.map((row, at) => `${row},4711${at}`)].join('\n')),
    )
    expect(receipt.created).toHaveLength(2)
    expect(receipt).not.toHaveProperty('possible_duplicates')
    expect(await ann.snapshot(receipt.created[0]!)).not.toHaveProperty('possible_duplicates')
  })
})
