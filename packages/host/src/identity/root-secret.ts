import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '@quipu/kit'

const minRootSecretLength = 32

/**
 * Keys that are derived from the root secret. Each purpose has its own key, which reveals nothing about the others.
 * Data sealed by the previous root secret can be opened too; nothing is sealed with it any more.
 */
export class RootSecret implements Secrets {
  readonly #current: string
  /** The current one first. */
  readonly #all: readonly string[]

  constructor(current: string, previous?: string) {
    this.#current = longEnough('JWT_SECRET', current)
    this.#all = previous === undefined ? [current] : [current, longEnough('JWT_SECRET_PREVIOUS', previous)]
  }

  deriveKey(purpose: string): Buffer {
    return derive(this.#current, purpose)
  }

  /** The current key, then the previous one: for data that were signed before the root secret changed. */
  deriveKeys(purpose: string): [Buffer, ...Buffer[]] {
    const former = this.#all.slice(1)
    return [this.deriveKey(purpose), ...former.map((secret) => derive(secret, purpose))]
  }

  /** AES-256-GCM, as `v1.` and base64url of nonce, ciphertext and tag. */
  seal(purpose: string, plain: string): string {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', this.deriveKey(sealing(purpose)), nonce)
    cipher.setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return version + sealed.toString('base64url')
  }

  open(purpose: string, sealed: string): string {
    return this.#open(purpose, sealed).plain
  }

  /** The same value sealed under the current root secret; undefined if it is already. */
  renew(purpose: string, sealed: string): string | undefined {
    const { plain, isCurrent } = this.#open(purpose, sealed)
    return isCurrent ? undefined : this.seal(purpose, plain)
  }

  #open(purpose: string, sealed: string): { plain: string; isCurrent: boolean } {
    const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
    if (!sealed.startsWith(version) || bytes.length < nonceLength + tagLength) throw unreadable(purpose)
    let cause: unknown
    for (const secret of this.#all) {
      try {
        const plain = decrypt(bytes, derive(secret, sealing(purpose)), purpose)
        return { plain, isCurrent: secret === this.#current }
      } catch (error) {
        cause = error
      }
    }
    throw unreadable(purpose, cause)
  }
}

const version = 'v1.'
const nonceLength = 12
const tagLength = 16

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'quipu', purpose, 32))
}

function sealing(purpose: string): string {
  return `seal:${purpose}`
}

function decrypt(bytes: Buffer, key: Buffer, purpose: string): string {
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  cipher.setAAD(Buffer.from(purpose))
  cipher.setAuthTag(bytes.subarray(-tagLength))
  return cipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + cipher.final('utf8')
}

function longEnough(variable: string, secret: string): string {
  if (secret.length >= minRootSecretLength) return secret
  throw new Error(
    `${variable} must have at least ${minRootSecretLength} characters, this one has ${secret.length}; ` +
      'make one with: openssl rand -base64 48',
  )
}

function unreadable(purpose: string, cause?: unknown): Error {
  return new Error(
    `What was sealed for "${purpose}" cannot be opened: it is damaged, or was sealed under another JWT_SECRET`,
    { cause },
  )
}
