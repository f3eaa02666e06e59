import type { Fields } from './rpc-message.ts'

/** What a legacy client has sent its server once, so that the next owner of the store gets the same. */
export class SessionMemory {
  #initialize: string | undefined
  #initialized: string | undefined
  #level: string | undefined
  readonly #subscriptions = new Map<unknown, string>()

  get initialize(): string | undefined {
    return this.#initialize
  }

  get initialized(): string | undefined {
    return this.#initialized
  }

  /** The requests that follow the handshake; their answers are of no interest to the client. */
  get requests(): readonly string[] {
    return [...(this.#level === undefined ? [] : [this.#level]), ...this.#subscriptions.values()]
  }

  /** Only what the server has accepted counts. */
  answered(method: string, params: Fields, line: string): void {
    if (method === 'initialize') this.#initialize = line
    if (method === 'logging/setLevel') this.#level = line
    if (method === 'resources/subscribe') this.#subscriptions.set(params['uri'], line)
    if (method === 'resources/unsubscribe') this.#subscriptions.delete(params['uri'])
  }

  notified(method: string, line: string): void {
    if (method === 'notifications/initialized') this.#initialized = line
  }
}
