import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { EventReader } from '../environment/event-reader.ts'
import { makeOntology, openAgent, type TestAgent } from './open-agent.ts'

const fruit = 'fruit,town,kilos\nMango,Piura,12\nGrape,Ica,30\nMango,Ica,5\n'

describe.each(engines)('sent files on %s', (engine) => {
  let agent: TestAgent
  beforeAll(async () => void (agent = await openAgent(engine)))
  afterAll(() => agent[Symbol.asyncDispose]())

  const send = (user: TestUser, upload: string, name: string, bytes: string | Uint8Array) =>
    fetch(`${agent.app.url}/api/data-agent/uploads/${upload}/files?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(bytes),
    })
  const connect = (name: string, upload: string) =>
    agent.admin.api('POST', '/api/data-agent/connections', { kind: 'uploads', name, upload_id: upload })
  const ask = async (ontology: string, question: string) => {
    const asked = await agent.admin.api('POST', '/api/data-agent/ask', { ontology_id: ontology, question })
    return (await asked.json()) as { answer: { status: string; rows: unknown[][]; row_count: number } }
  }

  test('[DA541] [DA542] [DA1121] a sent CSV is connected, asked by others too, and goes with its connection', async () => {
    const upload = crypto.randomUUID()
    expect(await (await send(agent.admin, upload, 'fruit.csv', fruit)).json()).toMatchObject({
      files: [{ name: 'fruit.csv', size: fruit.length }],
    })
    expect((await send(agent.admin, upload, 'fruit.csv', fruit)).status).toBe(201)
    const { id } = (await (await connect('Fruit', upload)).json()) as { id: string }
    const ontology = await makeOntology(agent.admin, { name: 'Fruit', connection_id: id })
    const { answer } = await ask(ontology, 'total kilos by town')
    expect([answer.status, answer.rows.map((row) => row.map(String).join(' ')).toSorted()]).toEqual([
      'answered',
      ['Ica 35', 'Piura 12'],
    ])
    const contributor = await agent.app.user({ role: 'contributor', path: '' })
    const theirs = await contributor.api('POST', '/api/data-agent/ask', {
      ontology_id: ontology,
      question: 'how many fruit',
    })
    expect(theirs.status).toBe(200)
    expect((await send(contributor, upload, 'more.csv', fruit)).status).toBe(403)

    await agent.admin.api('DELETE', `/api/data-agent/ontologies/${ontology}`)
    expect((await agent.admin.api('DELETE', `/api/data-agent/connections/${id}`)).status).toBe(200)
    expect((await connect('Fruit again', upload)).status).toBe(400)
  })

  test('[DA541] each sheet of a workbook is a table', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['tree', 'height'],
        ['Algarrobo', 9.5],
      ]),
      'Trees',
    )
    utils.book_append_sheet(book, utils.aoa_to_sheet([['bird'], ['Chilalo'], ['Soña']]), 'Birds')
    const upload = crypto.randomUUID()
    // The library types what it writes by its options.
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array
    const sent = await send(agent.admin, upload, 'forest.xlsx', bytes)
    expect(await sent.json()).toMatchObject({ files: [{ name: 'forest.xlsx' }] })
    const { id } = (await (await connect('Forest', upload)).json()) as { id: string }
    const ontology = await makeOntology(agent.admin, { name: 'Forest', connection_id: id })
    expect((await ask(ontology, 'how many birds')).answer.rows).toEqual([[2]])
  })

  test('[DA543] [DA1123] [DA1122] [DS733] what cannot be read is refused with the reason, and no name leads elsewhere', async () => {
    const upload = crypto.randomUUID()
    const refused = async (name: string, bytes: string) => {
      const response = await send(agent.admin, upload, name, bytes)
      return [response.status, ((await response.json()) as { message: string }).message]
    }
    expect(await refused('run.exe', 'x')).toEqual([400, expect.stringContaining('.csv')])
    expect(await refused('empty.csv', '')).toEqual([400, expect.stringContaining('empty')])
    expect((await connect('Nothing', upload)).status).toBe(400)
    const broken = crypto.randomUUID()
    expect((await send(agent.admin, broken, 'broken.xlsx', 'PK\u0003\u0004 nothing')).status).toBe(201)
    const unread = await connect('Broken', broken)
    expect([unread.status, ((await unread.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining('workbook'),
    ])
    const sent = await send(agent.admin, upload, '../../etc/<b>evil.csv', fruit)
    expect(await sent.json()).toMatchObject({ files: [{ name: '_b_evil.csv' }] })
  })

  test('[DA540] [DA1126] a caller with a progress id gets each phase, and nobody else does', async () => {
    const progress = crypto.randomUUID()
    const path = `${agent.app.url}/api/data-agent/progress/${progress}`
    const other = await agent.app.user({ role: 'contributor', path: '' })
    using mine = await EventReader.open(path, { authorization: `Bearer ${agent.admin.token}` })
    using theirs = await EventReader.open(path, { authorization: `Bearer ${other.token}` })
    await expect.poll(() => mine.dataOf('ready').length + theirs.dataOf('ready').length).toBe(2)
    const asked = await agent.admin.api('POST', '/api/data-agent/ask', {
      ontology_id: agent.ontologyId,
      question: 'how many shops',
      progress_id: progress,
    })
    expect(asked.status).toBe(200)
    await expect.poll(() => mine.dataOf('progress').at(-1)).toEqual({ step: 6, of: 6, says: 'explainer' })
    expect(
      mine.dataOf('progress').filter((report) => Number.isInteger((report as { step: number }).step)),
    ).toHaveLength(6)
    expect(theirs.dataOf('progress')).toEqual([])
  })

  test('[DA544] [DA1124] [DA546] words are looked up over REST, metrics are listed, and an answer may have 10,000 rows', async () => {
    const path = `/api/data-agent/ontologies/${agent.ontologyId}`
    const found = await agent.admin.api('GET', `${path}/search?text=Cusco`)
    expect(await found.json()).toMatchObject({
      matches: [{ name: 'shops.city', by: 'value', values: ['Cusco'] }],
    })
    const whole = (await (await agent.admin.api('GET', path)).json()) as {
      metrics: { is_proposed: boolean }[]
    }
    expect(whole.metrics.some((metric) => metric.is_proposed)).toBe(true)
    const body = { ontology_id: agent.ontologyId, query: { from: 'sales', select: ['sale_id'] } }
    const all = await agent.admin.api('POST', '/api/data-agent/query', { ...body, max_rows: 10_000 })
    expect(await all.json()).toMatchObject({ answer: { row_count: 360, is_truncated: false } })
    const tooMany = await agent.admin.api('POST', '/api/data-agent/query', { ...body, max_rows: 10_001 })
    expect(tooMany.status).toBe(400)
  })
})
