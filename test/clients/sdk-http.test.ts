import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fixtures } from '../conformance/fixtures/index.ts'
import { reportsHeard, watchedUri } from '../conformance/fixtures/reporting-tools.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import type { Connection } from './connect.ts'
import { connectHttp, eras, textOf } from './connect.ts'

const onCancelled = vi.fn<() => void>()
let host: TestHost

beforeAll(async () => {
  host = await openTestHost(quickEngine(), [tasks, fixtures(onCancelled)])
})
afterAll(() => host[Symbol.asyncDispose]())

describe.each(eras)('the official client, %s, over HTTP', (era) => {
  const connected = async (more: { token?: string } = {}) => {
    const token = more.token ?? (await host.user()).token
    const client = await connectHttp(`${host.url}/mcp`, token, era, { elicitation: { form: {} } })
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept',
      content: { username: 'ada', email: 'ada@example.com' },
    }))
    return client
  }

  test('[P5] speaks the era it asked for, lists the tools and calls them', async () => {
    await using client = await connected()

    expect(client.getProtocolEra()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['add_task', 'list_tasks']))
    await client.callTool({ name: 'add_task', arguments: { title: 'Water the plants' } })
    const listed = await client.callTool({ name: 'list_tasks', arguments: {} })
    expect(listed.structuredContent).toMatchObject({
      status: 'success',
      data: { total: 1, tasks: [{ title: 'Water the plants' }] },
    })
    expect(JSON.parse(textOf(listed))).toEqual(listed.structuredContent)
  })

  test('[P5] reads resources and prompts', async () => {
    await using client = await connected()

    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('tasks://task/{task_id}')
    const { contents } = await client.readResource({ uri: 'tasks://list' })
    expect(contents).toMatchObject([{ uri: 'tasks://list', mimeType: 'application/json' }])
    const { messages } = await client.getPrompt({ name: 'plan_my_day', arguments: { date: '2026-11-02' } })
    expect(messages).toHaveLength(1)
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
      argument: { name: 'arg1', value: 'test' },
    })
    expect(completion.values).toEqual(['test', 'testing'])
  })

  test('[P6] gets progress before the answer', async () => {
    await using client = await connected()
    const heard: number[] = []

    await client.callTool(
      { name: 'test_tool_with_progress', arguments: {} },
      { onprogress: ({ progress }) => heard.push(progress) },
    )

    expect(reportsHeard).toContainEqual(heard)
  })

  test('[P7] stops the work of a call that it cancels', async () => {
    await using client = await connected()
    const controller = new AbortController()
    onCancelled.mockClear()

    const call = client.callTool(
      { name: 'test_endless', arguments: {} },
      { signal: controller.signal, onprogress: () => controller.abort() },
    )

    await expect(call).rejects.toThrow(/abort/i)
    await vi.waitFor(() => expect(onCancelled).toHaveBeenCalledOnce(), 30_000)
  })

  test('[P8] is asked, and its answer reaches the tool', async () => {
    await using client = await connected()

    const answer = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who are you?' } })

    expect(textOf(answer)).toBe(
      'User response: action=accept, content={"username":"ada","email":"ada@example.com"}',
    )
  })

  test('[P8] is asked twice by a tool that needs two answers', async () => {
    await using client = await connected()
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: params.message.includes('Step 1') ? { name: 'Ada' } : { color: 'green' },
    }))

    const answer = await client.callTool({ name: 'test_input_required_result_multi_round', arguments: {} })

    expect(textOf(answer)).toBe('Ada likes green')
  })

  test('[P9] is notified of changes to what it subscribed to, and of nobody else’s', async () => {
    const ada = await host.user()
    const bob = await host.user()
    await using client = await connected({ token: ada.token })
    const heard: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri)
    })
    await subscribe(client, [watchedUri, 'tasks://list'])

    await bob.call('add_task', { title: 'Not for Ada' })
    await bob.call('test_trigger_resource_change')
    await ada.call('add_task', { title: 'For Ada' })
    await ada.call('test_trigger_resource_change')

    await vi.waitFor(() => expect(heard).toContain(watchedUri), 30_000)
    expect(heard).toEqual(['tasks://list', watchedUri])
  })

  test('[P9] is notified that the tools have changed', async () => {
    await using client = await connected()
    const heard = vi.fn<() => void>()
    client.setNotificationHandler('notifications/tools/list_changed', heard)
    if (era === 'modern') await client.listen({ toolsListChanged: true })

    await client.callTool({ name: 'test_trigger_tool_change', arguments: {} })

    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 30_000)
  })

  async function subscribe(client: Connection, uris: readonly string[]): Promise<void> {
    if (era === 'modern') await client.listen({ resourceSubscriptions: [...uris] })
    else for (const uri of uris) await client.subscribeResource({ uri })
  }
})
