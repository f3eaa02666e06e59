import { mkdirSync, writeFileSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { ask, makeOntology, openAgent, query, type TestAgent } from './open-agent.ts'

interface Read {
  readonly name: string
  readonly understood: string | null
  readonly doubts: readonly string[]
}
type Whole = { readonly datasets: readonly (Read & { readonly fields: readonly Read[] })[] }

describe.each(anyEngine())('messy files on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  let ontologyId: string
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ path: '' })
    mkdirSync(`${agent.folder}/exports`)
    const rents = Array.from({ length: 20 }, (_, n) => `${n + 1};€ ${n + 1}.000,50;Mitte;s${n % 2}`)
    writeFileSync(
      `${agent.folder}/exports/rents.csv`,
      ['Contract #;Rent;District;api_key', ...rents, '21;on request;mitte;S0', ''].join('\n'),
    )
    const added = await agent.admin.api('POST', '/api/data-agent/connections', {
      name: 'exports',
      kind: 'files',
      paths: [`${agent.folder}/exports`],
    })
    const { id } = (await added.json()) as { id: string }
    ontologyId = await makeOntology(agent.admin, { name: 'Rents', connection_id: id })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  test('[DO390] [DO1544] what was understood of files is kept and shown, but nothing of a column that is left out', async () => {
    const response = await ada.api('GET', `/api/data-agent/ontologies/${ontologyId}`)
    const [rents] = ((await response.json()) as Whole).datasets
    const doubt = '1 of 21 values could not be read as amounts in EUR and are left out, such as "on request"'
    expect(rents).toMatchObject({ understood: '21 rows of rents.csv.', doubts: [] })
    expect(rents?.fields.map(({ name, understood, doubts }) => [name, understood, doubts])).toEqual([
      ['Contract #', 'All 21 values read as whole numbers.', []],
      ['Rent', '20 of 21 values read as amounts in EUR.', [doubt]],
      ['District', 'All 21 values read as text. Spellings counted as one value: "mitte" as "Mitte".', []],
      ['api_key', null, []],
    ])
    const described = await ada.call('describe_dataset', { ontologyId, dataset: 'rents' })
    expect(described.raw).toMatchObject({
      structuredContent: {
        understood: '21 rows of rents.csv.',
        fields: [{ role: 'identifier' }, { doubts: [doubt], unit: 'EUR' }, {}, { understood: null }],
      },
    })
  })

  test('[DX340] an answer that rests on a doubtful column says so, and another does not', async () => {
    const caveats = async (wanted: object) =>
      (await query(ada, { ontologyId, query: wanted })).structuredContent['caveats']
    const doubt =
      'rent: 1 of 21 values could not be read as amounts in EUR and are left out, such as "on request".'
    expect(await caveats({ from: 'rents', select: [{ sum: 'rent' }] })).toContain(doubt)
    expect(
      await caveats({ from: 'rents', select: [{ count: 'rents' }], where: [['rent', '>', 5]] }),
    ).toContain(doubt)
    expect(await caveats({ from: 'rents', select: ['district', { count: 'rents' }] })).toEqual([])
  })

  test('[DS528] [DA931] rows of a sheet that end early are no doubt, and each listed column has a heading', async () => {
    const bills = Array.from({ length: 12 }, (_, n) => [
      1001 + n,
      n % 2 === 0 ? 'Ada Ruiz' : 'Bo Lind',
      new Date(Date.UTC(2026, n, 3)),
      100 + n,
      ...(n % 3 === 0 ? [] : [new Date(Date.UTC(2026, n, 20))]),
    ])
    const people = [['Ada Ruiz', 'Ica'], ['Bo Lind', 'Lima']] // prettier-ignore
    const id = await connected('bills.xlsx', {
      Invoices: [['Invoice', 'Customer', 'Issued', 'Total', 'Paid on', 'Notes'], ...bills],
      Customers: [['Name', 'City', 'Fax'], ...people],
    })
    const response = await ada.api('GET', `/api/data-agent/ontologies/${id}`)
    const { datasets } = (await response.json()) as Whole
    expect(datasets.map(({ doubts }) => doubts)).toEqual([[], []])
    const { structuredContent } = await ask(ada, { ontologyId: id, question: 'unpaid invoices' })
    expect(structuredContent).toMatchObject({ status: 'answered', row_count: 4, caveats: [] })
    const columns = structuredContent['columns'] as { name: string; label: string }[]
    expect(columns.length).toBeGreaterThan(1)
    expect(columns.filter(({ label }) => label === '')).toEqual([])
  })

  test('[DS529] a picture that is named like a table is refused with its name', async () => {
    const bytes = Uint8Array.from({ length: 3000 }, (_, n) => (n * 7919 + (n >> 3)) % 256)
    writeFileSync(`${agent.folder}/photo.csv`, bytes)
    const refused = await agent.admin.api('POST', '/api/data-agent/connections', {
      name: 'photo',
      kind: 'files',
      paths: [`${agent.folder}/photo.csv`],
    })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('photo.csv is not a table as text')
  })

  async function connected(name: string, sheets: Readonly<Record<string, unknown[][]>>): Promise<string> {
    const book = utils.book_new()
    for (const [title, rows] of Object.entries(sheets))
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: true }), title)
    const path = `${agent.folder}/${name}`
    // The library types what it writes by its options.
    writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
    const added = await agent.admin.api('POST', '/api/data-agent/connections', {
      name,
      kind: 'files',
      paths: [path],
    })
    const { id } = (await added.json()) as { id: string }
    return makeOntology(agent.admin, { name, connection_id: id })
  }
})
