import type { Call, Cache, Guest, Ports, Refusal } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { StoredToken } from '../store/vikunja-store.ts'
import { VikunjaStore } from '../store/vikunja-store.ts'
import { openVikunja } from '../api/open-vikunja.ts'
import type { Vikunja, VikunjaServer } from '../api/vikunja.ts'
import { VikunjaError } from '../api/vikunja-error.ts'
import type { UserContext } from '../callers/user-context.ts'
import {
  contextKey,
  contextOf,
  contextSeconds,
  keptContext,
  leastTokenLength,
  tokenHash,
} from '../callers/user-context.ts'
import { Directory } from '../names/directory.ts'
import { RecentNames } from '../names/recent-names.ts'
import { knownZone } from '../time/zoned.ts'

/** The means of one call: Vikunja with the caller's token, and who the caller is. */
export interface Desk {
  readonly api: Vikunja
  readonly me: UserContext
  readonly names: Directory
  readonly call: Call
  readonly store: VikunjaStore
  readonly now: () => Date
  /** Vikunja's URL for browsers, without a slash at the end. */
  readonly webUrl: string
  linkTo(attachment: { readonly taskId: number; readonly id: number }): string
}

const linkMinutes = 15
const deletedDays = 30

/** The way to one Vikunja server, for callers who bring their token and for accounts that have stored one. */
export class Bridge {
  readonly store: VikunjaStore
  readonly #ports: Ports
  readonly #url: string
  readonly #server: VikunjaServer
  readonly #recent: RecentNames
  readonly #cache: Cache

  constructor(ports: Ports, url: string) {
    this.#ports = ports
    this.#url = url.replace(/\/+$/, '')
    this.#server = openVikunja(ports, url)
    this.#recent = new RecentNames(ports.now)
    this.#cache = ports.cache
    this.store = new VikunjaStore(ports.db, ports.secrets)
    ports.jobs.every(3600, 'vikunja.purge', (everyone) =>
      this.store.purge(everyone, new Date(ports.now().getTime() - deletedDays * 86_400_000)),
    )
  }

  get url(): string {
    return this.#url
  }

  get now(): () => Date {
    return this.#ports.now
  }

  /** Everyone with a token that Vikunja accepts may use the endpoint. */
  async authenticate(bearer: string, isAgain: boolean): Promise<Guest | Refusal> {
    if (isAgain) await this.forget(bearer)
    const context = await this.contextOf(bearer)
    if (context === undefined) return refusalOf(bearer)
    return { username: context.username, role: 'contributor' }
  }

