import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Module } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { hasProgram, temporaryFolder } from '../environment/index.ts'
import { engines, openTestHost, quickEngine } from '../environment/test-host.ts'
import { servers } from '../environment/index.ts'
import { blocksOf, root } from './blocks.ts'

// Of its own: a package that another test makes at this moment has the documentation made too.
const place = temporaryFolder()
const folder = place.path
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

beforeAll(() => void execFileSync(process.execPath, [join(root, 'scripts/docs.mjs'), folder]))
afterAll(() => place[Symbol.dispose]())

test('[H590] [H975] the documentation is served at /docs to anyone, and every link in it leads somewhere', async () => {
  await using at = await openTestHost(quickEngine(), [tasks], { docsFolder: folder })
  const seen = new Map<string, number>()
  const waiting = ['/docs/']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await fetch(at.url + path)
    const text = await answer.text()
    seen.set(path, answer.status)
    if (!answer.headers.get('content-type')?.startsWith('text/html') || !path.startsWith('/docs')) continue
    expect(answer.headers.get('content-security-policy')).toBe(policy)
    expect(text).not.toMatch(/<script|<style| style="| on\w+="/)
    const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
    for (const [, href = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const url = new URL(href, at.url + path)
      if (url.origin !== new URL(at.url).origin) continue
      const isLost = url.pathname === path && url.hash !== '' && !ids.has(url.hash.slice(1))
      expect([path, href, isLost]).toEqual([path, href, false])
      if (!seen.has(url.pathname) && !waiting.includes(url.pathname)) waiting.push(url.pathname)
    }
  }
  expect([...seen].filter(([, status]) => status !== 200)).toEqual([])
  expect(seen.size).toBeGreaterThan(16)
  const text = await (await fetch(`${at.url}/llms.txt`)).text()
  expect(text).toMatch(/^# Quipu\n\n> One self-hosted/)
  for (const [, file = ''] of text.matchAll(/\]\(docs\/([\w-]+\.md)\)/g))
    expect(existsSync(join(folder, file))).toBe(true)
  expect((await fetch(`${at.url}/docs`, { redirect: 'manual' })).headers.get('location')).toBe('/docs/')
  for (const path of ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/.hidden'])
    expect((await fetch(at.url + path)).status).toBe(404)
})

test('[H590] without a build there is nothing at /docs, and the front page names it only where it is', async () => {
  await using without = await openTestHost(quickEngine(), [tasks])
  await using withDocs = await openTestHost(quickEngine(), [tasks], { docsFolder: folder })

  expect((await fetch(`${without.url}/docs/`)).status).toBe(404)
  expect(await (await fetch(without.url)).text()).not.toContain('/docs/')
  expect(await (await fetch(withDocs.url)).text()).toContain('<a href="/docs/">Documentation</a>')
})

test.skipIf(!hasProgram('chromium'))(
  '[H975] a browser shows each page in both themes without a complaint',
  async () => {
    await using at = await openTestHost(quickEngine(), [tasks], { docsFolder: folder })
    await using browser = await chromium.launch({
      executablePath: inject('programs').chromium ?? '',
      args: ['--no-sandbox'],
    })
    const complaints: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } })
      page.on('console', (message) => complaints.push(message.text()))
      // The browser fetches the icon late, and gives it up when the next page is opened.
      page.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? ''
        if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()} ${why}`)
      })
      page.on('response', (answer) => {
        if (answer.status() >= 400) complaints.push(`${answer.url()} ${answer.status()}`)
      })
      for (const name of ['', 'architecture', 'settings']) {
        await page.goto(`${at.url}/docs/${name}`)
        const width = await page
          .locator('html')
          .evaluate(({ scrollWidth }: { scrollWidth: number }) => scrollWidth)
        expect(width).toBeLessThanOrEqual(1280)
        const screenshots = process.env['QUIPU_SCREENSHOTS']
        if (screenshots !== undefined)
          await page.screenshot({ path: `${screenshots}/docs-${name || 'index'}-${colorScheme}.png` })
      }
      await page.close()
    }
    expect(complaints).toEqual([])
  },
)

test.skipIf(!hasProgram('chromium'))('[H822] on a phone the text is above the list of pages', async () => {
  await using at = await openTestHost(quickEngine(), [tasks], { docsFolder: folder })
  await using browser = await chromium.launch({
    executablePath: inject('programs').chromium ?? '',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(`${at.url}/docs/data`)
  const top = async (what: string) => (await page.locator(what).boundingBox())?.y ?? NaN
  expect(await top('main')).toBeLessThan(120)
  expect(await top('nav')).toBeGreaterThan(844)
  await page.getByRole('link', { name: 'All pages' }).click()
  await expect.poll(() => top('nav')).toBeLessThan(844)
})

test('[C282] the reference of settings names every setting that there is, and no other', async () => {
  const config = readFileSync(join(root, 'apps/server/src/installation/config.ts'), 'utf8')
  const spread = ['bucket', 'language-model', 'tracing'].map((name) =>
    readFileSync(join(root, `apps/server/src/installation/${name}.ts`), 'utf8'),
  )
  const known = new Set(
    [config, ...spread].flatMap((text) =>
      Array.from(text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm), ([, name]) => name),
    ),
  )
  known.delete('NODE_ENV')
  const listed = new Set(
    Array.from(
      readFileSync(join(folder, 'settings.md'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm),
      ([, name]) => name,
    ),
  )

  expect(listed).toEqual(known)
})

test('[C282] the reference of tools names every published tool', () => {
  const text = readFileSync(join(folder, 'tools.md'), 'utf8')
  for (const file of globSync('test/catalog/*.json', { cwd: root })) {
    const { tools } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { tools: Record<string, object> }
    for (const name of Object.keys(tools)) expect(text).toContain(`### ${name}\n`)
  }
})

describe.each(servers().databaseUrl === null ? ['pglite' as const] : engines)('on %s', (engine) => {
  test('[C283] the module that the documentation writes is one that works', async () => {
    const place = join(root, 'dist', `docs-module-${process.pid}-${engine}`)
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    for (const { info, text } of blocksOf('docs/site/writing-a-module.md')) {
      const file = join(place, info.replace('ts file=', ''))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const index = pathToFileURL(join(place, 'modules/guest-book/src/index.ts')).href
    const { guestBook } = (await import(index)) as { guestBook: Module }
    await using at = await openTestHost(engine, [guestBook])
    const [ada, bob] = [await at.user(), await at.user()]

    const first = await ada.call('sign_guest_book', { text: 'Ada was here', idempotency_key: 'once' })
    const again = await ada.call('sign_guest_book', { text: 'Ada was here', idempotency_key: 'once' })
    const empty = await ada.call('sign_guest_book', { text: ' ' })

    expect(again.body).toEqual(first.body)
    expect([empty.isError, JSON.stringify(empty.raw)]).toEqual([
      true,
      expect.stringContaining('the line is empty'),
    ])
    expect(await entriesOf(ada)).toEqual([{ id: 1, text: 'Ada was here' }])
    expect(await entriesOf(bob)).toEqual([])
  })
})

async function entriesOf(user: { call(tool: string): Promise<{ raw: Readonly<Record<string, unknown>> }> }) {
  const { raw } = await user.call('read_guest_book')
  const { entries } = raw['structuredContent'] as { entries: unknown }
  return entries
}
