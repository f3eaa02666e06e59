import type { Bus, Log, Secrets } from '@quipu/kit'
import { z } from 'zod'
import { mostEntryBytes } from '../domain/entry-limits.ts'

const topic = 'universe.live'
const purpose = 'universe live'

const Sight = z.object({
  userId: z.uuid(),
  name: z.string().max(500),
  client: z.string().max(200).nullable(),
  selection: z.string().max(64).nullish(),
  following: z.string().max(64).nullish(),
  /** When they came. */
  since: z.iso.datetime(),
  /** When they looked there. */
  at: z.iso.datetime(),
})

const Message = z.discriminatedUnion('kind', [
  /** A step was committed. */
  z.object({
    kind: z.literal('step'),
    universeId: z.uuid(),
    revision: z.int().positive(),
    json: z.string().max(mostEntryBytes),
  }),
  /** Its name or its members have changed. */
  z.object({ kind: z.literal('universe'), universeId: z.uuid() }),
  z.object({ kind: z.literal('deleted'), universeId: z.uuid() }),
  /** People with a stream at an instance or, without one, those who sent a presence note. */
  z.object({
    kind: z.literal('here'),
    universeId: z.uuid(),
    instance: z.uuid().nullable(),
    people: z.array(Sight).max(200),
  }),
  z.object({
    kind: z.literal('left'),
    universeId: z.uuid(),
    instance: z.uuid(),
    userId: z.uuid(),
    client: z.string().max(200).nullable(),
  }),
  /** Asks the instances with people there to announce them. */
  z.object({ kind: z.literal('who'), universeId: z.uuid() }),
])

export type Sight = z.infer<typeof Sight>
export type Message = z.infer<typeof Message>

/** The universe's id is also outside the sealed part, so that messages about unwatched universes need not be opened. */
const Envelope = z.object({ universeId: z.string(), sealed: z.string().max(256 * 1024) })

/**
 * Messages between instances. They are sealed: otherwise anyone who can write to the bus's server could forge steps and
 * people, and anyone who can read there would see everyone's universes.
 */
export class Messages {
  readonly #bus: Bus
  readonly #secrets: Secrets
  readonly #log: Log

  constructor(bus: Bus, secrets: Secrets, log: Log) {
    this.#bus = bus
    this.#secrets = secrets
    this.#log = log
  }

  tell(message: Message): void {
    const sealed = this.#secrets.seal(purpose, JSON.stringify(message))
    this.#bus.publish(topic, { universeId: message.universeId, sealed } satisfies z.infer<typeof Envelope>)
  }

  hear(isWanted: (universeId: string) => boolean, listener: (message: Message) => void): () => void {
    return this.#bus.subscribe(topic, (envelope) => {
      const { data } = Envelope.safeParse(envelope)
      if (data === undefined || !isWanted(data.universeId)) return
      const message = this.#open(data.sealed)
      if (message !== undefined) listener(message)
    })
  }

  /** Undefined for a message that is not from an instance of this installation. */
  #open(sealed: string): Message | undefined {
    try {
      return Message.parse(JSON.parse(this.#secrets.open(purpose, sealed)))
    } catch (error) {
      this.#log.warn({ err: error }, 'a message about a universe could not be read and is left out')
      return undefined
    }
  }
}
