import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { Client, type RunningServer } from './network.ts'

export interface ViewResult {
  readonly bodies: number
  /** Frames per second while time runs, with names and orbits shown. */
  readonly fps: number
  /** Milliseconds from just before a command is sent until the page has drawn it, the median of nine. */
  readonly shownMs: number
}

/** Shows a universe with this many bodies in a browser without a graphics card. */
export async function measureView(server: RunningServer, bodies: number): Promise<ViewResult> {
  const client = new Client(server.token, 1)
  const { answer: made } = await client.send<{ id: string }>('POST', `${server.url}/universes`, {
    name: 'Crowded sky',
    preset: 'sol',
  })
  const commands = `${server.url}/universes/${made.id}/commands?include_state=false`
  for (let from = 0; from < bodies; from += 250) {
    const batch = Array.from({ length: Math.min(250, bodies - from) }, (_, at) => asteroid(from + at))
    await client.send('POST', commands, { type: 'batch', commands: batch })
  }
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await enter(page, server.url, `/app/universes/${made.id}`)
    await page.locator('canvas[data-state=drawing][data-frames]').waitFor()
    await page.getByRole('button', { name: /^Play/ }).click()
    const fps = await settledFps(page)
    const shownMs = await untilShown(page, (at) => client.send('POST', commands, asteroid(bodies + at)))
    return { bodies: Number(await page.locator('canvas').getAttribute('data-bodies')), fps, shownMs }
  } finally {
    await browser.close()
    client.close()
  }
}

const benchPassword = 'for measuring only'
const chromiumPath = '/usr/bin/chromium'

function asteroid(at: number) {
  const orbit = {
    orbitalDistance: 2 + (at % 100) / 100,
    orbitalSpeed: 1e-6,
    orbitalPhase: (at * 137.5) % 360,
  }
  const looks = { mass: 0, radius: 1e-6, color: '#a0a0a0', bodyType: 'asteroid' }
  return {
    type: 'addStar',
    id: `r${at}`,
    payload: { name: `Rock ${at}`, parentId: 'sun', ...looks, ...orbit },
  }
}

async function enter(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/login?next=${encodeURIComponent(path)}`)
  await page.fill('input[name=email]', `bench-${new URL(url).port}@example.com`)
  await page.fill('input[name=password]', benchPassword)
  await page.click('button[type=submit]')
  await page.waitForURL(url + path)
}

/** Waits until the picture has found the resolution that this machine can draw. */
async function settledFps(page: Page): Promise<number> {
  await pause(8_000)
  const rates: number[] = []
  for (let at = 0; at < 10; at += 1) {
    await pause(500)
    rates.push(Number(await page.locator('canvas').getAttribute('data-fps')))
  }
  return rates.toSorted((a, b) => a - b)[5] ?? 0
}

/** The median of several runs. Both ends use the clock of the same machine. */
async function untilShown(page: Page, send: (at: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 9; at += 1) {
    const seen = page.evaluate<number>(`new Promise((shown) => {
      const canvas = document.querySelector('canvas')
      const before = canvas.dataset.bodies
      const watcher = new MutationObserver(() => {
        if (canvas.dataset.bodies === before) return
        watcher.disconnect()
        shown(Date.now())
      })
      watcher.observe(canvas, { attributes: true })
    })`)
    await pause(300)
    const sentAt = Date.now()
    await send(at)
    times.push((await seen) - sentAt)
  }
  return times.toSorted((a, b) => a - b)[4] ?? 0
}
