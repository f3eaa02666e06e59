import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { openCallback } from '../oauth/callback-server.ts'
import { SdkApp } from '../oauth/sdk-app.ts'
import { complaintsOf, ConsoleSite, seriousIssues, showBoth } from './console-site.ts'

describe.skipIf(!hasProgram('chromium'))('the host’s pages', () => {
  let site: ConsoleSite
  let callback: Awaited<ReturnType<typeof openCallback>>
  beforeAll(async () => {
    site = await ConsoleSite.open()
    callback = await openCallback()
  })
  afterAll(async () => {
    await callback?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })

  test('[CO22] the printed link leads a new person to a first answered question about the sample shop', async () => {
    const ada = await site.someone('Ada')
    const { url } = await site.at.host.links.signIn(ada.email)
    await using person = await site.stranger(ada)
    const { page } = person
    await page.goto(url)
    await person.press('Sign in')
    await page.waitForURL(`${site.url}/app`)
    await page.getByRole('heading', { name: 'Begin: ask the sample shop a question' }).waitFor()
    await page.getByRole('button', { name: 'How many orders are there?' }).click()
    await page.getByRole('status', { name: 'Answer' }).getByRole('table').waitFor()
    await page.getByText('None is connected yet').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'home-answered')
    expect(complaintsOf(person)).toEqual([])
  })

  test('[CO23] [CO24] [CO25] a real client turns the page green, the doctor shows its steps, and a revoked client is refused', async () => {
    const ada = await site.someone('Ada')
    await using person = await site.enter(ada, '/app/connect?client=cursor')
    const { page } = person
    await page.getByText('Waiting for the first call').waitFor()
    await page.getByRole('link', { name: 'Add to Cursor' }).waitFor()
    await page.getByLabel('For reading only').check()
    await page.getByText(`${site.url}/mcp?readonly=1`).last().waitFor()
    await page.getByLabel('For reading only').uncheck()
    await showBoth(person, 'connect-waiting')

    await using other = await site.enter(ada, '/app/doctor')
    const app = new SdkApp({
      serverUrl: `${site.url}/mcp`,
      redirectUri: callback.url,
      browse: (url) => other.answer(url),
    })
    await using client = await app.connect('modern')
    await client.callTool({ name: 'list_tasks', arguments: {} })
    await page.getByText('Connected:').waitFor()
    await showBoth(person, 'connect-green')

    await page.goto(`${site.url}/app/doctor`)
    const steps = page.getByRole('list', { name: 'Steps' }).first()
    await steps.waitFor()
    await expect.poll(() => page.locator('.badge', { hasText: 'connected' }).count()).toBeGreaterThan(0)
    expect(await steps.locator('.hop.ok').count()).toBe(8)
    await showBoth(person, 'doctor-connected')

    await page.goto(`${site.url}/app/apps`)
    await page.getByRole('button', { name: 'Revoke SDK client' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('No app is connected').waitFor()
    await expect(client.callTool({ name: 'list_tasks', arguments: {} })).rejects.toThrow(
      /nauthorized|refresh token/,
    )
    expect(complaintsOf(person)).toEqual([])
  })

  test('[CO24] a broken client is explained: the step, the cause and what to do', async () => {
    await using person = await site.enter(await site.someone('Ada'), '/app/doctor')
    const headers = { 'user-agent': 'broken-client/1.0', 'content-type': 'application/json' }
    await fetch(`${site.url}/mcp`, { method: 'POST', headers })
    await fetch(`${site.url}/.well-known/oauth-protected-resource/mcp`, { headers })
    await fetch(`${site.url}/.well-known/oauth-authorization-server`, { headers })
    const refused = await fetch(`${site.url}/api/oauth/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ client_name: 'Broken', redirect_uris: ['http://evil.example/callback'] }),
    })
    expect(refused.status).toBe(400)
    const { page } = person
    const attempt = page.locator('section.card', { hasText: 'broken-client/1.0' })
    await attempt.getByText('The client wants to be called back at an address that is not allowed.').waitFor()
    await attempt.locator('.hop.failed', { hasText: 'Registered' }).waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'doctor-broken')
  })

  test('[CO26] activity is filtered by the URL, shows new events live, and its chain is checked', async () => {
    const boss = await site.someone('Boss', 'admin')
    await using person = await site.enter(boss, '/app/activity?action=api.call&of=me')
    const { page } = person
    await page.getByRole('table', { name: 'Activity' }).waitFor()
    await Promise.all(Array.from({ length: 150 }, () => boss.api('GET', '/api/tasks')))
    await expect.poll(() => page.getByText('GET /api/tasks').count()).toBeGreaterThan(5)
    await page.locator('.table-scroller.windowed').waitFor()
    expect(await page.locator('.table tbody tr').count()).toBeLessThan(100)
    await page.getByLabel('Tool or route').fill('GET /api/tasks')
    await page.waitForURL(/resource_id=GET/)
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText('The chain is whole').waitFor()
    await showBoth(person, 'activity-verified')
    expect(complaintsOf(person)).toEqual([])
  })

  test('[CO27] an admin invites a person, hands over the link, and sees why a role may call a tool', async () => {
    await using person = await site.enter(await site.someone('Boss', 'admin'), '/app/people')
    const { page } = person
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('E-mail').fill('bea@example.com')
    await page.getByLabel('Name', { exact: false }).last().fill('Bea')
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await page.getByRole('region', { name: 'the link' }).innerText()
    expect(link).toMatch(new RegExp(`^${site.url}/invite/`))
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Bea' }).waitFor()
    await page.getByRole('tab', { name: 'Roles and tools' }).click()
    await page.getByLabel('Person').selectOption({ label: 'Bea' })
    await page.getByLabel('Tool', { exact: true }).selectOption('add_task')
    await page.getByText('Bea cannot call add_task').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'people-roles')
  })

  test('[CO20] a tool can be tried on its page', async () => {
    await using person = await site.enter(await site.someone('Ada'), '/app/tools?tool=add_task')
    const { page } = person
    await page.getByLabel('Try it here').fill('{"title":"<b>Water</b> the plants"}')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByRole('region', { name: 'the answer' }).getByText('<b>Water</b> the plants').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'tool-tried')
  })
})
