import type { HttpBindings } from '@hono/node-server'
import type { CallInit } from '../calls/running-call.ts'
import { RunningCall } from '../calls/running-call.ts'

/** A call over REST. It is aborted when the client disconnects before it has its answer. */
export class HttpCall extends RunningCall {
  readonly #outgoing: HttpBindings['outgoing']

  constructor(init: Omit<CallInit, 'transport'>, outgoing: HttpBindings['outgoing']) {
    super({ ...init, transport: 'http' })
    this.#outgoing = outgoing
  }

  protected override watchClient(): void {
    const outgoing = this.#outgoing
    const hungUp = () => {
      if (!outgoing.writableFinished) this.abort()
    }
    if (outgoing.closed) hungUp()
    else outgoing.once('close', hungUp)
  }
}
