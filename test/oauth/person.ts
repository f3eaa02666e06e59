import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { password } from '../environment/test-host.ts'

/** Chromium without a screen. `rules` lead made-up names to this machine: `MAP client.example 127.0.0.1:4443`. */
export function openChromium(rules = ''): Promise<Browser> {
  return chromium.launch({
    executablePath: inject('programs').chromium ?? '',
    args: ['--no-sandbox', ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])],
  })
}

/** Clicks a button that sends a form, and waits for the page that answers it. A click alone returns while the old page is shown. */
export async function submit(page: Page, button: Locator): Promise<void> {
  const answered = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
  await Promise.all([answered, button.click()])
  await page.waitForLoadState()
}

/** A person at a browser with separate cookies, who reads the pages and presses the buttons. */
export class Person implements AsyncDisposable {
  readonly page: Page
  readonly email: string
  /** The heading of each page of ours that they were shown, in order. */
  readonly seen: string[] = []
  /** Whatever the browser complained about, but for pages that were refused with a status below 500. */
  readonly complaints: string[] = []

  private constructor(page: Page, email: string) {
    this.page = page
    this.email = email
    page.on('console', (message) => {
      if (!/status of 4\d\d/.test(message.text())) this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('requestfailed', (request) => {
      // A page that is left cancels what it was reading.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') this.complaints.push(`${request.url()} failed`)
    })
  }

  static async at(browser: Browser, email: string, width = 1280): Promise<Person> {
    const viewport = { width, height: 900 }
    const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true })
    return new Person(await context.newPage(), email)
  }

  async heading(): Promise<string> {
    return (await this.page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  }

  async look(): Promise<string> {
    const heading = await this.heading()
    this.seen.push(heading)
    return heading
  }

  async signIn(typed = password): Promise<void> {
    await this.page.getByLabel('E-mail').fill(this.email)
    await this.page.getByLabel('Password').fill(typed)
    await this.press('Sign in')
  }

  async press(name: string): Promise<void> {
    await submit(this.page, this.page.getByRole('button', { name, exact: true }))
  }

  /** Follows the address that an app opens, through whatever is asked, to where the app waits for the answer. */
  async answer(authorization: URL, decision: 'Allow' | 'Deny' = 'Allow'): Promise<URL> {
    const { origin } = new URL(authorization.searchParams.get('redirect_uri') ?? '')
    await this.page.goto(authorization.href)
    for (let step = 0; step < 3 && !this.#isAt(origin); step++) {
      if ((await this.look()) === 'Sign in') await this.signIn()
      else await this.press(decision)
    }
    if (!this.#isAt(origin)) throw new Error(`Ended at ${this.page.url()}: ${await this.heading()}`)
    return new URL(this.page.url())
  }

  /** For people to look at, where the run says so. */
  async show(name: string): Promise<void> {
    const folder = process.env['QUIPU_SCREENSHOTS']
    if (folder !== undefined) await this.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  }

  #isAt(origin: string): boolean {
    return new URL(this.page.url()).origin === origin
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close()
  }
}
