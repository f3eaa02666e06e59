import { tasks } from '@quipu/tasks'
import { chromium } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'

test.skipIf(!hasProgram('chromium'))('[H16] a browser shows the front page without a complaint', async () => {
  await using at = await openTestHost(quickEngine(), [tasks])
  await using browser = await chromium.launch({
    executablePath: inject('programs').chromium ?? '',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ colorScheme: 'light' })
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => complaints.push(request.url()))
  const answer = await page.goto(at.url)

  expect(answer?.status()).toBe(200)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Connect your assistant')
  const text = await page.locator('body').textContent()
  expect(text).toContain(`claude mcp add --transport http quipu ${at.url}/mcp`)
  const snippets = await page.locator('pre', { hasText: '{' }).allTextContents()
  const configurations = snippets.filter((snippet) => snippet.startsWith('{'))
  expect(configurations.map((snippet): unknown => JSON.parse(snippet))).toEqual(
    expect.arrayContaining([
      { mcpServers: { quipu: { url: `${at.url}/mcp` } } },
      { servers: { quipu: { type: 'http', url: `${at.url}/mcp` } } },
    ]),
  )
  expect(text).toContain('claude mcp add quipu -- "$PWD/node_modules/.bin/quipu" stdio')
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(complaints).toEqual([])
  if (process.env['QUIPU_SCREENSHOTS'] !== undefined) {
    await page.screenshot({ path: `${process.env['QUIPU_SCREENSHOTS']}/front-page.png` })
  }
})
