import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '@quipu/kit'
import type { AdapterFactory, KoaContextWithOIDC } from 'oidc-provider'
import Provider from 'oidc-provider'
import type { SigningKeys } from '../identity/signing-keys.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { isBrowser, refuseForNow } from './authorization-request.ts'
import type { ProviderOptions } from './configuration.ts'
import { providerConfiguration } from './configuration.ts'
import type { ProviderEvents } from './provider-events.ts'
import { watch } from './provider-events.ts'
import { deriveSuccessors } from './refresh-grace.ts'
import type { RequestRules } from './request-rules.ts'
import { addRules } from './request-rules.ts'

export interface AuthorizationServerOptions extends Omit<
  ProviderOptions,
  'signingKey' | 'adapter' | 'requestIdOf'
> {
  readonly keys: SigningKeys
  readonly adapter: AdapterFactory
  readonly successorKey: Buffer
  readonly events: ProviderEvents
  readonly rules: RequestRules
  readonly log: Log
  readonly requestIdOf: (request: IncomingMessage) => string
  /** The client's address, which trusted proxies may have reported. */
  readonly addressOf: (request: IncomingMessage) => string
}

/** The OAuth endpoints. They hold no state: instances that share a store act as one server. */
export class AuthorizationServer {
  readonly #options: AuthorizationServerOptions
  readonly #appUrl: URL
  #current: { readonly kid: string; readonly provider: Provider; readonly handle: Handle } | undefined

  constructor(options: AuthorizationServerOptions) {
    this.#options = options
    this.#appUrl = new URL(options.appUrl)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { handle } = await this.#open()
    this.pin(request)
    await handle(request, response)
  }

  /** For the pages of an authorization, which read and complete what `handle` began. */
  async provider(): Promise<Provider> {
    return (await this.#open()).provider
  }

  /** The library trusts these headers, so they are set from the configuration. */
  pin(request: IncomingMessage): void {
    const { headers } = request
    headers.host = this.#appUrl.host
    headers['x-forwarded-proto'] = this.#appUrl.protocol.slice(0, -1)
    headers['x-forwarded-for'] = this.#options.addressOf(request)
    delete headers['x-forwarded-host']
  }

  /** Created again when the signing key has changed, here or on another instance. */
  async #open() {
    const { kid, privateJwk } = await this.#options.keys.signing()
    if (this.#current?.kid === kid) return this.#current
    const { appUrl, log, events, rules, successorKey, requestIdOf } = this.#options
    const provider = new Provider(
      appUrl,
      providerConfiguration({
        ...this.#options,
        signingKey: { ...privateJwk, kid, alg: 'ES256', use: 'sig' },
        requestIdOf: ({ req }: KoaContextWithOIDC) => requestIdOf(req),
      }),
    )
    provider.proxy = true
    provider.on('server_error', (ctx, error) => answerFailure(ctx, error, log, requestIdOf(ctx.req)))
    logFailures(provider, log)
    deriveSuccessors(provider, successorKey)
    watch(provider, events)
    addRules(provider, rules)
    this.#current = { kid, provider, handle: provider.callback() }
    return this.#current
  }
}

/** A client that gets 500 may drop its tokens; one that is asked to come again keeps them. */
function answerFailure(ctx: KoaContextWithOIDC, error: Error, log: Log, requestId: string): void {
  if (!(error instanceof StoreUnavailable))
    return log.error({ err: error, request_id: requestId }, 'authorization server failed')
  log.warn({ err: error, request_id: requestId }, 'store unavailable')
  // Otherwise the browser is on its way back to the app, with the error.
  if (ctx.status !== 500) return
  refuseForNow(ctx, 1)
  if (isBrowser(ctx)) return
  const message = 'The service is unavailable for the moment; try again shortly'
  ctx.body = { error: 'temporarily_unavailable', error_description: message }
}

/** Errors of the library itself; without a listener, its framework would print them beside our log. */
function logFailures(emitter: EventEmitter, log: Log): void {
  emitter.on('error', (error: Error & { readonly expose?: boolean }) => {
    if (error.expose !== true) log.error({ err: error }, 'authorization server failed')
  })
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>
