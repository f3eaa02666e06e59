import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import type { Person } from '../oauth/person.ts'
import { ConsoleSite, complaintsOf, overhangOf, seriousIssues, showBoth } from './console-site.ts'

const evil = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>'

describe.skipIf(!hasProgram('chromium'))('every page', () => {
  let site: ConsoleSite
  let wide: Person
  let narrow: Person
  beforeAll(async () => {
    site = await ConsoleSite.open()
    const long = await site.someone(`${evil} ${'Long-Name'.repeat(20)}`.slice(0, 200), 'admin')
    const fact = { entity_type: 'company', name: `${evil} ${'Long-Name'.repeat(20)}`.slice(0, 200) }
    const known = await long.api('POST', '/api/truth/ingest', { entities: [fact] })
    if (!known.ok) throw new Error(`The fact was refused: ${await known.text()}`)
    const title = `${evil} ${'Long-Title'.repeat(20)}`.slice(0, 200)
    await long.call('add_task', { title, description: evil, due_date: '2020-01-01' })
    wide = await site.enter(long, '/app')
    narrow = await site.enter(long, '/app', 390)
  })
  afterAll(async () => {
    await wide?.[Symbol.asyncDispose]()
    await narrow?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })

  /** The pages of the navigation. */
  const paths = async () => {
    const links = wide.page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await links.first().waitFor()
    const all = await links.all()
    return Promise.all(all.map(async (link) => (await link.getAttribute('href')) ?? ''))
  }

  test('[CO12] no page has a serious issue for axe in light or dark', async () => {
    for (const path of await paths()) {
      await arrive(wide, path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await wide.page.emulateMedia({ colorScheme })
        expect([path, colorScheme, await seriousIssues(wide.page)]).toEqual([path, colorScheme, []])
      }
      await showBoth(wide, `page${path.replaceAll('/', '-')}-1440`)
    }
    expect(complaintsOf(wide)).toEqual([])
  })

  test('[CO9] [CO905] every page fits a phone, and shows what people wrote as text', async () => {
    for (const path of await paths()) {
      await arrive(narrow, path)
      await showBoth(narrow, `page${path.replaceAll('/', '-')}-390`)
      await narrow.page.setViewportSize({ width: 360, height: 800 })
      expect([path, await overhangOf(narrow.page)]).toEqual([path, 0])
      expect([path, await narrow.page.evaluate('window.wasRun')]).toEqual([path, undefined])
    }
    expect(complaintsOf(narrow)).toEqual([])
  })

  async function arrive({ page }: Person, path: string): Promise<void> {
    await page.setViewportSize({ width: page === wide.page ? 1440 : 390, height: 900 })
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
  }
})
