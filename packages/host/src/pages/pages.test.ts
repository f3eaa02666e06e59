import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../../../../test/environment/index.ts'
import { frontPage } from '../http/front-page.ts'
import { consentPage } from './consent-page.ts'
import { displayName } from './display-name.ts'
import { loginPage } from './login-page.ts'
import { pageHeaders } from './page-headers.ts'
import { pageProblems } from '../testing/page-problems.ts'
import { hostileName, ordinaryConsent, pageSamples } from '../testing/page-samples.ts'
import { looks, openBrowser, openPage, PageServer } from '../testing/test-browser.ts'

const ofModules = [{ title: 'Universes', path: '/app/universes' }] as const
const pages: Readonly<Record<string, string>> = {
  ...pageSamples,
  'front-page': frontPage({
    appUrl: 'https://quipu.example.com',
    version: '1.2.3',
    pages: ofModules,
    hasConsole: true,
  }),
  'front-page-hostile': frontPage({
    appUrl: `https://"><script>${'q'.repeat(200)}`,
    version: '<b>',
    pages: [{ title: '<script>', path: '/"><script>' }],
  }),
}
const screenshots = process.env['QUIPU_SCREENSHOTS']

describe.skipIf(!hasProgram('chromium'))('in a browser without scripts', () => {
  let browser: Browser
  let server: PageServer

  beforeAll(async () => {
    browser = await openBrowser()
    server = await PageServer.start()
  })
  afterAll(async () => {
    await browser.close()
    await server[Symbol.asyncDispose]()
  })

  test.each(looks)(
    '[A37] [A937] [A38] [H784] [H785] [H786] every page shows $colorScheme at $width px',
    async (look) => {
      await using shown = await openPage(browser, look)
      for (const [name, body] of Object.entries(pages)) {
        await shown.page.goto(server.put(`/${name}`, { headers: pageHeaders(), body }))
        if (screenshots !== undefined) {
          const path = `${screenshots}/${name}-${look.colorScheme}-${look.width}.png`
          await shown.page.screenshot({ path, fullPage: true })
        }
        const found = { name, problems: await pageProblems(shown.page), complaints: shown.complaints }
        expect(found).toEqual({ name, problems: [], complaints: [] })
      }
    },
    180_000,
  )

  test('[A37] [A937] [A38] [H784] [H785] [H786] a page that breaks the rules is reported', async () => {
    const body = `<!doctype html><html lang="en"><title>x</title><h1 style="color:#999">Faint</h1>
      <div style="width:2000px">wide</div><input name="a" aria-invalid="true"><button tabindex="-1">Far</button><img src="/x.png">`
    const url = server.put('/bad', { headers: pageHeaders(), body })
    await using shown = await openPage(browser)
    await shown.page.goto(url)
    const problems = (await pageProblems(shown.page)).join('\n')

    expect(problems).toMatch(/contrast of 2\.\d/)
    for (const problem of [
      'sideways',
      'has no label',
      'has no autocomplete',
      'no error is announced',
      'not one main',
      'Far is not reached',
      'shows no focus',
    ])
      expect(problems).toContain(problem)
    expect(shown.complaints.join('\n')).toContain('Content Security Policy')
  })

  test('[A940] the choice is made by keyboard and says what was chosen', async () => {
    const from = server.posts.length
    const url = server.put('/consent', { headers: pageHeaders(), body: consentPage(ordinaryConsent) })
    server.put(ordinaryConsent.action, { headers: pageHeaders(), body: 'done' })
    server.put(ordinaryConsent.switchAction, { headers: pageHeaders(), body: 'done' })
    await using shown = await openPage(browser)
    for (const name of ['Allow', 'Deny', 'Use another account']) {
      await shown.page.goto(url)
      await shown.page.getByRole('button', { name }).focus()
      await shown.page.keyboard.press('Enter')
      await shown.page.getByText('done').waitFor()
    }

    const { csrf } = ordinaryConsent
    const ticked = { 'scope.tasks:read': 'yes', 'scope.tasks:write': 'yes' }
    expect(server.posts.slice(from).map(({ fields }) => fields)).toEqual([
      { csrf, ...ticked, decision: 'allow' },
      { csrf, ...ticked, decision: 'deny' },
      { csrf },
    ])
  })

  test('[A224] each scope can be unticked by its label, and is then not sent', async () => {
    const from = server.posts.length
    const url = server.put('/consent', { headers: pageHeaders(), body: consentPage(ordinaryConsent) })
    server.put(ordinaryConsent.action, { headers: pageHeaders(), body: 'done' })
    await using shown = await openPage(browser)
    await shown.page.goto(url)
    await shown.page.getByLabel('Add, change and delete your tasks').press('Space')
    await shown.page.getByRole('button', { name: 'Allow' }).click()
    await shown.page.getByText('done').waitFor()
    expect(server.posts.slice(from).map(({ fields }) => fields)).toEqual([
      { csrf: ordinaryConsent.csrf, 'scope.tasks:read': 'yes', decision: 'allow' },
    ])
  })

  test.each(['consent', 'consent-local', 'consent-long'])(
    '[A225] Allow is seen on the page %s at 900 pixels without scrolling',
    async (name) => {
      const url = server.put(`/${name}`, { headers: pageHeaders(), body: pageSamples[name] ?? '' })
      await using shown = await openPage(browser)
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 360, height: 900 },
      ]) {
        await shown.page.setViewportSize(viewport)
        await shown.page.goto(url)
        if (screenshots !== undefined)
          await shown.page.screenshot({ path: `${screenshots}/fold-${name}-${viewport.width}.png` })
        for (const button of ['Allow', 'Deny']) {
          const box = await shown.page.getByRole('button', { name: button }).boundingBox()
          expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
        }
      }
    },
  )

  test('[A41] a form sends its token and our own origin', async () => {
    const from = server.posts.length
    const body = loginPage({ action: '/signed', csrf: 'right', upstreams: [], fields: { next: '/a?b=c&d' } })
    server.put('/signed', { headers: pageHeaders(), body: 'done' })
    await using shown = await openPage(browser)
    await shown.page.goto(server.put('/sign', { headers: pageHeaders(), body }))
    await shown.page.locator('#email:focus').waitFor()
    await shown.page.keyboard.type('ada@example.com')
    await shown.page.getByLabel('Password').fill('correct horse')
    await shown.page.keyboard.press('Enter')
    await shown.page.getByText('done').waitFor()

    expect(server.posts.slice(from)).toEqual([
      {
        origin: server.url,
        fields: { csrf: 'right', next: '/a?b=c&d', email: 'ada@example.com', password: 'correct horse' },
      },
    ])
  })

  test('[A941] the answer to a form leads only where the page’s policy allows', async () => {
    await using client = await PageServer.start()
    const callback = client.put('/callback', { headers: {}, body: 'arrived' })
    server.put(ordinaryConsent.action, { status: 303, headers: { location: callback } })
    const body = consentPage(ordinaryConsent)
    const closed = server.put('/closed', { headers: pageHeaders(), body })
    const open = server.put('/open', { headers: pageHeaders([client.url]), body })

    await using shown = await openPage(browser)
    await shown.page.goto(closed)
    await shown.page.getByRole('button', { name: 'Allow' }).click()
    await expect.poll(() => shown.complaints.join('\n')).toContain('form-action')
    expect(shown.page.url()).toBe(closed)

    await shown.page.goto(open)
    await shown.page.getByRole('button', { name: 'Allow' }).click()
    await shown.page.getByText('arrived').waitFor()
    expect(shown.page.url()).toBe(callback)
  })
})

