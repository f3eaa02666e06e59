import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ToolError } from '@quipu/kit'

const minPasswordLength = 8
const maxPasswordLength = 1024

/** What one hash takes: KiB of memory, and passes over it. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's minimum for argon2id. Stored with each hash, so older hashes stay readable if it is raised. */
const usualCost: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const tagLength = 32

/** Passwords as PHC strings. Hashing runs on the thread pool, off the event loop. */
export class Passwords {
  readonly #cost: PasswordCost
  readonly #unmatchable: string

  constructor(cost = usualCost) {
    this.#cost = cost
    this.#unmatchable = phc(cost, Buffer.alloc(16), Buffer.alloc(tagLength))
  }

  async hash(password: string): Promise<string> {
    checkPassword(password)
    const nonce = randomBytes(16)
    return phc(this.#cost, nonce, await derive(password, nonce, this.#cost, tagLength))
  }

  /** Without a stored hash it takes as long and returns false, so that the time does not reveal which accounts exist. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const { nonce, tag, ...cost } = parse(stored ?? this.#unmatchable)
    const derived = await derive(password.slice(0, maxPasswordLength), nonce, cost, tag.length)
    return timingSafeEqual(derived, tag) && stored !== undefined
  }
}

function checkPassword(password: string): void {
  // Counted in characters as people see them, not in UTF-16 units.
  if (Array.from(password.slice(0, 2 * minPasswordLength)).length < minPasswordLength)
    throw new ToolError('VALIDATION_ERROR', `The password must have at least ${minPasswordLength} characters`)
  if (password.length > maxPasswordLength)
    throw new ToolError('VALIDATION_ERROR', `The password must have at most ${maxPasswordLength} characters`)
}

const argon2Async = promisify(argon2)

/** NFKC: the same password typed on another keyboard may arrive composed differently. */
function derive(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: PasswordCost,
  length: number,
): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'))
  return argon2Async('argon2id', { message, nonce, memory, passes, parallelism, tagLength: length })
}

function phc({ memory, passes, parallelism }: PasswordCost, nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string): PasswordCost & { nonce: Buffer; tag: Buffer } {
  const found = phcPattern.exec(stored)
  if (found === null) throw new Error('A stored password hash is not an argon2id PHC string')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
