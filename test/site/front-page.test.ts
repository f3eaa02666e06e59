import { tasks } from '@quipu/tasks'
import { chromium } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { openTestHost } from '../environment/test-host.ts'

test.skipIf(!hasProgram('chromium'))('[H16] a browser shows the front page without a complaint', async () => {
  await using at = await openTestHost('pglite', [tasks])
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
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quipu')
  expect(await page.locator('body').textContent()).toContain(`${at.url}/mcp`)
  expect(complaints.filter((line) => !line.includes('favicon'))).toEqual([])
  if (process.env['QUIPU_SCREENSHOTS'] !== undefined) {
    await page.screenshot({ path: `${process.env['QUIPU_SCREENSHOTS']}/front-page.png` })
  }
})
