import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { makeOntology, openAgent, query, type TestAgent } from './open-agent.ts'

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

  test('[DO390] what was understood of files is kept and shown, but nothing of a column that is left out', async () => {
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
})
