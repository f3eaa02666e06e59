import { join } from 'node:path'
import { build } from 'vite'
import type { Browser, Frame, Page } from 'playwright-core'
import type { TestUser } from '../environment/test-user.ts'

/** The content security policy that a host derives from the resource: only the content of the page itself. */
const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">`

interface WindowPage {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** The official host of windows in a browser, signed in as one person, who makes the calls of a window. */
export class WindowClient implements AsyncDisposable {
  readonly page: Page
  /** Errors of the browser, and all network requests of a window. */
  readonly complaints: string[] = []
  readonly #user: TestUser

  private constructor(page: Page, user: TestUser) {
    this.page = page
    this.#user = user
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith('about:')) this.complaints.push(`asked for ${request.url()}`)
    })
  }

  static async open(browser: Browser, user: TestUser): Promise<WindowClient> {
    const client = new WindowClient(await browser.newPage(), user)
    await client.page.exposeFunction('callTool', async (params: object) => {
      const { result, error } = await user.rpc('tools/call', params)
      if (result === undefined) throw new Error(error?.message)
      return result
    })
    await client.page.setContent('<!doctype html><title>A client</title><body></body>')
    await client.page.addScriptTag({ content: await hostScript() })
    return client
  }

  /** The page of a tool's window, from the server. */
  async windowOf(tool: string): Promise<WindowPage> {
    const { result: listed } = await this.#user.rpc('tools/list')
    const tools = listed?.['tools'] as { name: string; _meta?: { ui?: { resourceUri: string } } }[]
    const uri = tools.find(({ name }) => name === tool)?._meta?.ui?.resourceUri
    const { result, error } = await this.#user.rpc('resources/read', { uri })
    const [page] = (result?.['contents'] ?? []) as WindowPage[]
    if (page === undefined) throw new Error(`${tool} has no window: ${error?.message}`)
    return page
  }

  /** Calls the tool and shows its answer in its window. */
  async show(tool: string, input: object, theme: 'light' | 'dark' = 'light'): Promise<Frame> {
    const { text } = await this.windowOf(tool)
    const { raw } = await this.#user.call(tool, input)
    const given = [text.replace('<head>', `<head>${policy}`), { input, result: raw }, theme]
    await this.page.evaluate(`window.showWindow(${given.map((each) => JSON.stringify(each)).join(', ')})`)
    // By its element: the frame of the window before may still be listed.
    const element = await this.page.waitForSelector('iframe')
    const frame = await element.contentFrame()
    if (frame === null) throw new Error('There is no window')
    return frame
  }

  async setTheme(theme: 'light' | 'dark'): Promise<void> {
    await this.page.evaluate(`window.shown.setTheme(${JSON.stringify(theme)})`)
  }

  /** All heights that the window requested. */
  heights(): Promise<number[]> {
    return this.page.evaluate<number[]>('window.shown.heights')
  }

  /** A screenshot for people, if the run asks for it. */
  async shot(name: string): Promise<void> {
    const folder = process.env['QUIPU_SCREENSHOTS']
    if (folder !== undefined) await this.page.screenshot({ path: `${folder}/${name}.png` })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.close()
  }
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
