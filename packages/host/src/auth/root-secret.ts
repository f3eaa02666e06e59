import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '@quipu/kit'

const minRootSecretLength = 32

/** What is derived from the root secret. Each purpose has a key of its own, which tells nothing about the others. */
export class RootSecret implements Secrets {
  readonly #secret: string

  constructor(secret: string) {
    if (secret.length < minRootSecretLength)
      throw new Error(
        `JWT_SECRET must have at least ${minRootSecretLength} characters, this one has ${secret.length}; ` +
          'make one with: openssl rand -base64 48',
      )
    this.#secret = secret
  }

  deriveKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, 'quipu', purpose, 32))
  }

  /** AES-256-GCM, as `v1.` and base64url of nonce, ciphertext and tag. */
  seal(purpose: string, plain: string): string {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', this.#sealingKey(purpose), nonce)
    cipher.setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return version + sealed.toString('base64url')
  }

  open(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
    if (!sealed.startsWith(version) || bytes.length < nonceLength + tagLength) throw unreadable(purpose)
    const cipher = createDecipheriv(
      'aes-256-gcm',
      this.#sealingKey(purpose),
      bytes.subarray(0, nonceLength),
      {
        authTagLength: tagLength,
      },
    )
    cipher.setAAD(Buffer.from(purpose))
    cipher.setAuthTag(bytes.subarray(-tagLength))
    try {
      return cipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + cipher.final('utf8')
    } catch (cause) {
      throw unreadable(purpose, cause)
    }
  }

  #sealingKey(purpose: string): Buffer {
    return this.deriveKey(`seal:${purpose}`)
  }
}

const version = 'v1.'
const nonceLength = 12
const tagLength = 16

function unreadable(purpose: string, cause?: unknown): Error {
  return new Error(
    `What was sealed for "${purpose}" cannot be opened: it is damaged, or was sealed under another JWT_SECRET`,
    { cause },
  )
}
