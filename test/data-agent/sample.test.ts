import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dataAgent } from '@quipu/data-agent'
import { openHost } from '@quipu/host'
import { expect, test } from 'vitest'
import { openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { ask, untilReady } from './open-agent.ts'

interface Listed {
  readonly id: string
  readonly name: string
  readonly is_sample: boolean
}

const list = async (user: TestUser, kind: 'connections' | 'ontologies') =>
  ((await (await user.api('GET', `/api/data-agent/${kind}`)).json()) as Record<string, Listed[]>)[kind] ?? []

test('[DA28] the sample is there from the first start, is of today, and stays away once it is dropped', async () => {
  await using app = await openTestHost('pglite', [dataAgent], {
    moduleSettings: { 'data-agent': { sampleShop: true } },
  })
  const admin = await app.user({ role: 'admin', path: '' })
  const [sample] = await list(admin, 'ontologies')
  expect(sample).toMatchObject({ name: 'Sample shop', is_sample: true })
  const ontologyId = sample?.id ?? ''
  await untilReady(admin, ontologyId)
  const orders = async () => {
    const { structuredContent } = await ask(admin, { ontologyId, question: 'How many orders are there?' })
    return Number((structuredContent['rows'] as number[][] | undefined)?.[0]?.[0])
  }
  expect(await orders()).toBeGreaterThan(100)

  const files = () => readdirSync(join(app.options.dataFolder, 'modules/data-agent/sample'))
  expect(files()).toEqual(['shop-2026-11-01.sqlite'])
  const [connection] = await list(admin, 'connections')
  expect((await admin.api('DELETE', `/api/data-agent/connections/${connection?.id}`)).status).toBe(409)
  expect((await admin.api('DELETE', `/api/data-agent/ontologies/${ontologyId}`)).status).toBe(200)

  await app.host.close()
  await using again = await openHost(app.options)
  expect(await again.request(admin.id, { method: 'GET', path: '/api/data-agent/ontologies' })).toEqual({
    ontologies: [],
  })
})
