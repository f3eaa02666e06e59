import { argon2, createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { SealedSecrets } from './manifest.ts'

/** Of the current root secret, then of the previous one if there is one. Reveals nothing about them. */
export function marksOf(secrets: readonly string[]): string[] {
  return secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, 'quipu', 'backup-mark', 16)).toString('hex'),
  )
}

/** Argon2id and AES-256-GCM: without the passphrase, an attacker has to guess, slowly. */
export async function sealSecrets(secrets: readonly string[], passphrase: string): Promise<SealedSecrets> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final(), cipher.getAuthTag()])
  return {
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    sealed: sealed.toString('base64'),
  }
}

/** Undefined for a wrong passphrase. */
export async function openSecrets(
  { salt, nonce, sealed }: SealedSecrets,
  passphrase: string,
): Promise<readonly string[] | undefined> {
  const bytes = Buffer.from(sealed, 'base64')
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'))
  const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: 16 })
  try {
    cipher.setAuthTag(bytes.subarray(-16))
    const plain = cipher.update(bytes.subarray(0, -16), undefined, 'utf8') + cipher.final('utf8')
    return z.array(z.string()).parse(JSON.parse(plain))
  } catch {
    return undefined
  }
}

const argon2Async = promisify(argon2)

function keyOf(passphrase: string, nonce: Buffer): Promise<Buffer> {
  const message = Buffer.from(passphrase.normalize('NFKC'))
  return argon2Async('argon2id', {
    message,
    nonce,
    memory: 64 * 1024,
    passes: 3,
    parallelism: 1,
    tagLength: 32,
  })
}
