import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '@quipu/kit'
import type { LimitDoor } from '../limits/limits.ts'
import { errorPage } from '../pages/error-page.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import type { AuthorizationServer } from '../oauth/authorization-server.ts'
import { paths } from '../oauth/server-metadata.ts'
import {
  addressKey,
  authorizationsPerAddress,
  devicePagesPerAddress,
  deviceRequestsPerAddress,
  registrationsPerAddress,
  tokenRequestsPerAddress,
  type TransportLimit,
} from '../limits/transport-policies.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { Guard } from './guard.ts'
import { LimitFields, setFields } from './limit-fields.ts'

export interface OAuthDoorParts {
  readonly server: AuthorizationServer
  readonly limits: LimitDoor
  readonly guard: () => Guard
  readonly authorizationsPerMinute: number | undefined
  readonly log: Log
}

/** Passes requests to the authorization server, which uses plain Node requests. */
export class OAuthDoor {
  readonly #parts: OAuthDoorParts
  readonly #limits: ReadonlyMap<string, TransportLimit>

  constructor(parts: OAuthDoorParts) {
    this.#parts = parts
    const { points } = authorizationsPerAddress.policy
    const authorizations = {
      ...authorizationsPerAddress,
      policy: { ...authorizationsPerAddress.policy, points: parts.authorizationsPerMinute ?? points },
    }
    this.#limits = new Map<string, TransportLimit>([
      [`GET ${paths.authorization}`, authorizations],
      [`HEAD ${paths.authorization}`, authorizations],
      [`POST ${paths.registration}`, registrationsPerAddress],
      [`POST ${paths.device_authorization}`, deviceRequestsPerAddress],
      [`POST ${paths.code_verification}`, deviceRequestsPerAddress],
      [`GET ${paths.code_verification}`, devicePagesPerAddress],
      [`HEAD ${paths.code_verification}`, devicePagesPerAddress],
      [`POST ${paths.token}`, tokenRequestsPerAddress],
      [`POST ${paths.revocation}`, tokenRequestsPerAddress],
    ])
  }

  owns(path: string): boolean {
    return exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix))
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    requestId: string,
  ): Promise<void> {
    try {
      const wait = await this.#wait(request, response, path)
      if (wait === undefined) await this.#parts.server.handle(request, response)
      else tooMany(request, response, wait, requestId)
    } catch (error) {
      if (error instanceof StoreUnavailable) return this.#comeAgain(request, response, error, requestId)
      this.#parts.log.error({ err: error, request_id: requestId }, 'request failed')
      const message = 'Something went wrong on our side'
      answer(request, response, { status: 500, error: 'server_error', message, requestId })
    }
  }

  #comeAgain(request: IncomingMessage, response: ServerResponse, err: Error, requestId: string): void {
    this.#parts.log.warn({ err, request_id: requestId }, 'store unavailable')
    if (!response.headersSent) response.setHeader('retry-after', '1')
    const message = 'The service is unavailable for the moment; try again shortly'
    answer(request, response, { status: 503, error: 'temporarily_unavailable', message, requestId })
  }

  /** Seconds to wait; undefined while there is room. */
  async #wait(request: IncomingMessage, response: ServerResponse, path: string): Promise<number | undefined> {
    const limit = this.#limits.get(`${request.method} ${path}`)
    if (limit === undefined) return undefined
    const { limits, guard } = this.#parts
    const decision = await limits.consume(limit.name, limit.policy, addressKey(guard().address(request)))
    setFields(response, new LimitFields(limit).of(decision))
    return decision.ok ? undefined : decision.retryAfterSeconds
  }
}

const exact: ReadonlySet<string> = new Set([
  paths.authorization,
  paths.token,
  paths.registration,
  paths.revocation,
  paths.device_authorization,
  paths.code_verification,
])
/** Where an authorization is resumed after its pages. */
const prefixes = [`${paths.authorization}/`, `${paths.code_verification}/`]

function tooMany(
  request: IncomingMessage,
  response: ServerResponse,
  seconds: number,
  requestId: string,
): void {
  response.setHeader('retry-after', String(seconds))
  const message = `Too many requests; try again in ${seconds} seconds`
  answer(request, response, { status: 429, error: 'rate_limited', message, requestId })
}

interface Failure {
  readonly status: number
  readonly error: string
  readonly message: string
  readonly requestId: string
}

function answer(request: IncomingMessage, response: ServerResponse, failure: Failure): void {
  const { status, error, message, requestId } = failure
  if (response.headersSent) return void response.end()
  response.statusCode = status
  if (!(request.headers.accept ?? '').includes('text/html')) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ error, error_description: message, trace_id: requestId }))
    return
  }
  for (const [name, value] of Object.entries(pageHeaders())) response.setHeader(name, value)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(errorPage({ title: 'Not now', message: `${message}.`, reference: requestId }))
}
