import { z } from 'zod'

/** Messages between instances about sessions. */
export const sessionTopic = 'session'

const Owner = z.object({ userId: z.string(), id: z.string() })
const Fields = z.record(z.string(), z.unknown())

const SessionMessage = z.discriminatedUnion('kind', [
  Owner.extend({ kind: z.literal('cancel'), call: z.union([z.string(), z.number()]) }),
  Owner.extend({
    kind: z.literal('answer'),
    question: z.string(),
    result: Fields.optional(),
    error: Fields.optional(),
    /** The answer is too long for the bus and is stored in Redis. */
    isElsewhere: z.boolean().optional(),
  }),
  Owner.extend({ kind: z.literal('ended') }),
  Owner.extend({ kind: z.literal('watch'), uri: z.string(), needs: z.array(z.string()) }),
  Owner.extend({ kind: z.literal('unwatch'), uri: z.string() }),
  /** Another instance keeps the messages that belong to no request. */
  Owner.extend({ kind: z.literal('home') }),
  /** The stream is read at the instance `by`, and nowhere else. */
  Owner.extend({ kind: z.literal('follow'), stream: z.string(), by: z.string() }),
  Owner.extend({ kind: z.literal('grew'), stream: z.string() }),
  /** To be sent to the client of the old transport, whose stream is at one instance. A long text is stored in Redis. */
  Owner.extend({ kind: z.literal('say'), json: z.string().optional(), key: z.string().optional() }),
  z.object({ kind: z.literal('left'), instance: z.string() }),
])
export type SessionMessage = z.infer<typeof SessionMessage>

/** Undefined for a message that no instance would send. */
export function readSessionMessage(message: unknown): SessionMessage | undefined {
  return SessionMessage.safeParse(message).data
}

const Answer = z.object({ result: Fields.optional(), error: Fields.optional() })

export function readAnswer(text: string): z.infer<typeof Answer> | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
