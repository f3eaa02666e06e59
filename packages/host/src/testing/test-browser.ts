import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { chromium, type Browser, type Page } from 'playwright-core'
import { inject } from 'vitest'

export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
}

export const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 360 },
]

export interface Answer {
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Post {
  readonly origin: string | undefined
  readonly fields: Record<string, string>
}

/** Serves what a test lays out under a path, and keeps what forms send. Without its favicon, as our pages bring one. */
export class PageServer {
  readonly #answers = new Map<string, Answer>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly posts: Post[] = []
  url = ''

  static async start(): Promise<PageServer> {
    const server = new PageServer()
    await new Promise<void>((listening) => server.#server.listen(0, '127.0.0.1', listening))
    const address = server.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    server.url = `http://127.0.0.1:${address.port}`
    return server
  }

  put(path: string, answer: Answer): string {
    this.#answers.set(path, answer)
    return this.url + path
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      const fields = Object.fromEntries(new URLSearchParams(await text(request)))
      this.posts.push({ origin: request.headers.origin, fields })
    }
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { status = 200, headers, body = '' } = this.#answers.get(pathname) ?? { status: 404, headers: {} }
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: inject('programs').chromium ?? '', args: ['--no-sandbox'] })
}

/** A page in which no script runs, and everything the browser complains about on it. */
export async function openPage(
  browser: Browser,
  { colorScheme, width }: Look = { colorScheme: 'light', width: 1280 },
): Promise<{ page: Page; complaints: string[]; [Symbol.asyncDispose]: () => Promise<void> }> {
  const viewport = { width, height: 800 }
  const context = await browser.newContext({ colorScheme, viewport, javaScriptEnabled: false })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // The test's own keyboard may be quicker than the page's autofocus.
    if (!message.text().startsWith('Autofocus processing was blocked')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.isNavigationRequest() && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}
