import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine, password } from '../environment/test-host.ts'
import { signIn } from './account-site.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const index =
  '<!doctype html><title>Console</title><script type="module" src="/app/assets/index-1a2b.js"></script>'

const folder = temporaryFolder()
let at: TestHost
beforeAll(async () => {
  const build = join(folder.path, 'dist')
  mkdirSync(join(build, 'assets', 'fonts'), { recursive: true })
  writeFileSync(join(folder.path, 'secret.txt'), 'a secret beside the build')
  writeFileSync(join(build, 'index.html'), index)
  writeFileSync(join(build, 'assets', 'index-1a2b.js'), 'export {}')
  writeFileSync(join(build, 'assets', 'index-1a2b.css'), 'body {}')
  writeFileSync(join(build, 'assets', '.hidden.js'), 'hidden')
  writeFileSync(join(build, 'assets', 'fonts', 'cord.woff2'), 'font')
  writeFileSync(join(build, 'assets', 'odd.bin'), 'bytes')
  at = await openTestHost(quickEngine(), [tasks], { consoleFolder: build })
})
afterAll(async () => {
  await at?.[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const look = (path: string, headers: Record<string, string> = {}) =>
  fetch(at.url + path, { headers, redirect: 'manual' })

test('[H51] a signed-in browser gets the console’s page at any of its addresses, anyone else the way to sign in', async () => {
  const cookie = await signIn(at, await at.user({ password }))
  for (const path of ['/app', '/app/', '/app/universes', '/app/universes/42?time=3', '/app/index.html']) {
    const shown = await look(path, { cookie })
    expect([path, shown.status, await shown.text()]).toEqual([path, 200, index])
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
    const sent = await look(path)
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      `/login?next=${encodeURIComponent(path)}`,
    ])
  }
  const head = await fetch(`${at.url}/app/universes`, { method: 'HEAD', headers: { cookie } })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await fetch(`${at.url}/app/universes`, { method: 'POST', headers: { cookie } })).status).toBe(404)
})

