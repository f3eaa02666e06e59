import type { Call, Module, StreamEvent } from '@quipu/kit'
import { defineModule, defineRoute, defineStream, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'

/** Someone listening to the bells, as the module sees it. */
export class Listener implements AsyncIterableIterator<StreamEvent> {
  readonly call: Call
  readonly tower: string
  readonly lastEventId: string | undefined
  /** How often it was asked for more. */
  pulls = 0
  isReturned = false
  readonly #waiting: (() => Promise<IteratorResult<StreamEvent>>)[] = []
  #wanted: (() => void) | undefined

  constructor(call: Call, tower: string, lastEventId: string | undefined) {
    this.call = call
    this.tower = tower
    this.lastEventId = lastEventId
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  push(event: StreamEvent): void {
    this.#add(() => Promise.resolve({ done: false, value: event }))
  }

  fail(error: Error): void {
    this.#add(() => Promise.reject(error))
  }

  end(): void {
    this.#add(() => Promise.resolve({ done: true, value: undefined }))
  }

  async next(): Promise<IteratorResult<StreamEvent>> {
    this.pulls += 1
    if (this.#waiting.length === 0) await new Promise<void>((resolve) => (this.#wanted = resolve))
    const [step] = this.#waiting.splice(0, 1)
    return step === undefined ? { done: true, value: undefined } : step()
  }

  async return(): Promise<IteratorResult<StreamEvent>> {
    this.isReturned = true
    return { done: true, value: undefined }
  }

  #add(step: () => Promise<IteratorResult<StreamEvent>>): void {
    this.#waiting.push(step)
    this.#wanted?.()
  }
}

export interface Bells {
  readonly listeners: Listener[]
  /** Awaited when a reader starts to listen. */
  heard(listener: Listener): Promise<void>
}

const listen = defineStream({
  path: '/bells/:tower/events',
  summary: 'Hear the bells of a tower',
  needs: 'bells:hear',
  params: z.strictObject({ tower: z.string().max(40) }),
  query: z.strictObject({ loud: z.enum(['yes', 'no']).optional() }),
  open: async (bells: Bells, { params, lastEventId }, call) => {
    if (params.tower === 'ruin') throw new ToolError('NOT_FOUND', 'There is no such tower', { tower: 'ruin' })
    const listener = new Listener(call, params.tower, lastEventId)
    if (params.tower === 'cracked') listener.fail(new ToolError('CONFLICT', 'The bell is cracked'))
    bells.listeners.push(listener)
    await bells.heard(listener)
    return listener
  },
})

const refusal = new ToolError('UNPROCESSABLE', 'The bell is frozen', { reason: 'frozen', path: 'body.times' })

const ring = defineRoute({
  method: 'POST',
  path: '/bells/:tower/ring',
  summary: 'Ring a bell',
  needs: 'bells:ring',
  effect: 'write',
  params: z.strictObject({ tower: z.string().max(40) }),
  body: z.strictObject({ times: z.int().min(1) }),
  output: z.void(),
  status: 204,
  run: async (_: Bells, { body }) => {
    if (body.times > 12) throw refusal
  },
})

const tune = defineRoute({
  method: 'PUT',
  path: '/bells/tune',
  summary: 'Say what is played',
  needs: 'bells:ring',
  effect: 'read',
  bodyLimitBytes: 20_000,
  body: z.strictObject({ tune: z.string() }),
  output: z.object({ notes: z.number() }),
  run: async (_: Bells, { body }) => ({ notes: body.tune.length }),
})

const freeze = defineTool({
  name: 'ring_frozen_bell',
  title: 'Ring a frozen bell',
  description: 'Does not work.',
  needs: 'bells:ring',
  effect: 'read',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw refusal
  },
})

/** Bells that the test rings, and who listens to them. */
export function bellTower(heard: Bells['heard'] = async () => {}): {
  readonly module: Module
  readonly bells: Bells
} {
  const bells: Bells = { listeners: [], heard }
  const module = defineModule({
    name: 'bells',
    title: 'Bells',
    permissions: {
      'bells:hear': { says: 'Hear the bells', roles: ['contributor', 'admin'] },
      'bells:ring': { says: 'Ring the bells', roles: ['contributor', 'admin'] },
    },
    tools: [freeze],
    routes: [ring, tune],
    streams: [listen],
    open: () => bells,
  })
  return { module, bells }
}
