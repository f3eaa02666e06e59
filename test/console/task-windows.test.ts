import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { TestUser } from '../environment/test-user.ts'
import { star } from '../universe/open-universe.ts'
import { ConsoleSite } from './console-site.ts'
import { WindowClient } from './window-client.ts'

const evil = '<img src=x onerror="parent.wasRun=1">'

describe.skipIf(!hasProgram('chromium'))('the windows of tasks and universes', () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await ConsoleSite.open()
  })
  afterAll(() => site?.[Symbol.asyncDispose]())

  const isDone = async (user: TestUser, title: string) => {
    const { body } = await user.call('list_tasks', { status: 'all' })
    const { tasks } = body.data as { tasks: { title: string; completed: boolean }[] }
    return tasks.find((task) => task.title === title)?.completed
  }

  test('[C388] a check box in the window of tasks completes and reopens a task by the tool, through the client', async () => {
    const ada = await site.at.user({ path: '/api/tasks/mcp' })
    const long = 'Long-Title '.repeat(18).trim()
    for (const title of ['Water the plants', evil, long])
      await ada.call('add_task', { title, due_date: '2020-01-01' })
    await using client = await WindowClient.open(site.browser, ada)
    const { text, mimeType } = await client.windowOf('list_tasks')
    expect(mimeType).toBe('text/html;profile=mcp-app')
    expect(text.length).toBeLessThanOrEqual(250 * 1024)

    const frame = await client.show('list_tasks', {})
    const box = frame.getByRole('checkbox', { name: 'Done: Water the plants' })
    await box.check()
    await expect.poll(() => isDone(ada, 'Water the plants')).toBe(true)
    await box.uncheck()
    await expect.poll(() => isDone(ada, 'Water the plants')).toBe(false)
    await frame.getByText('<img src=x').waitFor()
    await client.shot('window-tasks-light')
    await client.setTheme('dark')
    await expect.poll(() => frame.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await client.shot('window-tasks-dark')
    expect(Math.max(...(await client.heights()))).toBeLessThanOrEqual(500)
    expect(await client.page.evaluate('window.wasRun')).toBe(undefined)
    expect(client.complaints).toEqual([])
  })

  test('[C829] a refusal of the tool is shown, and the box is unchanged; 50 tasks scroll within the window', async () => {
    const ada = await site.at.user({ path: '/api/tasks/mcp' })
    for (let n = 0; n < 50; n++) await ada.call('add_task', { title: `Number ${n}` })
    await using client = await WindowClient.open(site.browser, ada)
    const frame = await client.show('search_tasks', { keyword: 'number' })
    const { body } = await ada.call('search_tasks', { keyword: 'number 49' })
    const [gone] = (body.data as { tasks: { id: number }[] }).tasks
    await ada.call('delete_task', { task_id: gone?.id })
    await frame.getByRole('checkbox', { name: 'Done: Number 49' }).click()
    await frame.getByRole('alert').getByText('Task not found').waitFor()
    await frame.getByRole('checkbox', { name: 'Done: Number 49', checked: false }).waitFor()
    expect(await frame.evaluate('document.querySelector("main").offsetHeight')).toBeLessThanOrEqual(500)
    expect(client.complaints).toEqual([])
  })

  test('[C389] [C531] the window of a universe draws its bodies, and shows the changes of another client', async () => {
    const ada = await site.at.user({ path: '/api/universe/mcp' })
    const { raw } = await ada.call('create_universe', { name: `Sol ${evil}`, preset: 'sol' })
    const { id } = raw['structuredContent'] as { id: string }
    await using client = await WindowClient.open(site.browser, ada)
    const { text } = await client.windowOf('get_universe_state')
    expect(text.length).toBeLessThanOrEqual(250 * 1024)

    const frame = await client.show('get_universe_state', { universeId: id })
    await frame.locator('circle').first().waitFor()
    await frame.getByRole('heading', { name: 'Sol <img' }).waitFor()
    const bodies = await frame.locator('circle').count()
    expect(bodies).toBeGreaterThan(8)
    await client.shot('window-universe-light')
    await client.setTheme('dark')
    await client.shot('window-universe-dark')

    const path = '/api/universe/mcp'
    const resource = site.url + path
    const request = { userId: ada.id, clientId: 'other', scope: [], resource, ttlSeconds: 3600 }
    const token = await site.at.host.tokens.issue(request)
    const other = new TestUser({ id: ada.id, email: ada.email, token, url: site.url, path })
    const sun = await bodyNamed(other, id, 'Sun')
    const command = { type: 'updateStar', id: sun, payload: { name: evil } }
    expect((await other.call('send_universe_command', { universeId: id, command })).isError).toBe(false)
    await expect.poll(() => frame.locator('text', { hasText: '<img src=x' }).count()).toBe(1)
    expect(Math.max(...(await client.heights()))).toBeLessThanOrEqual(500)
    expect(await client.page.evaluate('window.wasRun')).toBe(undefined)
    expect(client.complaints).toEqual([])
  })

  const universeOf = async (ada: TestUser) => {
    const { raw } = await ada.call('create_universe', { name: 'Watched' })
    const { id } = raw['structuredContent'] as { id: string }
    const send = async (command: object) =>
      expect((await ada.call('send_universe_command', { universeId: id, command })).isError).toBe(false)
    return { id, send }
  }

  test('[C532] the window of a past state stays as it is while another shows a change', async () => {
    const ada = await site.at.user({ path: '/api/universe/mcp' })
    const { id, send } = await universeOf(ada)
    await send(star('sun', { name: 'Old sun' }))
    await using past = await WindowClient.open(site.browser, ada)
    await using present = await WindowClient.open(site.browser, ada)
    const then = await past.show('get_universe_state', { universeId: id, revision: 1 })
    await then.locator('text', { hasText: 'Old sun' }).waitFor()
    // Opened later, so that it asks later than the other would.
    const now = await present.show('get_universe_state', { universeId: id })
    await now.locator('text', { hasText: 'Old sun' }).waitFor()

    await send({ type: 'updateStar', id: 'sun', payload: { name: 'New sun' } })
    await now.locator('text', { hasText: 'New sun' }).waitFor()
    expect(await then.locator('text', { hasText: 'Old sun' }).count()).toBe(1)
    expect([...past.complaints, ...present.complaints]).toEqual([])
  })

  test('[C533] of more than 2,000 bodies the window shows only the number', async () => {
    const ada = await site.at.user({ path: '/api/universe/mcp' })
    const { id, send } = await universeOf(ada)
    for (let batch = 0; batch < 4; batch += 1)
      await send({ type: 'batch', commands: Array.from({ length: 500 }, (_, n) => star(`b${batch}-${n}`)) })
    await send(star('last'))
    await using client = await WindowClient.open(site.browser, ada)
    const frame = await client.show('get_universe_state', { universeId: id })
    await frame.getByText(/^2.001 bodies are too many for this window/).waitFor()
    expect(await frame.locator('circle').count()).toBe(0)
    expect(client.complaints).toEqual([])
  })
})

async function bodyNamed(user: TestUser, universeId: string, name: string): Promise<string> {
  const { raw } = await user.call('get_universe_state', { universeId, view: 'full' })
  const { stars } = raw['structuredContent'] as { stars: Record<string, { id: string; name: string }> }
  return Object.values(stars).find((star) => star.name === name)?.id ?? ''
}
