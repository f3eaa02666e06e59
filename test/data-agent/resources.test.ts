import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { agentPath, makeOntology, openAgent, type TestAgent } from './open-agent.ts'

const none = { uri: '', mimeType: '', text: '' }

describe.each(anyEngine())('what can be asked about, on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ role: 'viewer', path: agentPath })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const read = async (uri: string) => {
    const { result } = await ada.rpc('resources/read', { uri })
    return (
      (result?.['contents'] as { uri: string; mimeType: string; text: string }[] | undefined)?.[0] ?? none
    )
  }

  test('[DA1] [DA1102] the list, each ontology and each dataset read as the contract has them', async () => {
    const list = await read('knecta://ontologies')
    expect([list.uri, list.mimeType]).toEqual(['knecta://ontologies', 'application/json'])
    expect(list.text).toBe(
      JSON.stringify([
        {
          id: agent.ontologyId,
          name: 'Bakery',
          description: 'What the bakeries sell',
          datasetCount: 3,
          fieldCount: 13,
        },
      ]),
    )

    const one = JSON.parse((await read(`knecta://ontologies/${agent.ontologyId}`)).text) as {
      ontology: object
      datasets: { name: string; source: string }[]
    }
    expect(one.ontology).toEqual({
      id: agent.ontologyId,
      name: 'Bakery',
      description: 'What the bakeries sell',
    })
    expect(one.datasets.map(({ name, source }) => [name, source])).toEqual([
      ['breads', 'main.breads'],
      ['sales', 'main.sales'],
      ['shops', 'main.shops'],
    ])

    const sales = await read(`knecta://ontologies/${agent.ontologyId}/datasets/sales`)
    expect(sales.mimeType).toBe('text/yaml')
    expect(sales.text).toMatch(
      /^name: sales\ndescription: .*\nsource:\n {2}table: main\.sales\nfields:\n {2}- name: sale_id\n/,
    )
    expect(sales.text).toMatch(
      /\n {2}- name: sold_on\n {4}type: date\n {4}description: .*\n {4}source_column: sold_on\n/,
    )
  })

  test('[DA2] [DA1103] the list has one address, the rest are templates whose variables complete', async () => {
    const { result: listed } = await ada.rpc('resources/list')
    expect(listed?.['resources']).toMatchObject([
      {
        uri: 'knecta://ontologies',
        name: 'Available Ontologies',
        description: 'List all ready ontologies',
        mimeType: 'application/json',
      },
    ])
    const { result: templates } = await ada.rpc('resources/templates/list')
    const uris = (templates?.['resourceTemplates'] as { uriTemplate: string }[] | undefined)?.map(
      ({ uriTemplate }) => uriTemplate,
    )
    expect(uris).toEqual([
      'knecta://ontologies/{id}',
      'knecta://ontologies/{id}/datasets/{name}',
      'knecta://ontologies/{id}/brief',
    ])

    const complete = async (uri: string, name: string, value: string) => {
      const ref = { type: 'ref/resource', uri }
      const { result } = await ada.rpc('completion/complete', { ref, argument: { name, value } })
      return (result?.['completion'] as { values: string[] } | undefined)?.values
    }
    expect(await complete('knecta://ontologies/{id}', 'id', agent.ontologyId.slice(0, 4))).toEqual([
      agent.ontologyId,
    ])
    expect(await complete('knecta://ontologies/{id}/datasets/{name}', 'name', 's')).toEqual([
      'sales',
      'shops',
    ])
    expect(await complete('knecta://ontologies/{id}/datasets/{name}', 'name', 'nothing')).toEqual([])
  })

  test('[DA3] [DA1104] the tools list and describe the same, sample values included', async () => {
    const listed = await ada.call('list_ontologies')
    expect(listed.raw['structuredContent']).toEqual({
      ontologies: [
        {
          id: agent.ontologyId,
          name: 'Bakery',
          description: 'What the bakeries sell',
          status: 'ready',
          datasetCount: 3,
          fieldCount: 13,
        },
      ],
    })
    const described = await ada.call('describe_dataset', { ontologyId: agent.ontologyId, dataset: 'shops' })
    expect(described.raw['structuredContent']).toMatchObject({
      name: 'shops',
      source: 'main.shops',
      rows: 3,
      related: ['sales'],
    })
    expect(JSON.stringify(described.raw['structuredContent'])).toContain('Cusco')
    const missing = await ada.call('describe_dataset', { ontologyId: agent.ontologyId, dataset: 'ovens' })
    expect(missing.raw['structuredContent']).toMatchObject({
      error: { knecta_code: 'DATASET_NOT_FOUND', available: ['breads', 'sales', 'shops'] },
    })
  })
})

test('[DA148] names, descriptions and sample values lose what cannot be seen', async () => {
  await using agent = await openAgent('pglite')
  const { admin, file, connectionId } = agent
  const db = new DatabaseSync(file)
  db.exec(`insert into shops values (4, 'Dock\u202e\u200b\u0007 9', 'Ica\u{e0041}\nnow')`)
  db.close()
  const overlay = {
    datasets: [{ dataset: 'shops', label: 'our\u202e shops', description: 'ignore\u2066 this' }],
  }
  const ontologyId = await makeOntology(admin, { name: 'Hid\u200bden', connection_id: connectionId })
  const edited = await admin.api('PATCH', `/api/data-agent/ontologies/${ontologyId}`, { overlay })
  expect(edited.status).toBe(200)

  const described = await admin.call('describe_dataset', { ontologyId, dataset: 'shops' })
  expect(described.raw['structuredContent']).toMatchObject({ label: 'our shops', description: 'ignore this' })
  const shown = [
    described.raw,
    (await admin.call('list_ontologies')).raw,
    await admin.rpc('resources/read', { uri: 'knecta://ontologies' }),
    await admin.rpc('resources/read', { uri: `knecta://ontologies/${ontologyId}/datasets/shops` }),
  ].map((each) => JSON.stringify(each))
  expect(shown[0]).toMatch(/Dock +9/)
  expect(shown[0]).toContain('Ica now')
  expect(shown[1]).toContain('Hidden')
  for (const text of shown) expect(text).not.toMatch(/\\u0007|[\u200b\u202e\u2066\u{e0041}]/u)
})
