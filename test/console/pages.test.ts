import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '@quipu/kit'
import { realModules } from '../catalog/real-modules.ts'
import { hasProgram } from '../environment/index.ts'
import { openCallback } from '../oauth/callback-server.ts'
import { SdkApp } from '../oauth/sdk-app.ts'
import type { TestUser } from '../environment/test-user.ts'
import { complaintsOf, ConsoleSite, overhangOf, seriousIssues, showBoth } from './console-site.ts'
import { fillerModule } from './filler.ts'

describe.skipIf(!hasProgram('chromium'))('the host’s pages', () => {
  let site: ConsoleSite
  let callback: Awaited<ReturnType<typeof openCallback>>
  let db: Db
  beforeAll(async () => {
    const modules = [...(await realModules()), fillerModule((given) => (db = given))]
    site = await ConsoleSite.open({ modules })
    callback = await openCallback()
  })
  afterAll(async () => {
    await callback?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })

  test('[CO22] [CO907] [C523] the printed link leads a new person to a first answered question about the sample shop', async () => {
    const ada = await site.someone('Ada')
    const { url } = await site.at.host.links.signIn(ada.email)
    await using person = await site.stranger(ada)
    const { page } = person
    await page.goto(url)
    await person.press('Sign in')
    await page.waitForURL(`${site.url}/app`)
    await page.getByRole('heading', { name: 'Begin: ask the sample shop a question' }).waitFor()
    await page.getByPlaceholder('total sales by region last quarter').waitFor()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const answer = page.getByRole('status', { name: 'Answer' })
    await answer.getByRole('img', { name: /revenue/i }).waitFor()
    expect(await answer.locator('.narrative').textContent()).toMatch(/East|West|North|South|Central/)
    await page.getByText('None is connected yet').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'home-answered')
    await page.getByRole('link', { name: 'See how it was read' }).click()
    await page.locator('.reading').waitFor()
    expect(complaintsOf(person)).toEqual([])
  })

  test('[CO23] [CO909] [CO24] [CO25] [CO908] a real client turns the page green, the doctor shows its steps, and a revoked client is refused', async () => {
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

  test('[C524] [C801] of many attempts the newest three show their steps, and each failed one its cause', async () => {
    await using person = await site.enter(await site.someone('Ada', 'admin'), '/app/doctor')
    for (let at = 0; at < 12; at++) {
      const headers = { 'user-agent': `client-${at} ${'long'.repeat(50)}`, authorization: 'Bearer nothing' }
      await fetch(`${site.url}/mcp`, { method: 'POST', headers })
    }
    const { page } = person
    const many = page.locator('section.card', { hasText: 'client-' })
    await expect.poll(() => many.count()).toBe(12)
    expect(await many.getByText('The token that the client sends does not count').count()).toBe(12)
    expect(await page.locator('summary', { hasText: 'Steps' }).count()).toBeGreaterThanOrEqual(9)
    expect(await page.locator('section.card > .hops').count()).toBe(3)
    await showBoth(person, 'doctor-many-1440')
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await overhangOf(page)).toBe(0)
    await showBoth(person, 'doctor-many-360')
  })

  test('[C525] [C802] [C528] [C529] many apps, tokens, sessions and events with long names fit a phone, and an admin sees whose each session is', async () => {
    const boss = await site.someone('Boss', 'admin')
    const ada = await site.someone(long)
    await Promise.all([openSession(site, boss, 'Old client'), openSession(site, ada, long)])
    await fill(db, boss)
    await using person = await site.enter(boss, '/app/apps')
    const { page } = person
    await page.getByRole('button', { name: 'Revoke App 40' }).waitFor()
    await page.getByRole('button', { name: 'Revoke Token 40' }).waitFor()
    const sessions = page.getByRole('table', { name: 'Open sessions' })
    await sessions.getByRole('row', { name: /Boss .*Old client/ }).waitFor()
    expect(await sessions.getByRole('row').filter({ hasText: long }).count()).toBe(1)
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'apps-many-1440')
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await overhangOf(page)).toBe(0)
    await showBoth(person, 'apps-many-360')

    await page.goto(`${site.url}/app/activity?of=me`)
    await page.setViewportSize({ width: 1440, height: 900 })
    const scroller = page.locator('.table-scroller.windowed')
    await scroller.waitFor()
    expect(await page.locator('.table tbody tr').count()).toBeLessThan(100)
    await page.getByRole('cell', { name: 'Client 4', exact: true }).first().waitFor()
    await showBoth(person, 'activity-many-1440')
    const rows = async () => Number(await page.getByRole('table').getAttribute('aria-rowcount'))
    const before = await rows()
    await page.getByRole('button', { name: 'Show older ones' }).click()
    await expect.poll(rows).toBeGreaterThan(before)
    await scroller.evaluate((element) => element.scrollTo(0, 2000))
    await expect.poll(() => page.getByText('Signed in').count()).toBe(0)
    await boss.call('add_task', { title: 'not lost' })
    await page.getByRole('button', { name: '1 new event' }).click()
    await page.getByRole('cell', { name: 'add_task' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /new event/ }).count()).toBe(0)
    await boss.call('delete_task', { task_id: 1_000_000 })
    await page.getByRole('cell', { name: 'delete_task' }).waitFor()
    expect(complaintsOf(person)).toEqual([])
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

  test('[C527] the settings keep the time zone, the week and the fiscal year of a person', async () => {
    const ada = await site.someone('Ada')
    await using person = await site.enter(ada, '/app/settings')
    const { page } = person
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel('A week begins on').selectOption('Sunday')
    await page.getByLabel('The fiscal year begins in').selectOption('April')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('Your preferences were saved').waitFor()
    expect(await (await ada.api('GET', '/api/user-settings')).json()).toMatchObject({
      time_zone: 'Europe/Berlin',
      dataAgent: { weekStart: 'sunday', fiscalYearStart: 4 },
    })
    await showBoth(person, 'settings-saved')
    await page.reload()
    await expect.poll(() => page.getByLabel('The fiscal year begins in').inputValue()).toBe('4')
  })

  test('[CO20] [C492] the page of tools shows their fingerprint', async () => {
    const ada = await site.someone('Ada')
    const listed = await (await ada.api('GET', '/api/tools')).json()
    const { fingerprint, tools } = listed as Listed
    await using person = await site.enter(ada, '/app/tools')
    const { page } = person
    const { tokens } = tools.find(({ name }) => name === 'add_task') ?? { tokens: 0 }
    expect(tokens).toBeGreaterThan(0)
    await page.getByRole('row', { name: new RegExp(`add_task.* ${tokens}\\b`) }).waitFor()
    await page.getByTitle(fingerprint).getByText(fingerprint.slice(0, 16)).waitFor()
    expect(await seriousIssues(page)).toEqual([])
  })

  test('[CO906] a tool can be tried on its page', async () => {
    await using person = await site.enter(await site.someone('Ada'), '/app/tools?tool=add_task')
    const { page } = person
    await page.getByLabel('Try it here').fill('{"title":"<b>Water</b> the plants"}')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByRole('region', { name: 'the answer' }).getByText('<b>Water</b> the plants').waitFor()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'tool-tried')
  })
})

