import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentPath } from '../data-agent/open-agent.ts'
import { builtConsole } from '../environment/console-build.ts'
import { hasProgram } from '../environment/index.ts'
import { openBakerySite, type BakerySite } from './bakery-site.ts'
import { WindowClient } from './window-client.ts'

const sources = join(import.meta.dirname, '../../apps/console/src/windows')

describe.skipIf(!hasProgram('chromium'))('the window of an answer', () => {
  let bakery: BakerySite
  let client: WindowClient
  beforeAll(async () => {
    bakery = await openBakerySite({ connection: 'bakery', ontology: 'Bakery' })
    const { site } = bakery
    client = await WindowClient.open(site.browser, await site.at.user({ path: agentPath }))
  })
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]()
    await bakery?.[Symbol.asyncDispose]()
  })

  const show = (tool: string, input: object, theme: 'light' | 'dark' = 'light') =>
    client.show(tool, { ontologyId: bakery.ontologyId, ...input }, theme)

  test('[C314] [H600] the page that the server sends is small and needs nothing else', async () => {
    const { mimeType, text } = await client.windowOf('ask_question')
    expect(mimeType).toBe('text/html;profile=mcp-app')
    expect(text.length).toBeLessThanOrEqual(250 * 1024)
    expect(text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/)
  })

  test('[C360] each folder of windows is built into one small page', async () => {
    const built = join(await builtConsole(), 'windows')
    const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(readdirSync(built).toSorted()).toEqual(folders.map(({ name }) => `${name}.html`).toSorted())
    for (const name of readdirSync(built))
      expect([name, statSync(join(built, name)).size <= 250 * 1024]).toEqual([name, true])
  })

  test('[C828] chart and table of ask_question are shown in the official host, in both themes', async () => {
    const frame = await show('ask_question', { question: 'total amount by city' })
    await expect.poll(() => frame.locator('.chart-mark').count()).toBe(2)
    const background = () => frame.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    await client.shot('window-light')
    await client.setTheme('dark')
    await expect.poll(background).not.toBe(light)
    await client.shot('window-dark')
    await frame.getByRole('tab', { name: 'Table' }).click()
    await frame.getByRole('cell', { name: 'Cusco' }).waitFor()
    const heights = await client.heights()
    expect(heights.length).toBeGreaterThan(0)
    expect(Math.max(...heights)).toBeLessThanOrEqual(500)
  })

  test('[C828] query_data with many rows scrolls within the window, and markup in the data is text', async () => {
    const query = {
      from: 'sales',
      select: ['sales.sale_id', { value: '<img src=x onerror="parent.wasRun=1">' }],
    }
    const frame = await show('query_data', { query, max_rows: 360 }, 'dark')
    await frame.getByRole('table').waitFor()
    expect(await frame.getByText('<img src=x').count()).toBeGreaterThan(0)
    expect(await frame.evaluate('document.querySelector("main").offsetHeight')).toBeLessThanOrEqual(500)
    expect(await frame.getByRole('row').count()).toBeLessThan(80)
    expect(await client.page.evaluate('window.wasRun')).toBe(undefined)
  })

  test('[C314] [C828] a question back and a refusal are shown as text, and nothing is loaded from the network', async () => {
    const back = await show('ask_question', { question: 'Show high-value sales' })
    await expect.poll(() => back.locator('li').count()).toBeGreaterThan(0)
    const none = await show('ask_question', { question: 'average temperature of the planets' })
    await none
      .getByText(/temperature|planets|cannot|not/i)
      .first()
      .waitFor()
    expect(client.complaints).toEqual([])
  })
})
