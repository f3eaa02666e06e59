import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openHost } from '@quipu/host'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers, temporaryFolder } from '../environment/index.ts'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { writeBakery } from './bakery.ts'
import { makeOntology, openAgent, untilReady, type TestAgent } from './open-agent.ts'

const connections = '/api/data-agent/connections'
const ontologies = '/api/data-agent/ontologies'

describe.each(engines)('connections and ontologies over REST on %s', (engine) => {
  let agent: TestAgent
  let viewer: TestUser
  let contributor: TestUser
  beforeAll(async () => {
    agent = await openAgent(engine)
    viewer = await agent.app.user({ role: 'viewer', path: '' })
    contributor = await agent.app.user({ role: 'contributor', path: '' })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const status = async (user: TestUser, method: string, path: string, body?: object) =>
    (await user.api(method, path, body)).status
  const json = async (user: TestUser, method: string, path: string, body?: object) =>
    (await (await user.api(method, path, body)).json()) as Record<string, unknown>

  test('[DA9] admins connect, contributors make ontologies, viewers look', async () => {
    const { file, connectionId, ontologyId } = agent
    const connection = { name: 'again', kind: 'sqlite', file }
    const ontology = { name: 'Mine', connection_id: connectionId }

    expect(await status(contributor, 'POST', connections, connection)).toBe(403)
    expect(await status(contributor, 'DELETE', `${connections}/${connectionId}`)).toBe(403)
    expect(await status(contributor, 'POST', `${connections}/${connectionId}/test`)).toBe(403)
    expect(await status(viewer, 'POST', ontologies, ontology)).toBe(403)
    expect(await status(viewer, 'POST', `${connections}/${connectionId}/preview`, {})).toBe(403)
    for (const [method, path, body] of [
      ['PATCH', `${ontologies}/${ontologyId}`, { name: 'Theirs' }],
      ['POST', `${ontologies}/${ontologyId}/refresh`, {}],
      ['POST', `${ontologies}/${ontologyId}/import`, { yaml: '' }],
      ['DELETE', `${ontologies}/${ontologyId}`, undefined],
    ] as const)
      expect([path, await status(viewer, method, path, body)]).toEqual([path, 403])
    expect(
      await status(viewer, 'POST', '/api/data-agent/ask', { ontology_id: ontologyId, question: 'How many?' }),
    ).toBe(403)
    for (const path of [
      connections,
      ontologies,
      `${ontologies}/${ontologyId}`,
      `${ontologies}/${ontologyId}/export`,
    ])
      expect([path, await status(viewer, 'GET', path)]).toEqual([path, 200])

    const made = await makeOntology(contributor, ontology)
    expect(await status(contributor, 'DELETE', `${ontologies}/${made}`)).toBe(200)
    expect(await status(contributor, 'GET', `${ontologies}/${made}`)).toBe(404)
  })

  test('[DA10] only admins see where a connection leads, and nobody sees its password', async () => {
    const { databaseUrl } = servers()
    if (databaseUrl === null) return
    const url = new URL(databaseUrl)
    url.password = 'hush-hush'
    const wrong = await agent.admin.api('POST', connections, {
      name: 'books',
      kind: 'postgres',
      url: url.href,
    })
    const text = await wrong.text()
    expect(text).not.toContain('hush')
    expect(text).not.toContain(url.hostname)

    const list = await json(agent.admin, 'GET', connections)
    expect(JSON.stringify(list)).toContain(agent.file)
    expect(JSON.stringify(await json(contributor, 'GET', connections))).not.toContain(agent.folder)
  })

  test('[DA11] [DA1108] [DA1109] only files under the roots are read, by their real place, and never the data folder', async () => {
    using elsewhere = temporaryFolder()
    const outside = writeBakery(elsewhere.path)
    const link = join(agent.folder, 'link.sqlite')
    symlinkSync(outside, link)
    writeFileSync(join(agent.folder, 'empty.sqlite'), '')
    for (const file of [outside, link, join(agent.folder, '..', 'x.sqlite'), '/etc/passwd', 'sample:shop']) {
      const refused = await agent.admin.api('POST', connections, { name: 'x', kind: 'sqlite', file })
      expect([file, refused.status]).toEqual([file, 400])
    }
    const missing = join(agent.folder, 'nothing.sqlite')
    expect(await status(agent.admin, 'POST', connections, { name: 'x', kind: 'sqlite', file: missing })).toBe(
      400,
    )
    const empty = { name: 'x', kind: 'sqlite', file: join(agent.folder, 'empty.sqlite') }
    expect(await status(agent.admin, 'POST', connections, empty)).toBe(400)
    expect(JSON.stringify(await json(agent.admin, 'GET', connections))).not.toContain('"x"')
  })

  test('[DA12] [DA1110] a connection is tried, kept while it is used, and forgotten', async () => {
    const { admin, file } = agent
    expect(await json(admin, 'POST', `${connections}/${agent.connectionId}/test`)).toMatchObject({
      ok: true,
      tables: 3,
    })
    expect(await status(admin, 'POST', connections, { name: 'BAKERY', kind: 'sqlite', file })).toBe(409)
    expect(await status(admin, 'DELETE', `${connections}/${agent.connectionId}`)).toBe(409)

    const { id } = await json(admin, 'POST', connections, { name: 'spare', kind: 'sqlite', file })
    expect(await json(admin, 'DELETE', `${connections}/${String(id)}`)).toMatchObject({ name: 'spare' })
    expect(await status(admin, 'DELETE', `${connections}/${String(id)}`)).toBe(404)
    expect(await status(admin, 'POST', `${connections}/${String(id)}/test`)).toBe(404)
  })

  test('[DA13] [DA1111] what the index would copy is shown first, and columns can be left out, then and later', async () => {
    const { admin, connectionId } = agent
    const preview = async (leave_out: object[]) => {
      const { fields } = await json(admin, 'POST', `${connections}/${connectionId}/preview`, { leave_out })
      return (fields as { dataset: string; field: string; outcome: string }[]).find(
        ({ dataset, field }) => dataset === 'shops' && field === 'city',
      )?.outcome
    }
    const city = { dataset: 'shops', field: 'city' }
    expect([await preview([]), await preview([city])]).toEqual(['indexed', 'left-out'])

    const id = await makeOntology(admin, { name: 'Careful', connection_id: connectionId, leave_out: [city] })
    const indexed = async () => {
      const { datasets } = await json(admin, 'GET', `${ontologies}/${id}`)
      const all = datasets as { name: string; fields: { name: string; is_indexed: boolean }[] }[]
      const shops = all.find(({ name }) => name === 'shops')
      return shops?.fields.filter(({ is_indexed }) => is_indexed).map(({ name }) => name)
    }
    expect(await indexed()).toEqual(['name'])
    await admin.api('POST', `${ontologies}/${id}/refresh`, {
      leave_out: [city, { dataset: 'shops', field: 'name' }],
    })
    await expect.poll(indexed).toEqual([])
    await admin.api('DELETE', `${ontologies}/${id}`)
  })

  test('[DA14] [DA1112] what people add survives a refresh, and goes out and in as YAML', async () => {
    const { admin, connectionId } = agent
    const id = await makeOntology(admin, { name: 'Edited', connection_id: connectionId })
    const overlay = {
      datasets: [{ dataset: 'breads', synonyms: ['loaf', 'loaves'] }],
      metrics: [
        {
          name: 'turnover',
          label: 'turnover',
          description: null,
          synonyms: [],
          expression: 'sum(sales.amount)',
          unit: null,
        },
      ],
    }
    const edited = await json(admin, 'PATCH', `${ontologies}/${id}`, {
      name: 'Edited twice',
      description: 'Ours',
      overlay,
    })
    expect(edited).toMatchObject({ name: 'Edited twice', description: 'Ours', status: 'ready' })
    await admin.api('POST', `${ontologies}/${id}/refresh`, {})
    await untilReady(admin, id)

    const { overlay: kept } = (await json(admin, 'GET', `${ontologies}/${id}`)) as { overlay: typeof overlay }
    expect(kept.metrics).toEqual(overlay.metrics)
    const { yaml } = await json(admin, 'GET', `${ontologies}/${id}/export`)
    expect(yaml).toContain('turnover')

    const other = await makeOntology(admin, { name: 'Copied', connection_id: connectionId })
    expect(await status(admin, 'POST', `${ontologies}/${other}/import`, { yaml })).toBe(200)
    expect(JSON.stringify(await json(admin, 'GET', `${ontologies}/${other}`))).toContain('loaves')
    expect(await status(admin, 'POST', `${ontologies}/${other}/import`, { yaml: 'semantic_model: [' })).toBe(
      400,
    )
    expect(await status(admin, 'PATCH', `${ontologies}/${other}`, { name: 'Edited TWICE' })).toBe(409)
    for (const each of [id, other]) await admin.api('DELETE', `${ontologies}/${each}`)
  })
})

test('[DA26] a connection outlives its root secret: it is sealed anew with the rest', async () => {
  const [first, second] = [
    'the first root secret of this test, long enough',
    'the second root secret, just as long',
  ]
  await using agent = await openAgent('pglite', {}, { rootSecret: first })
  await agent.app.host.close()
  const reopen = (secrets: object) => openHost({ ...agent.app.options, ...secrets })

  const between = await reopen({ rootSecret: second, previousRootSecret: first })
  await between.keys.reseal()
  await between.close()
  await using after = await reopen({ rootSecret: second })

  const path = `/api/data-agent/connections/${agent.connectionId}/test`
  expect(await after.request(agent.admin.id, { method: 'POST', path })).toMatchObject({ ok: true })
})
