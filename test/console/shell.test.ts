import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtConsole } from '../environment/console-build.ts'
import { hasProgram } from '../environment/index.ts'
import { LegacyClient } from '../sessions/legacy-client.ts'
import { ConsoleSite, complaintsOf, overhangOf, seriousIssues, showBoth } from './console-site.ts'

test('[CO5] [CO910] [CO903] the first load of every page is at most 150 KB gzipped, and nothing comes from another host', async () => {
  const folder = await builtConsole()
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...index.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  const assets = named.filter((name) => name.startsWith('/app/assets/'))
  const sizes = assets.map((name) => gzipSync(readFileSync(join(folder, name.slice('/app/'.length)))).length)
  expect(assets.length).toBeGreaterThan(1)
  expect(named.filter((name) => /^(?:https?:)?\/\//.test(name))).toEqual([])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150 * 1024)
  const loadedLater = readdirSync(join(folder, 'assets')).filter((name) => !index.includes(name))
  expect(loadedLater).toEqual(expect.arrayContaining([expect.stringMatching(/^universe-scene-/)]))
})

describe.skipIf(!hasProgram('chromium'))('the shell', () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await ConsoleSite.open()
  })
  afterAll(() => site?.[Symbol.asyncDispose]())

  test('[CO4] [CO902] everything can be reached by the keyboard: the palette, a page by its keys, help', async () => {
    await using person = await site.enter(await site.someone('Ada'), '/app')
    const { page } = person
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to' }).waitFor()
    await page.keyboard.type('univ')
    await page.getByRole('option', { name: 'Universes', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Universes' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/universes')
    await page.locator('#content:focus').waitFor()

    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL(`${site.url}/app`)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('g u').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Universes' }).waitFor()
    expect(complaintsOf(person)).toEqual([])
  })

  test('[C629] [C630] [C800] a person who may only look is not invited to what is refused, and the help is one click away', async () => {
    await using person = await site.enter(await site.someone('Vera', 'viewer'), '/app')
    const { page } = person
    await page.getByRole('heading', { name: 'Your assistants', exact: true }).waitFor()
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    expect(await page.getByRole('heading', { name: /^Begin/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/docs/')
    expect(await page.locator('.search-button kbd').textContent()).toBe('Ctrl K')
    for (const path of ['tasks', 'truth', 'universes']) {
      await page.goto(`${site.url}/app/${path}`)
      await page.getByText(/Your role lets you look.* An admin can change that\./).waitFor()
    }
    await page.goto(`${site.url}/app/data`)
    await page.getByRole('link', { name: 'Sample shop', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: /^Ask / }).count()).toBe(0)
  })

  test('[C640] a page that a person may not use says so, and asks for nothing that is refused', async () => {
    await using person = await site.enter(await site.someone('Vera', 'viewer'), '/app')
    const { page } = person
    const refused: string[] = []
    page.on('response', (response) => void (response.status() >= 400 && refused.push(response.url())))
    for (const title of ['People', 'Health', 'Vikunja']) {
      await page.goto(`${site.url}/app/${title.toLowerCase()}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByText('Not for your role').waitFor()
      expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
      expect(await seriousIssues(page)).toEqual([])
    }
    await page.getByRole('link', { name: 'To the home page' }).click()
    await page.waitForURL(`${site.url}/app`)
    expect([refused, complaintsOf(person)]).toEqual([[], []])
  })

  test('[C641] the home page lists the calls of tools, not the sessions of clients', async () => {
    const ada = await site.someone('Ada')
    const client = await new LegacyClient(`${site.url}/mcp`, ada.token).hello()
    await client.rpc('tools/call', { name: 'list_tasks', arguments: {} })
    await using person = await site.enter(ada, '/app')
    const card = person.page.locator('section', { hasText: 'New: what your assistants did' })
    await card.getByRole('link', { name: 'List tasks' }).waitFor()
    expect(await card.getByRole('listitem').count()).toBe(1)
  })

  test('[CO8] the colours follow the system until a person chooses, and the choice stays', async () => {
    await using person = await site.enter(await site.someone('Ada'), '/app')
    const { page } = person
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await paper()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await paper()
    expect(dark).not.toBe(light)
    await page.getByRole('button', { name: 'Light' }).click()
    expect(await paper()).toBe(light)
    await page.reload()
    await page.getByRole('button', { name: 'Light', pressed: true }).waitFor()
    expect(await paper()).toBe(light)
  })

  test('[CO31] on a low window the list of pages scrolls, and what is below it stays in sight', async () => {
    await using person = await site.enter(await site.someone('Ada'), '/app')
    const { page } = person
    await page.setViewportSize({ width: 1280, height: 600 })
    for (const name of ['Help', 'Sign out']) {
      const box = await page.getByRole('link', { name, exact: true }).boundingBox()
      expect(box === null ? undefined : box.y + box.height).toBeLessThanOrEqual(600)
    }
    const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' })
    await last.scrollIntoViewIfNeeded()
    await last.click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })

  test('[CO9] on a phone the navigation is a menu, and nothing is wider than the window', async () => {
    await using person = await site.enter(await site.someone('A'.repeat(200)), '/app', 360)
    const { page } = person
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await seriousIssues(page)).toEqual([])
    await showBoth(person, 'menu-360')
    await page.getByRole('dialog').getByRole('link', { name: 'Universes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Universes' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('[CO10] an unknown URL shows a page that says so, with a link to the home page', async () => {
    await using person = await site.enter(await site.someone('Ada'), '/app/nowhere/at/all')
    const { page } = person
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page.getByRole('link', { name: 'To the home page' }).click()
    await page.waitForURL(`${site.url}/app`)
    expect(await page.title()).toContain('Quipu')
  })
})