const long = 'Long-Name'.repeat(20)

interface Listed {
  readonly fingerprint: string
  readonly tools: readonly { readonly name: string; readonly tokens: number }[]
}

/** A client of the protocol before 2026 keeps a session open. */
async function openSession(site: ConsoleSite, { token }: TestUser, name: string): Promise<void> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1.0' } }
  const response = await fetch(`${site.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  if (!response.ok) throw new Error(`The session was refused: ${await response.text()}`)
}

/** 40 apps, 40 tokens and 3,000 events of one person; the last app and the last token have short names. */
async function fill(db: Db, { id }: TestUser): Promise<void> {
  const scopes = `array['tasks:read', 'tasks:write', 'truth:read']`
  const named = (what: string) =>
    `case when g = 40 then '${what} 40' else rpad('${what} ' || g || ' ', 190, 'Long-Name ') end`
  const inserts = [
    `insert into connected_apps
       (id, user_id, client_id, client_name, redirect_host, resource, scopes, created_at, last_used_at, expires_at)
     select 'filled-' || g, $1, 'client-' || g, ${named('App')}, repeat('host', 40) || '.example',
       'http://127.0.0.1/mcp', ${scopes}, now(), now(), now() + interval '9 days' from generate_series(1, 40) g`,
    `insert into personal_tokens (user_id, name, token_hash, resource, scopes, created_at, expires_at)
     select $1, ${named('Token')}, 'filled-' || g, 'http://127.0.0.1/mcp', ${scopes}, now(),
       now() + interval '9 days' from generate_series(1, 40) g`,
    `insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id, metadata)
     select now() - g * interval '1 second', $1, 'mcp.tool.call', 'tool', 'tool_' || repeat('long_', g % 40) || g,
       case when g % 7 = 0 then 'NOT_FOUND' else 'ok' end, 'filled-' || g,
       jsonb_build_object('clientName', 'Client ' || g % 5) from generate_series(1, 3000) g`,
  ]
  for (const sql of inserts) {
    // A statement like those of the query builder.
    const query = { compile: () => ({ sql, parameters: [id] }) } as unknown as never
    await db.query({ userId: id }, query)
  }
}
