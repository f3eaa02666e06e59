/** A browser without a screen: keeps cookies, follows redirects on the server's own origin, sends forms. */
export class WebBrowser {
  readonly #origin: string
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>()

  readonly #headers: Record<string, string>

  /** `headers` are what a proxy on the way adds to each request. */
  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin
    this.#headers = headers
  }

  /** One request, as a navigation. */
  async go(url: string, init: Going = {}): Promise<Response> {
    const { form, accept = 'text/html' } = init
    const target = new URL(url, this.#origin)
    const headers = new Headers({ ...this.#headers, accept })
    const cookie = this.#cookieFor(target.pathname)
    if (cookie !== '') headers.set('cookie', cookie)
    if (form !== undefined) headers.set('origin', init.origin ?? this.#origin)
    const response = await fetch(target, {
      method: form === undefined ? 'GET' : 'POST',
      headers,
      redirect: 'manual',
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    })
    this.#keep(response)
    return response
  }

  /** Follows redirects until a page, or until they lead away from the server. */
  async visit(url: string, init: Going = {}): Promise<Arrival> {
    let response = await this.go(url, init)
    let at = new URL(url, this.#origin)
    for (let hop = 0; hop < 10; hop++) {
      const location = response.headers.get('location')
      if (location === null) return { url: at.href, status: response.status, html: await response.text() }
      at = new URL(location, at)
      if (at.origin !== this.#origin) return { url: at.href, status: response.status, html: '' }
      response = await this.go(at.href)
    }
    throw new Error(`Too many redirects, last to ${at.href}`)
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  /** As if it had been stored before, or was set by somebody else. */
  plant(name: string, value: string): void {
    this.#cookies.set(name, { value, path: '/' })
  }

  #cookieFor(path: string): string {
    const fitting = [...this.#cookies].filter(
      ([, { path: of }]) => path === of || path.startsWith(of.replace(/\/?$/, '/')),
    )
    return fitting.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((text) => text.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, { value, path })
    }
  }
}

export interface Going {
  readonly form?: Record<string, string>
  readonly accept?: string
  /** The origin of the page that sends the form, if it is not ours. */
  readonly origin?: string
}

export interface Arrival {
  readonly url: string
  readonly status: number
  readonly html: string
}

/** The value of a hidden field of a page. */
export function fieldOf(html: string, name: string): string {
  const found =
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html) ??
    new RegExp(`value="([^"]*)"[^>]*name="${name}"`).exec(html)
  if (found?.[1] === undefined) throw new Error(`The page has no field ${name}`)
  return decoded(found[1])
}

/** The boxes of a page that are ticked, as a form sends them. */
export function tickedIn(html: string): Record<string, string> {
  const boxes = html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? []
  const ticked = boxes.filter((box) => /\schecked\b/.test(box))
  return Object.fromEntries(ticked.map((box) => [decoded(/name="([^"]*)"/.exec(box)?.[1] ?? ''), 'yes']))
}

/** Where the first form of a page is sent. */
export function actionOf(html: string): string {
  const found = /<form[^>]* action="([^"]*)"/.exec(html)
  if (found?.[1] === undefined) throw new Error('The page has no form')
  return decoded(found[1])
}

/** What a page has to say, without its frame and style. */
export function mainOf(html: string): string {
  const found = /<main>(.*)<\/main>/s.exec(html)
  if (found?.[1] === undefined) throw new Error('This is none of our pages')
  return found[1]
}

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
