import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dataAgent } from '@quipu/data-agent'
import { openHost } from '@quipu/host'
import type { Module, Ports } from '@quipu/kit'
import { expect, test } from 'vitest'
import { openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { ask, untilReady } from './open-agent.ts'

interface Listed {
  readonly id: string
  readonly name: string
  readonly is_sample: boolean
  readonly refreshed_at: string | null
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

test('[DA28] [DA1120] when its day is over, the next question is answered from the shop of the new day', async () => {
  const regular = new Map<string, (everyone: { everyone: true }) => Promise<void>>()
  const watched: Module = {
    ...dataAgent,
    open: (ports) => dataAgent.open({ ...ports, jobs: noting(ports.jobs, regular) }),
  }
  await using app = await openTestHost('pglite', [watched], {
    moduleSettings: { 'data-agent': { sampleShop: true } },
  })
  const admin = await app.user({ role: 'admin', path: '' })
  const [sample] = await list(admin, 'ontologies')
  const ontologyId = sample?.id ?? ''
  await untilReady(admin, ontologyId)
  const refreshedOn = async () => (await list(admin, 'ontologies'))[0]?.refreshed_at?.slice(0, 10)
  const ordersOn = async (day: string) => {
    const question = `How many orders were there since ${day}?`
    const { structuredContent } = await ask(admin, { ontologyId, question })
    return Number((structuredContent['rows'] as number[][] | undefined)?.[0]?.[0])
  }
  const folder = join(app.options.dataFolder, 'modules/data-agent/sample')
  expect(await ordersOn('2026-10-31')).toBeGreaterThan(0)
  expect(await ordersOn('2026-11-02')).toBe(0)

  app.clock.advance('1d')
  expect(await ordersOn('2026-11-02')).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual(['shop-2026-11-01.sqlite', 'shop-2026-11-02.sqlite'])

  app.clock.advance('1d')
  expect(await ordersOn('2026-11-03')).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual(['shop-2026-11-02.sqlite', 'shop-2026-11-03.sqlite'])

  expect(await refreshedOn()).toBe('2026-11-01')
  await regular.get('data-agent.sample-day')?.({ everyone: true })
  await expect.poll(refreshedOn, { timeout: 60_000 }).toBe('2026-11-03')
  await untilReady(admin, ontologyId)
})

function noting(
  jobs: Ports['jobs'],
  regular: Map<string, (everyone: { everyone: true }) => Promise<void>>,
): Ports['jobs'] {
  return {
    every: (seconds, name, run) => {
      regular.set(name, run)
      jobs.every(seconds, name, run)
    },
    define: (name, job) => jobs.define(name, job),
    enqueue: (scope, name, payload, options) => jobs.enqueue(scope, name, payload, options),
    get: (scope, id) => jobs.get(scope, id),
  }
}