test('[H51] [H821] after signing in a person gets to the requested page, or to the console', async () => {
  const { email } = await at.user({ password })
  const signInFor = async (next: string) => {
    const page = await look(`/login${next}`)
    const text = await page.text()
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
    const cookie = page.headers.getSetCookie().map((line) => line.split(';')[0])
    const answer = await fetch(`${at.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookie.join('; '), origin: at.url },
      body: new URLSearchParams({
        csrf: field('csrf'),
        next: field('next'),
        email,
        password,
      }),
    })
    return answer.headers.get('location')
  }
  expect(await signInFor('?next=%2Fapp%2Funiverses%2F42%3Ftime%3D3')).toBe('/app/universes/42?time=3')
  expect(await signInFor('')).toBe('/app')
})

test('[H821] [H933] [H934] an invitation, the front page and the account page lead to the console', async () => {
  const { url } = await at.host.links.invite({ email: 'new@example.com', role: 'viewer' })
  const page = await fetch(url)
  const cookie = page.headers.getSetCookie().map((line) => line.split(';')[0])
  const csrf = /name="csrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie.join('; '), origin: at.url },
    body: new URLSearchParams({ csrf, password, repeat: password }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app'])

  const link = '<a href="/app">Open the console</a>'
  const own = await look('/account', { cookie: await signIn(at, await at.user({ password })) })
  expect(await own.text()).toContain(link)
  expect(await (await look('/')).text()).toContain('href="/app">Open the console</a>')

  const acme = {
    id: 'oidc',
    name: 'Acme',
    issuer: 'https://id.example.com',
    clientId: 'q',
    clientSecret: 's',
  } as const
  await using bare = await openTestHost(quickEngine(), [tasks], { upstreams: [acme] })
  const asked = async (next: string) =>
    (await (await fetch(`${bare.url}/login${next}`)).text()).includes('href="/api/auth/oidc?next=%2Faccount"')
  expect([await asked(''), await asked('?next=%2Fapp')]).toEqual([true, false])
  const bareCookie = await signIn(bare, await bare.user({ password }))
  const signedIn = await fetch(`${bare.url}/login`, { headers: { cookie: bareCookie }, redirect: 'manual' })
  expect(signedIn.headers.get('location')).toBe('/account')
  for (const path of ['/account', '/'])
    expect(await (await fetch(bare.url + path, { headers: { cookie: bareCookie } })).text()).not.toContain(
      'Open the console',
    )
})

test.each([
  ['index-1a2b.js', 'text/javascript; charset=utf-8', 'export {}'],
  ['index-1a2b.css', 'text/css; charset=utf-8', 'body {}'],
  ['fonts/cord.woff2', 'font/woff2', 'font'],
  ['odd.bin', 'application/octet-stream', 'bytes'],
])('[H52] %s of the build is there for anyone, to be kept', async (name, contentType, text) => {
  const answer = await look(`/app/assets/${name}`)
  expect([answer.status, await answer.text()]).toEqual([200, text])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': contentType,
    'content-length': String(text.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
  })
})

test('[H52] long texts are gzipped for clients that accept it, and replaced after a new build', async () => {
  const place = join(folder.path, 'dist', 'assets', 'long.js')
  const lines = 'export const quipu = 1\n'.repeat(1000)
  for (const [turn, text] of [lines, `${lines}// built again`].entries()) {
    writeFileSync(place, text)
    utimesSync(place, turn, turn)
    const gzipped = await look('/app/assets/long.js', { 'accept-encoding': 'gzip, br' })
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    expect(Number(gzipped.headers.get('content-length'))).toBeLessThan(text.length / 10)
    expect(gzipped.headers.get('vary')).toBe('accept-encoding, origin')
    expect(await gzipped.text()).toBe(text)
    const plain = await look('/app/assets/long.js', { 'accept-encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text])
  }
})

test.each([
  '/app/assets/',
  '/app/assets/fonts',
  '/app/assets/none.js',
  '/app/assets/.hidden.js',
  '/app/assets/index-1a2b.js/',
  '/app/assets/index-1a2b.js/x',
  '/app/assets//index-1a2b.js',
  '/app/assets/../index.html',
  '/app/assets/../../secret.txt',
  '/app/assets/..%2f..%2fsecret.txt',
  '/app/assets/%2e%2e/%2e%2e/secret.txt',
  '/app/assets/..%5c..%5csecret.txt',
  '/app/assets/fonts/../../../secret.txt',
  '/app/assets/index-1a2b.js%00.css',
  '/app/../secret.txt',
])('[H935] %s leads to no file', async (path) => {
  const { status, text } = await raw(path)
  expect(text).not.toMatch(/secret beside|hidden|export|doctype html><title>Console/)
  expect([302, 400, 404]).toContain(status)
})

test('[H53] without a build the console says how to make one', async () => {
  for (const consoleFolder of [undefined, join(folder.path, 'nowhere')]) {
    await using bare = await openTestHost(quickEngine(), [tasks], { consoleFolder })
    const answer = await fetch(`${bare.url}/app/universes`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('npm run build -w @quipu/console')
    expect((await fetch(`${bare.url}/app/assets/index-1a2b.js`)).status).toBe(404)
  }
})

test('[H51] the console is under one name, like every page with a cookie', async () => {
  const { status, location } = await raw('/app/universes?x=1', {
    host: new URL(at.url).host.replace('127.0.0.1', 'localhost'),
  })
  expect([status, location]).toEqual([307, `${at.url}/app/universes?x=1`])
})

/** As it is written, where `fetch` would put the path in order first. */
function raw(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(at.url)
  return new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += String(chunk)))
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response
        resolve({ status, location: received.location, text })
      })
    })
      .on('error', reject)
      .end()
  })
}
