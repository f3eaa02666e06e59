import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { RestEnv } from '../input/rest-env.ts'
import { readBody } from '../input/read-body.ts'
import type { Cookies, FormTokens } from './cookies.ts'
import type { KnownDevice, KnownDevices } from './known-devices.ts'
import { errorPage } from '../pages/error-page.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import type { WebSession, WebSessions } from '../identity/web-sessions.ts'

const maxFormBytes = 64 * 1024
const formPurpose = 'site'

/** A form that did not come from one of our pages, or from a page that is too old. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused'
}

export interface BrowserParts {
  readonly sessions: WebSessions
  readonly forms: FormTokens
  readonly cookies: Pick<Cookies, 'session' | 'form'>
  readonly devices: KnownDevices
}

/** The cookies that a browser sends, and those that it gets. */
export class Browser {
  readonly #parts: BrowserParts

  constructor(parts: BrowserParts) {
    this.#parts = parts
  }

  sessionIdOf(request: IncomingMessage): string | undefined {
    return this.#parts.cookies.session.read(request.headers.cookie)
  }

  async sessionOf(request: IncomingMessage): Promise<WebSession | undefined> {
    const id = this.sessionIdOf(request)
    return id === undefined ? undefined : this.#parts.sessions.find(id)
  }

  async visit({ env }: Context<RestEnv>): Promise<Visit> {
    const { cookies, forms } = this.#parts
    const known = cookies.form.read(env.incoming.headers.cookie)
    const nonce = known ?? forms.newNonce()
    return {
      incoming: env.incoming,
      session: await this.sessionOf(env.incoming),
      csrf: forms.tokenFor(nonce, formPurpose),
      nonce,
      cookies: known === undefined ? [cookies.form.set(nonce)] : [],
    }
  }

  /** The fields of a form that one of our pages showed to this browser. */
  async form({ incoming, nonce }: Visit): Promise<ReadonlyMap<string, string>> {
    const type = incoming.headers['content-type'] ?? ''
    if (!type.startsWith('application/x-www-form-urlencoded')) throw new FormRefused()
    const fields = new Map(new URLSearchParams(await readBody(incoming, maxFormBytes)))
    if (!this.#parts.forms.isRight(nonce, formPurpose, fields.get('csrf'))) throw new FormRefused()
    return fields
  }

  /** With a new id, so that an id that was planted in this browser before is worthless. */
  async signIn(visit: Visit, userId: string): Promise<void> {
    const { sessions, cookies, devices } = this.#parts
    await this.#endSession(visit)
    visit.cookies.push(
      cookies.session.set(await sessions.begin(userId)),
      devices.remember(visit.incoming.headers.cookie, userId),
    )
  }

  /** Whether somebody has signed in with this browser before, and who. */
  deviceOf({ incoming }: Visit): KnownDevice | undefined {
    return this.#parts.devices.read(incoming.headers.cookie)
  }

  /** After a change of the password: everyone else who is signed in has to know the new one. */
  async endOthers({ incoming, session }: Visit): Promise<void> {
    const id = this.sessionIdOf(incoming)
    if (session !== undefined && id !== undefined) await this.#parts.sessions.endOthers(session.userId, id)
  }

  async signOut(visit: Visit): Promise<void> {
    await this.#endSession(visit)
    visit.cookies.push(this.#parts.cookies.session.clear())
  }

  async #endSession({ incoming }: Visit): Promise<void> {
    const id = this.sessionIdOf(incoming)
    if (id !== undefined) await this.#parts.sessions.end(id)
  }
}

export interface Visit {
  readonly incoming: IncomingMessage
  readonly session: WebSession | undefined
  /** To be sent along with each form. */
  readonly csrf: string
  readonly nonce: string
  /** To be set with the answer. */
  readonly cookies: string[]
}

export interface PageOptions {
  readonly status?: number
  /** Where the forms of the page may lead besides this server. */
  readonly targets?: readonly string[]
  readonly retryAfterSeconds?: number
}

export function showPage(
  visit: Pick<Visit, 'cookies'>,
  html: string,
  { status = 200, targets = [], retryAfterSeconds }: PageOptions = {},
): Response {
  const headers = new Headers({ ...pageHeaders(targets), 'content-type': 'text/html; charset=utf-8' })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  for (const cookie of visit.cookies) headers.append('set-cookie', cookie)
  return new Response(html, { status, headers })
}

/** 303: the browser follows with GET, whatever it sent before. */
export function goTo({ cookies }: Pick<Visit, 'cookies'>, location: string): Response {
  const headers = new Headers({ location })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

export function staleForm(reference: string): Response {
  const page = errorPage({
    title: 'This form is out of date',
    message: 'It was open for too long, or it was not shown by us.',
    hint: 'Go back, load the page again, and repeat what you did.',
    reference,
  })
  return showPage({ cookies: [] }, page, { status: 403 })
}
