import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import type { Person } from '../oauth/person.ts'
import { ConsoleSite } from './console-site.ts'

const root = join(import.meta.dirname, '../..')

/** `QUIPU_SCREENSHOTS=docs/site npm test -- test/console/pictures` updates the pictures of the documentation. */
describe.skipIf(!hasProgram('chromium'))('the pictures of the documentation', () => {
  let site: ConsoleSite
  let person: Person
  beforeAll(async () => {
    site = await ConsoleSite.open()
    person = await site.enter(await site.someone('Ada Quispe', 'admin'), '/app')
    await person.page.setViewportSize({ width: 1280, height: 800 })
    await person.page.emulateMedia({ colorScheme: 'light' })
  })
  afterAll(async () => {
    await person?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })

  test('[CO30] an answer with its chart and how it was read', async () => {
    const { page } = person
    await page.goto(`${site.url}/app/ask`)
    await page.getByRole('combobox', { name: 'Your question' }).fill('total sales by region last quarter')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('img', { name: /revenue/i }).waitFor()
    await expect.poll(() => page.locator('.reading').textContent()).toContain('revenue per region')
    await page.evaluate(`document.querySelector('.narrative').closest('.card').scrollIntoView()`)
    await take('console-ask')
  })

  test('[CO30] the page for connecting a client', async () => {
    await person.page.goto(`${site.url}/app/connect`)
    await expect.poll(() => person.page.locator('main').textContent()).toContain('claude mcp add')
    await take('console-connect')
  })

  /** A small screenshot of the visible part, for the documentation. */
  async function take(name: string): Promise<void> {
    const folder = process.env['QUIPU_SCREENSHOTS']
    if (folder !== undefined) await person.page.screenshot({ path: join(folder, `${name}.png`) })
  }
})

test('[CO30] every picture of a documentation page exists', () => {
  const shown = globSync(['README.md', 'docs/site/*.md'], { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, picture]) =>
      join(dirname(file), picture ?? ''),
    ),
  )
  expect(shown).toContain('docs/site/console-ask.png')
  expect(shown.filter((picture) => !existsSync(join(root, picture)))).toEqual([])
})