  /** Undefined if Vikunja refuses the token. Throws if Vikunja cannot be asked. */
  async contextOf(token: string, timeZone?: string): Promise<UserContext | undefined> {
    if (token.length < leastTokenLength) return undefined
    const at = this.#ports.now()
    const kept = keptContext(await this.#cache.get(contextKey(token)), at)
    if (kept !== undefined) return kept
    const { isValid, user } = await this.#server.as(token).checkToken()
    if (!isValid) return undefined
    const context = contextOf(user, token, { at, timeZone: knownZone(user?.timeZone ?? timeZone) })
    await this.#cache.set(contextKey(token), context, contextSeconds)
    return context
  }

  async forget(token: string): Promise<void> {
    this.#recent.forget(tokenHash(token))
    await this.#cache.delete(contextKey(token))
  }

  /** Does the work with the token of the request, or with the stored token of the account. */
  async work<Result>(call: Call, work: (desk: Desk) => Promise<Result>): Promise<Result> {
    if (call.bearer !== undefined) return work(await this.#deskFor(call, call.bearer))
    const stored = await this.#storedOf(call)
    if (typeof stored === 'string') throw new ToolError('UNPROCESSABLE', stored)
    try {
      return await work(await this.#deskFor(call, stored.token))
    } catch (error) {
      if (!(error instanceof VikunjaError) || error.kind !== 'unauthorized') throw error
      await this.forget(stored.token)
      throw new ToolError('UNAUTHORIZED', `${refusedStored} ${this.#howToStore}`, {}, { cause: error })
    }
  }

  /** For people: assistants pass it on. */
  get #howToStore(): string {
    const page = `${this.#ports.installation.appUrl}/app/vikunja`
    return `Store one at ${page}, with npx quipu vikunja connect, or by PUT /api/vikunja/token.`
  }

  /** Why there is none, if there is none. A token is sent only to the server for which it was stored. */
  async #storedOf({ caller }: Call): Promise<StoredToken | string> {
    const stored = await this.store.token(caller)
    if (stored === undefined) return `You have stored no Vikunja token. ${this.#howToStore}`
    if (stored.server === '' || stored.server === this.#url) return stored
    return `You have stored a token for ${stored.server}, but this installation now uses ${this.#url}. ${this.#howToStore}`
  }

  /** The stored token that can be used here. */
  async connection(call: Call): Promise<Omit<StoredToken, 'token'> | undefined> {
    const stored = await this.#storedOf(call)
    return typeof stored === 'string' ? undefined : stored
  }

  async #deskFor(call: Call, token: string): Promise<Desk> {
    const { now, settings } = this.#ports
    const isAccount = call.bearer === undefined
    const timeZone = isAccount ? (await settings.of(call.caller)).timeZone : undefined
    const me = await this.contextOf(token, timeZone)
    if (me === undefined) throw new VikunjaError('unauthorized', 'Vikunja refuses this token')
    const api = this.#server.as(token, { signal: call.signal })
    const webUrl = (await this.#server.info()).webUrl ?? this.#url
    return {
      api,
      me,
      call,
      now,
      webUrl,
      store: this.store,
      names: new Directory({
        api,
        me,
        known: this.#recent.of(tokenHash(token)),
        homes: [webUrl, this.#url],
      }),
      linkTo: ({ taskId, id }) =>
        isAccount ? this.#signedLink(call, taskId, id) : this.#apiLink(taskId, id),
    }
  }

  #signedLink({ caller }: Call, taskId: number, id: number): string {
    const expiresAt = new Date(this.#ports.now().getTime() + linkMinutes * 60_000)
    return this.#ports.links.sign({
      path: `/api/vikunja/tasks/${taskId}/attachments/${id}`,
      caller,
      expiresAt,
    })
  }

  /** A caller with a token of their own has no account here, so the download is from Vikunja, with that token. */
  #apiLink(taskId: number, id: number): string {
    return `${this.#url}/api/v1/tasks/${taskId}/attachments/${id}`
  }

  /** Stores a token that Vikunja accepts; it replaces the previous one. */
  async connect({ caller }: Call, token: string): Promise<StoredToken> {
    await this.forget(token)
    const context = await this.contextOf(token)
    if (context === undefined)
      throw new ToolError(
        'UNPROCESSABLE',
        `${this.#url} refuses this token. Make one there: Settings, API tokens.`,
      )
    const at = this.#ports.now()
    const stored = { token, username: context.username, server: this.#url, storedAt: at }
    const before = await this.store.token(caller)
    await this.store.keepToken(caller, stored)
    if (before !== undefined && before.token !== token) await this.forget(before.token)
    return stored
  }

  async disconnect({ caller }: Call): Promise<void> {
    const stored = await this.store.token(caller)
    await this.store.removeToken(caller)
    if (stored !== undefined) await this.forget(stored.token)
  }

  /** Asks Vikunja now and ignores the cache. */
  async test(call: Call): Promise<{ readonly ok: boolean; readonly message: string }> {
    const stored = await this.#storedOf(call)
    if (typeof stored === 'string') return { ok: false, message: stored }
    await this.forget(stored.token)
    const context = await this.contextOf(stored.token)
    if (context === undefined) return { ok: false, message: refusedStored }
    const { version } = await this.#server.info()
    return {
      ok: true,
      message: `Vikunja ${version} at ${this.#url} accepts the token of ${context.username}`,
    }
  }
}

const refusedStored = 'Vikunja refuses the token that you have stored: it has expired or was revoked.'

function refusalOf(bearer: string): Refusal {
  const isMissing = bearer === ''
  return {
    refused: isMissing
      ? 'Give your Vikunja API token as the bearer. Make one in Vikunja: Settings, API tokens'
      : 'Vikunja refuses this token: it is wrong, has expired or was revoked. Make a new one in Vikunja: Settings, API tokens',
    challenge: `Bearer realm="vikunja"${isMissing ? '' : ', error="invalid_token"'}`,
  }
}
