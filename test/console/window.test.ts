import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Frame, Page } from 'playwright-core'
import { agentPath } from '../data-agent/open-agent.ts'
import { hasProgram } from '../environment/index.ts'
import type { TestUser } from '../environment/test-user.ts'
import { openBakerySite, type BakerySite } from './bakery-site.ts'

/** As a host makes it of the policy that the resource declares: nothing but what the page holds itself. */
const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">`

describe.skipIf(!hasProgram('chromium'))('the window of an answer', () => {
  let bakery: BakerySite
  let page: Page
  let user: TestUser
  let html: string
  let ontologyId: string
  const complaints: string[] = []
  beforeAll(async () => {
    bakery = await openBakerySite({ connection: 'bakery', ontology: 'Bakery' })
    const { site } = bakery
    ontologyId = bakery.ontologyId
    user = await site.at.user({ path: agentPath })
    page = await site.browser.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith('about:')) complaints.push(`asked for ${request.url()}`)
    })
    await page.setContent('<!doctype html><title>A client</title><body></body>')
    await page.addScriptTag({ content: await hostScript() })
  })
  afterAll(async () => {
    await page?.close()
    await bakery?.[Symbol.asyncDispose]()
  })

  const show = async (tool: string, input: object, theme: 'light' | 'dark' = 'light'): Promise<Frame> => {
    const { raw } = await user.call(tool, { ontologyId, ...input })
    const given = [html, raw, theme].map((each) => JSON.stringify(each)).join(', ')
    await page.evaluate(`window.showWindow(${given})`)
    const frame = page.frames().find((one) => one !== page.mainFrame())
    if (frame === undefined) throw new Error('There is no window')
    return frame
  }

  test('[C314] [H600] the page that the server sends is small and needs nothing else', async () => {
    const { result: listed } = await user.rpc('tools/list')
    const tools = listed?.['tools'] as { name: string; _meta?: { ui?: { resourceUri: string } } }[]
    const uri = tools.find(({ name }) => name === 'ask_question')?._meta?.ui?.resourceUri
    const { result = {} } = await user.rpc('resources/read', { uri })
    const [contents] = result['contents'] as { text: string; mimeType: string }[]
    expect(contents?.mimeType).toBe('text/html;profile=mcp-app')
    expect(contents?.text.length).toBeLessThanOrEqual(250 * 1024)
    expect(contents?.text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/)
    html = (contents?.text ?? '').replace('<head>', `<head>${policy}`)
  })

  test('[C314] chart and table of ask_question are shown in the official host, in both themes', async () => {
    const frame = await show('ask_question', { question: 'total amount by city' })
    await expect.poll(() => frame.locator('.chart-mark').count()).toBe(2)
    const background = () => frame.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    await shot(page, 'window-light')
    await page.evaluate(`window.shown.setTheme('dark')`)
    await expect.poll(background).not.toBe(light)
    await shot(page, 'window-dark')
    await frame.getByRole('tab', { name: 'Table' }).click()
    await frame.getByRole('cell', { name: 'Cusco' }).waitFor()
    const heights = await page.evaluate<number[]>('window.shown.heights')
    expect(heights.length).toBeGreaterThan(0)
    expect(Math.max(...heights)).toBeLessThanOrEqual(500)
  })

  test('[C314] query_data with many rows scrolls within the window, and markup in the data is text', async () => {
    const query = {
      from: 'sales',
      select: ['sales.sale_id', { value: '<img src=x onerror="parent.wasRun=1">' }],
    }
    const frame = await show('query_data', { query, max_rows: 360 }, 'dark')
    await frame.getByRole('table').waitFor()
    expect(await frame.getByText('<img src=x').count()).toBeGreaterThan(0)
    expect(await frame.evaluate('document.querySelector("main").offsetHeight')).toBeLessThanOrEqual(500)
    expect(await frame.getByRole('row').count()).toBeLessThan(80)
    expect(await page.evaluate('window.wasRun')).toBe(undefined)
  })

  test('[C314] a question back and a refusal are shown as words, and nothing was loaded from anywhere', async () => {
    const back = await show('ask_question', { question: 'Show high-value sales' })
    await expect.poll(() => back.locator('li').count()).toBeGreaterThan(0)
    const none = await show('ask_question', { question: 'average temperature of the planets' })
    await none
      .getByText(/temperature|planets|cannot|not/i)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })
})

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['QUIPU_SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

async function hostScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, 'window-host.js'),
        formats: ['iife'],
        name: 'client',
        fileName: 'client',
      },
    },
  })
  return (Array.isArray(built) ? built : [built])
    .flatMap((one) => ('output' in one ? one.output : []))
    .flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
    .join('\n')
}
