import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { generateCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { parse } from 'hono/utils/cookie'
import { longestSessionMs } from '../identity/web-sessions.ts'

/** A form that was left open for longer has to be loaded again. */
const formSeconds = 86_400
/** A browser in which nobody has signed in for longer is not known any more. */
const deviceSeconds = 180 * 86_400

/** The cookies of the pages. Under https their names bind them to this host, so no other host can set them. */
export function openCookies(appUrl: string): Cookies {
  const isSecure = new URL(appUrl).protocol === 'https:'
  return {
    session: new Cookie('quipu_session', isSecure, longestSessionMs / 1000),
    form: new Cookie('quipu_form', isSecure, formSeconds),
    device: new Cookie('quipu_device', isSecure, deviceSeconds, 1_000),
  }
}

export interface Cookies {
  readonly session: Cookie
  readonly form: Cookie
  readonly device: Cookie
}

/** One cookie that scripts cannot read and that forms of other sites do not send. */
class Cookie {
  readonly name: string
  readonly #options: CookieOptions
  readonly #maxLength: number

  constructor(name: string, isSecure: boolean, maxAge: number, maxLength = 128) {
    this.name = isSecure ? `__Host-${name}` : name
    this.#options = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure, maxAge }
    this.#maxLength = maxLength
  }

  /** Its value in a Cookie header; undefined if it is missing or was not set here. */
  read(header: string | null | undefined): string | undefined {
    const value = parse(header ?? '', this.name)[this.name]
    return value !== undefined && this.#isValue(value) ? value : undefined
  }

  /** For a Set-Cookie header. */
  set(value: string): string {
    if (!this.#isValue(value))
      throw new TypeError(`The value of the cookie ${this.name} is not base64url, or too long`)
    return generateCookie(this.name, value, this.#options)
  }

  /** For a Set-Cookie header that makes the browser forget it. */
  clear(): string {
    return generateCookie(this.name, '', { ...this.#options, maxAge: 0 })
  }

  #isValue(text: string): boolean {
    return text.length <= this.#maxLength && valuePattern.test(text)
  }
}

export type { Cookie }

/** Base64url and sealed values, which have their version before a dot. */
const valuePattern = /^(?:v1\.)?[A-Za-z0-9_-]+$/

/** Shows that a form was served to the browser that sends it: its token matches the nonce in the browser's cookie. */
export class FormTokens {
  /** The first one makes tokens; those of the others are valid too. */
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  constructor(keys: readonly [Uint8Array, ...Uint8Array[]]) {
    this.#keys = keys
  }

  /** For the form cookie of a browser that has none. */
  newNonce(): string {
    return randomBytes(32).toString('base64url')
  }

  /** `purpose` is the form, so that the token of one is not valid for another. */
  tokenFor(nonce: string, purpose: string): string {
    return mac(this.#keys[0], nonce, purpose).toString('base64url')
  }

  isRight(nonce: string | undefined, purpose: string, token: string | undefined): boolean {
    if (nonce === undefined || token === undefined || !tokenPattern.test(token)) return false
    const given = Buffer.from(token, 'base64url')
    return this.#keys.some((key) => timingSafeEqual(mac(key, nonce, purpose), given))
  }
}

function mac(key: Uint8Array, nonce: string, purpose: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, nonce]))
    .digest()
}

/** 32 bytes. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/
