import { expect, test } from 'vitest'
import { onEachEngine } from './open-truth.ts'

onEachEngine((installation) => {
  test('[TR616] an answer says if it is empty because there is no such name', async () => {
    const ann = await installation().person()
    await ann.state({ entity_type: 'company', name: 'Acme', city: 'Ulm' })
    const noteOf = async (tool: string, input: object) =>
      (await ann.call<{ note?: string }>(tool, input)).note
    const noType = /^There is no entity_type "customer"\. There are: .*company/
    expect(await noteOf('retrieve_entities', { entity_type: 'customer' })).toMatch(noType)
    expect(await noteOf('search_truth', { query: 'acme', entity_type: 'customer' })).toMatch(noType)
    expect(await noteOf('get_entity_by_identifier', { identifier: 'acme', entity_type: 'customer' })).toMatch(
      noType,
    )
    expect(
      await noteOf('retrieve_entities', { entity_type: 'company', filters: { city: 'Ulm', town: 'Ulm' } }),
    ).toMatch(/^There is no field of company "town"\. There are: .*city/)
    expect(await noteOf('list_timeline_events', { event_type: 'invoices' })).toMatch(/InvoiceIssued/)
    expect(
      await noteOf('retrieve_entities', { entity_type: 'company', filters: { city: 'Bonn' } }),
    ).toBeUndefined()
  })

  test('[TR491] similar names are found if the words are in fewer entities than were asked for', async () => {
    const ann = await installation().person()
    await ann.state(
      { entity_type: 'company', name: 'Miller Brewery' },
      { entity_type: 'company', name: 'Muller Brewery' },
    )
    const names = async (limit: number) => {
      const query = { query: 'miller brewery', limit }
      const { entities } = await ann.call<{ entities: { canonical_name: string }[] }>('search_truth', query)
      return entities.map(({ canonical_name }) => canonical_name)
    }
    expect(await names(1)).toEqual(['Miller Brewery'])
    expect(await names(5)).toEqual(['Miller Brewery', 'Muller Brewery'])
  })

  test('[TR511] less similar names are found if nothing else is found', async () => {
    const ann = await installation().person()
    await ann.state({ entity_type: 'company', name: 'Harbour Café' })
    const names = async (query: string) => {
      const { entities } = await ann.call<{ entities: { canonical_name: string }[] }>('search_truth', {
        query,
      })
      return entities.map(({ canonical_name }) => canonical_name)
    }
    expect(await names('harbor caffee')).toEqual(['Harbour Café'])
    await ann.state({ entity_type: 'company', name: 'Harbor Coffee' })
    expect(await names('harbor caffee')).toEqual(['Harbor Coffee'])
  })

  test('[TR557] an entity is found if one word of several is misspelled, also by words of its fields', async () => {
    const ann = await installation().person()
    await ann.state(
      { entity_type: 'invoice', invoice_number: 'R-77', buyer_name: 'Hugo Ott Velvet' },
      { entity_type: 'invoice', invoice_number: 'R-78', buyer_name: 'Hugo Falk' },
    )
    const found = async (query: string) => {
      const { entities } = await ann.call<{ entities: readonly object[] }>('search_truth', { query })
      return entities.length
    }
    expect(await found('hygo ott velvet')).toBe(1)
    expect(await found('hugo ott velwet')).toBe(1)
    expect(await found('zyxw qqqq velvet')).toBe(0)
    expect(await found('hygo')).toBe(0)
  })

  test('[TR30] search finds words in names, fields and files, and names that are spelled alike', async () => {
    const ann = await installation().person()
    await ann.state(
      { entity_type: 'company', name: 'Müller Brewery', city: 'Ulm' },
      { entity_type: 'company', name: 'Harbour Café', notes: 'serves the best coffee of Porto' },
    )
    await ann.call('ingest', {
      file_content: Buffer.from('Meeting about the lighthouse').toString('base64'),
      mime_type: 'text/plain',
      original_filename: 'minutes.txt',
    })
    const names = async (query: string) =>
      (await ann.call<{ entities: { canonical_name: string }[] }>('search_truth', { query })).entities.map(
        ({ canonical_name }) => canonical_name,
      )
    expect(await names('muller')).toEqual(['Müller Brewery'])
    expect(await names('Mueller Brewery')).toEqual(['Müller Brewery'])
    expect(await names('best coff')).toEqual(['Harbour Café'])
    expect(await ann.call('search_truth', { query: 'LIGHTHOUSE' })).toMatchObject({
      entities: [{ entity_type: 'note' }],
      sources: [{ original_filename: 'minutes.txt' }],
    })
    expect(await ann.refusal('search_truth', { query: '!?' })).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('[TR31] entities come a page at a time, by type and by the values of their fields', async () => {
    const { person, clock } = installation()
    const ann = await person()
    for (const number of [1, 2, 3, 4, 5]) {
      await ann.state({
        entity_type: 'task',
        title: `Task ${number}`,
        status: number % 2 === 0 ? 'done' : 'open',
      })
      clock.advance('1s')
    }
    interface Page {
      entities: { canonical_name: string }[]
      total: number
      next_cursor: string | null
    }
    const titles: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await ann.call('retrieve_entities', {
        entity_type: 'task',
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      })
      titles.push(...page.entities.map(({ canonical_name }) => canonical_name))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(titles).toEqual(['Task 5', 'Task 4', 'Task 3', 'Task 2', 'Task 1'])
    expect(await ann.call('retrieve_entities', { filters: { status: 'done' } })).toMatchObject({ total: 2 })
    expect(await ann.refusal('retrieve_entities', { cursor: 'nonsense' })).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('[TR32] [TR921] an entity, a source and the timeline are resources, and their ids are completed', async () => {
    const ann = await installation().person()
    const { receipt, source_id } = await ann.state({
      entity_type: 'invoice',
      invoice_number: 'R-7',
      due_date: '2026-05-01',
    })
    const read = async (uri: string) => {
      const { result, error } = await ann.user.rpc('resources/read', { uri })
      const [content] = (result?.['contents'] ?? []) as { text: string }[]
      return error === undefined ? (JSON.parse(content!.text) as object) : error
    }
    const [id] = receipt.created
    expect(await read(`truth://entities/${id}`)).toMatchObject({ snapshot: { invoice_number: 'R-7' } })
    expect(await read(`truth://sources/${source_id}`)).toMatchObject({ related_entities: [{ id }] })
    expect(await read('truth://timeline')).toMatchObject({ events: [{ event_type: 'InvoiceDue' }] })
    expect(await read('truth://entities/ent_nothing')).toHaveProperty('code')
    const completed = await ann.user.rpc('completion/complete', {
      ref: { type: 'ref/resource', uri: 'truth://entities/{id}' },
      argument: { name: 'id', value: id!.slice(0, 8) },
    })
    expect(completed.result).toMatchObject({ completion: { values: [id] } })
  })

  test('[TR33] [TR922] each action is a route with the same answer, and a failure is the envelope of the contract', async () => {
    const { person, url } = installation()
    const ann = await person({ path: '' })
    const post = async (action: string, body: object) => {
      const response = await fetch(`${url}/api/truth/${action}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.user.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, never> }
    }
    const made = await post('ingest', { entities: [{ entity_type: 'note', title: 'Over REST' }] })
    expect(made).toMatchObject({ status: 200, body: { interpretation: { entities_created: 1 } } })
    expect(await post('retrieve_entities', {})).toMatchObject({ body: { total: 1 } })
    expect(await post('get_entity_snapshot', { entity_id: `ent_${'0'.repeat(24)}` })).toMatchObject({
      status: 404,
      body: { error: { code: 'ENTITY_NOT_FOUND', trace_id: expect.any(String) as string } },
    })
    expect(await post('correct', {})).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    })
  })
})
