import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { realModules } from '../catalog/real-modules.ts'
import { copyOfMigratedStore } from '../environment/embedded-store.ts'
import { connectStdio, eras } from './connect.ts'

let folder: { path: string } & Disposable

beforeAll(async () => {
  folder = await copyOfMigratedStore(await realModules())
})
afterAll(() => folder[Symbol.dispose]())

describe.each(eras)('the official client, %s, over a pipe', { timeout: 120_000 }, (era) => {
  test('[P5] lists and calls tools, and is notified of changes', async () => {
    await using client = await connectStdio(folder.path, era)
    const heard: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri)
    })
    if (era === 'modern') await client.listen({ resourceSubscriptions: ['tasks://list'] })
    else await client.subscribeResource({ uri: 'tasks://list' })

    const { tools } = await client.listTools()
    await client.callTool({ name: 'add_task', arguments: { title: `From a ${era} client` } })
    const found = await client.callTool({ name: 'search_tasks', arguments: { keyword: `a ${era} client` } })

    expect(client.getProtocolEra()).toBe(era)
    expect(tools.map(({ name }) => name)).toContain('add_task')
    expect(found.structuredContent).toMatchObject({ data: { total: 1 } })
    await vi.waitFor(() => expect(heard).toEqual(['tasks://list']), 30_000)
  })
})