test('[A938] a name that somebody else chose is one short line without hidden characters', () => {
  expect(displayName('Claude')).toBe('Claude')
  expect(displayName('  Claude\n\tCode  ')).toBe('Claude Code')
  expect(displayName('\u202Egnp.exe\u2066\u200B\u00AD\uFEFF\u{E0041}\0\u3164')).toBe('gnp.exe')
  expect(displayName('\u200B\u2800 ')).toBe('Unnamed app')
  expect(displayName('\uD800x')).toBe('x')
  expect(displayName(`Z${'\u0336'.repeat(500)}`)).toBe(`Z${'\u0336'.repeat(3)}`)
  expect(displayName('Überblick für 東京 🪢')).toBe('Überblick für 東京 🪢')
  expect(Array.from(displayName('🪢'.repeat(10_000)))).toHaveLength(80)
  expect(Array.from(displayName(hostileName))).toHaveLength(80)
  expect(displayName(displayName(hostileName))).toBe(displayName(hostileName))
})

test.each(Object.entries(pages))('[A39] [A938] %s holds no markup from outside', (_name, text) => {
  const tags = new Set([...text.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag))
  for (const tag of ['script', 'img', 'b', 'i', 'iframe', 'object']) expect(tags).not.toContain(tag)
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\0]/)
  expect(text).not.toContain('A'.repeat(81))
  expect(text).not.toMatch(/\b(?:src|href|action)="(?:https?:)?\/\//)
})

test('[A40] [A939] consent names the app, where it leads, what it may do and what the role forbids', () => {
  const text = consentPage(ordinaryConsent)
  expect(text).toContain('Connect <bdi>Claude</bdi>?')
  expect(text).toMatch(/You will be sent to<\/dt>\s*<dd class="place"><bdi>claude\.ai<\/bdi>/)
  expect(text).toContain('See your tasks</label>')
  expect(text).toMatch(
    /<s>Change what everyone on the team remembers<\/s>\s*<span[^>]*>your role does not allow this/,
  )
  expect(text).toContain('ada@example.com')
  expect(text).not.toContain('runs on this computer')
  expect(text).not.toContain('Nobody has checked')

  const local = consentPage({ ...ordinaryConsent, isLoopback: true, isUnverified: true })
  expect(local).toContain('This app runs on this computer.')
  expect(local).toContain('Only continue if you started it yourself just now.')
  expect(local).toContain('Nobody has checked that name')
})

test('[A40] a host is never cut: its end says whose it is', () => {
  const redirectHost = `accounts.google.com.${'x'.repeat(200)}.evil.example`
  expect(consentPage({ ...ordinaryConsent, redirectHost })).toContain(`<bdi>${redirectHost}</bdi>`)
})

test.each(Object.entries(pages))('[A41] every form of %s is a post with a token', (name, text) => {
  const forms = [...text.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => form)
  const field = name.startsWith('device') ? 'xsrf' : 'csrf'
  for (const form of forms) {
    expect(form).toContain('method="post"')
    expect(form).toMatch(new RegExp(`<input type="hidden" name="${field}" value="[^"]+"`))
  }
})

test('[O915] a page is not framed, and no other site learns its address', () => {
  expect(pageHeaders()).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  })
})
