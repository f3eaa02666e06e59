import type { Browser, Page } from 'playwright-core'
import { builtConsole } from '../environment/console-build.ts'
import { quickEngine, type TestHost, password } from '../environment/test-host.ts'
import { openChromium, Person } from '../oauth/person.ts'
import { openUniverses, Visitor } from './open-universe.ts'

/** An installation with the console as it is built for people, and a browser to look at it. */
export class ViewSite implements AsyncDisposable {
  readonly host: TestHost
  readonly #browser: Browser

  private constructor(host: TestHost, browser: Browser) {
    this.host = host
    this.#browser = browser
  }

  static async open(): Promise<ViewSite> {
    const [consoleFolder, browser] = await Promise.all([builtConsole(), openChromium()])
    const host = await openUniverses(quickEngine(), { consoleFolder, authorizationsPerMinute: 10_000 })
    return new ViewSite(host, browser)
  }

  /** A person with a name, who can also call the server directly. */
  async someone(name: string): Promise<Visitor> {
    const visitor = new Visitor(await this.host.user({ path: '', password }))
    await visitor.must('PATCH', '/api/account', { name })
    return visitor
  }

  /** Signs in through the login page and arrives at `path`. */
  async enter(visitor: Visitor, path: string, width = 1440): Promise<Person> {
    const person = await Person.at(this.#browser, visitor.user.email, width)
    await person.page.goto(`${this.host.url}/login?next=${encodeURIComponent(path)}`)
    await person.signIn()
    await person.page.waitForURL(`${this.host.url}${path}`)
    return person
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
    await this.host[Symbol.asyncDispose]()
  }
}

export async function drawn(page: Page): Promise<void> {
  await page.locator('canvas[data-state=drawing][data-frames]').waitFor()
}

export function row(page: Page, name: string) {
  return page.getByRole('treeitem', { name: new RegExp(`^${name},`) })
}

/** Unexpected console output of a page; drivers remark on software rendering, and leaving a page ends its stream. */
export function complaintsOf({ complaints }: Person): string[] {
  return complaints.filter(
    (line) => !/GL Driver Message|Autofocus processing|\/events(?:\?after=\d+)? failed/.test(line),
  )
}

/** How many different colours a picture has, at most 512. */
export async function coloursIn(page: Page, picture: Buffer): Promise<number> {
  const source = `data:image/png;base64,${picture.toString('base64')}`
  return page.evaluate<number>(`(async () => {
    const image = new Image()
    image.src = '${source}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const colours = new Set()
    for (const colour of new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer))
      if (colours.size < 512) colours.add(colour)
    return colours.size
  })()`)
}

/** Pixels by which the page is wider than its window. */
export function overhangOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}
