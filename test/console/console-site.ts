import type { HostOptions } from '@quipu/host'
import type { Role } from '@quipu/kit'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { realModules } from '../catalog/real-modules.ts'
import { builtConsole } from '../environment/console-build.ts'
import { openTestHost, password, quickEngine, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { openChromium, Person } from '../oauth/person.ts'

/** An installation with every module and the built console, and a browser to open it. */
export class ConsoleSite implements AsyncDisposable {
  readonly at: TestHost
  readonly #browser: Browser

  private constructor(at: TestHost, browser: Browser) {
    this.at = at
    this.#browser = browser
  }

  static async open(options: Partial<HostOptions> = {}): Promise<ConsoleSite> {
    const [consoleFolder, browser, modules] = await Promise.all([
      builtConsole(),
      openChromium(),
      realModules(),
    ])
    const moduleSettings = { 'data-agent': { sampleShop: true } }
    const more = {
      consoleFolder,
      authorizationsPerMinute: 10_000,
      now: () => new Date(),
      moduleSettings,
      ...options,
    }
    return new ConsoleSite(await openTestHost(quickEngine(), modules, more), browser)
  }

  get browser(): Browser {
    return this.#browser
  }

  get url(): string {
    return this.at.url
  }

  /** An account with a name and a password, and a token with all permissions. */
  async someone(name: string, role: Role = 'contributor'): Promise<TestUser> {
    const user = await this.at.user({ path: '', password, role })
    const named = await user.api('PATCH', '/api/account', { name })
    if (!named.ok) throw new Error(`The name was refused: ${await named.text()}`)
    return user
  }

  /** The same person in a browser without cookies. */
  stranger({ email }: TestUser, width = 1440): Promise<Person> {
    return Person.at(this.#browser, email, width)
  }

  /** Signs in through the login page and arrives at `path`. */
  async enter(user: TestUser, path: string, width = 1440): Promise<Person> {
    const person = await this.stranger(user, width)
    await person.page.goto(`${this.url}/login?next=${encodeURIComponent(path)}`)
    await person.signIn()
    await person.page.waitForURL(`${this.url}${path}`)
    return person
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
    await this.at[Symbol.asyncDispose]()
  }
}

/** Serious and critical issues that axe finds on a page, each with its place. */
export async function seriousIssues(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the content security policy of the page does not block.
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' at ' + target.join(' '))))`)
}

/** How many pixels the page is wider than its window. */
export function overhangOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}

/** Screenshots in both colour schemes for people, if the run asks for them. */
export async function showBoth(person: Person, name: string): Promise<void> {
  if (process.env['QUIPU_SCREENSHOTS'] === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await person.page.emulateMedia({ colorScheme })
    await person.show(`${name}-${colorScheme}`)
  }
}

/** Unexpected console messages of a page. A page that is left ends its stream and logs that, which is expected. */
export function complaintsOf({ complaints }: Person): string[] {
  return complaints.filter((line) => !/\/audit\/events(?:\?\S*)? failed$/.test(line))
}
