import { randomBytes } from 'node:crypto'
import type { Secrets } from '@quipu/kit'
import { z } from 'zod'
import type { Cookie } from './cookies.ts'

const maxAccounts = 5

const Device = z.object({ id: z.string(), userIds: z.array(z.string()).max(maxAccounts) })

/** A browser in which somebody has signed in before. */
export type KnownDevice = Readonly<z.infer<typeof Device>>

/**
 * Which accounts have signed in with a browser, sealed in a cookie of that browser. Someone who guesses passwords
 * elsewhere does not have it, so their failures do not count against this browser.
 */
export class KnownDevices {
  readonly #secrets: Secrets
  readonly #cookie: Cookie

  constructor(secrets: Secrets, cookie: Cookie) {
    this.#secrets = secrets
    this.#cookie = cookie
  }

  /** The accounts in the browser's cookie, if it was sealed here. */
  read(cookieHeader: string | undefined): KnownDevice | undefined {
    const sealed = this.#cookie.read(cookieHeader)
    if (sealed === undefined) return undefined
    try {
      return Device.parse(JSON.parse(this.#secrets.open(purpose, sealed)))
    } catch {
      // It was made up, or sealed by another root secret.
      return undefined
    }
  }

  /** For a Set-Cookie header, after the account has signed in. Of many accounts, the latest are kept. */
  remember(cookieHeader: string | undefined, userId: string): string {
    const known = this.read(cookieHeader)
    const userIds = [userId, ...(known?.userIds ?? []).filter((other) => other !== userId)]
    const device: KnownDevice = {
      id: known?.id ?? randomBytes(16).toString('base64url'),
      userIds: userIds.slice(0, maxAccounts),
    }
    return this.#cookie.set(this.#secrets.seal(purpose, JSON.stringify(device)))
  }
}

const purpose = 'known-device'
