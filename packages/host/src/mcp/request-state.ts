import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { InputResponses } from '@quipu/kit'
import type { Fields } from '../input/fields.ts'
import type { ResumedState } from '../calls/running-call.ts'
import { stateSeconds } from '../calls/running-call.ts'
import { canonicalJson } from '../input/fields.ts'
import { code, RpcError } from './protocol.ts'

/** What a question belongs to: one request of one person. */
export interface Asking {
  readonly userId: string
  readonly method: string
  readonly params: Fields
}

/**
 * The answers given so far are sent to the client and back between rounds. They are signed and bound to the person, the
 * request and ten minutes, so that any instance can continue and nobody can answer for someone else or for another
 * request.
 */
export class RequestStates {
  /** The first one signs; signatures of the others are valid too. */
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]
  readonly #now: () => Date

  constructor(keys: readonly [Uint8Array, ...Uint8Array[]], now: () => Date) {
    this.#keys = keys
    this.#now = now
  }

  seal(asking: Asking, answers: InputResponses, isCounted = false): string {
    const expires = Math.floor(this.#now().getTime() / 1000) + stateSeconds
    const payload = {
      u: asking.userId,
      d: digest(asking),
      a: answers,
      x: expires,
      c: isCounted,
      n: randomBytes(12).toString('base64url'),
    }
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
    return `${body}.${mac(this.#keys[0], body)}`
  }

  open(state: unknown, asking: Asking): ResumedState {
    if (typeof state !== 'string') throw refused()
    const [body = '', signature = ''] = state.split('.')
    const given = Buffer.from(signature)
    const isOurs = this.#keys.some((key) => {
      const expected = Buffer.from(mac(key, body))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    if (!isOurs) throw refused()
    // The signature proves that `seal` wrote this, so it is JSON of that shape.
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      u: string
      d: string
      a: InputResponses
      x: number
      c?: boolean
      n: string
    }
    const expiresAt = new Date(payload.x * 1000)
    if (payload.u !== asking.userId || payload.d !== digest(asking) || expiresAt <= this.#now())
      throw refused()
    return { answers: payload.a, nonce: payload.n, expiresAt, isCounted: payload.c === true }
  }
}

function mac(key: Uint8Array, body: string): string {
  return createHmac('sha256', key).update(body).digest('base64url')
}

function refused(): RpcError {
  return new RpcError(
    code.invalidParams,
    'requestState is not valid for this request or has expired; start again without it',
  )
}

function digest({ method, params }: Asking): string {
  const salient = [
    method,
    params['name'] ?? params['uri'] ?? null,
    canonicalJson(params['arguments'] ?? null),
  ]
  return createHash('sha256').update(JSON.stringify(salient)).digest('base64url')
}
