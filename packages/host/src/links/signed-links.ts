import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Json, LinkRequest, Links } from '@quipu/kit'
import { z } from 'zod'
import type { RootSecret } from '../identity/root-secret.ts'

/** So that the whole URL fits everywhere. */
const longestToken = 1_500
const purpose = 'signed-links'

export interface SignedLinksOptions {
  readonly secrets: Pick<RootSecret, 'deriveKeys'>
  readonly appUrl: string
  readonly now: () => Date
}

/** The content of a link with our signature. */
export interface LinkClaim {
  readonly userId: string
  readonly data: Json
  readonly expiresAt: Date
}

/** URLs that stand for a caller. Each is valid for one module, path, user and data, until it expires. */
export class SignedLinks {
  readonly #appUrl: string
  readonly #keys: readonly [Buffer, ...Buffer[]]
  readonly #now: () => Date

  constructor({ secrets, appUrl, now }: SignedLinksOptions) {
    this.#appUrl = appUrl
    this.#keys = secrets.deriveKeys(purpose)
    this.#now = now
  }

  /** The links that one module can sign. */
  of(module: string): Links {
    return { sign: (link) => this.#sign(module, link) }
  }

  /** `path` as it was requested, without the query; `token` is the value of `link` in the query. */
  verify(module: string, path: string, token: string): LinkClaim | 'invalid' | 'expired' {
    const [payload = '', signature = '', ...more] = token.length > longestToken ? [] : token.split('.')
    const given = Buffer.from(signature, 'base64url')
    const isOurs = this.#keys.some((key) => isSame(given, macOf(key, module, path, payload)))
    if (!isOurs || more.length > 0) return 'invalid'
    const { u: userId, e, d: data = null } = Claim.parse(JSON.parse(textOf(payload)))
    const expiresAt = new Date(e)
    return expiresAt <= this.#now() ? 'expired' : { userId, data: data as Json, expiresAt }
  }

  #sign(module: string, { path, caller, data, expiresAt }: LinkRequest): string {
    const url = new URL(this.#appUrl + path)
    if (url.pathname !== path)
      throw new TypeError('A link is signed for a plain path, as it will be requested')
    if (!(expiresAt > this.#now())) throw new RangeError('A link is signed for a time to come')
    const claim = { u: caller.userId, e: expiresAt.getTime(), d: data }
    const payload = Buffer.from(JSON.stringify(claim)).toString('base64url')
    const token = `${payload}.${macOf(this.#keys[0], module, path, payload).toString('base64url')}`
    if (token.length > longestToken)
      throw new RangeError('The data of a link is too long; store it and sign its id')
    url.searchParams.set('link', token)
    return url.href
  }
}

const Claim = z.object({ u: z.string(), e: z.number(), d: z.json().optional() })

function macOf(key: Buffer, module: string, path: string, payload: string): Buffer {
  return createHmac('sha256', key).update([module, path, payload].join('\n')).digest()
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function textOf(payload: string): string {
  return Buffer.from(payload, 'base64url').toString()
}
