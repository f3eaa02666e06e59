import type { Socket } from 'node:net'
import { z } from 'zod'
import { LineSplitter, messageLimit } from './lines.ts'

/**
 * Increased when a frame changes its meaning: processes of different versions then refuse each other with a message.
 */
export const protocol = 1

/** Room for a message whose every character is escaped once. */
export const frameLimit = 2 * messageLimit + 1024

export const ownerKinds = ['server', 'stdio', 'command'] as const
export type OwnerKind = (typeof ownerKinds)[number]

/** Frames from the owner of a data folder to its guests. */
export const OwnerFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.number(),
    pid: z.number(),
    kind: z.enum(ownerKinds),
    url: z.string().optional(),
  }),
  z.object({ type: z.literal('connected') }),
  z.object({ type: z.literal('refused'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('line'), line: z.string() }),
  z.object({ type: z.literal('performed'), id: z.number(), result: z.json() }),
  z.object({ type: z.literal('failed'), id: z.number(), code: z.string(), message: z.string() }),
  /** It accepts no new work, finishes its calls and then disconnects; `to` names the next owner of the folder. */
  z.object({ type: z.literal('leaving'), to: z.enum(['server', 'anyone']) }),
  z.object({ type: z.literal('pong') }),
])
export type OwnerFrame = z.infer<typeof OwnerFrame>
export type Hello = Extract<OwnerFrame, { type: 'hello' }>

/** Frames from a process to the owner. */
export const GuestFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connect'), user: z.string().optional() }),
  z.object({ type: z.literal('line'), line: z.string(), key: z.string().optional() }),
  z.object({ type: z.literal('perform'), id: z.number(), operation: z.string(), input: z.json() }),
  z.object({ type: z.literal('hand-over') }),
  z.object({ type: z.literal('ping') }),
])
export type GuestFrame = z.infer<typeof GuestFrame>

/** Calls back for each frame; a peer that sends anything else, or too much, is hung up on. */
export function readFrames<Frame>(
  socket: Socket,
  schema: z.ZodType<Frame>,
  onFrame: (frame: Frame) => void,
): void {
  const hangUp = (why: string) => socket.destroy(new Error(why))
  const splitter = new LineSplitter(
    frameLimit,
    (line) => {
      if (socket.destroyed) return
      const frame = schema.safeParse(parseJson(line))
      if (frame.success) onFrame(frame.data)
      else hangUp('The other side sent a frame that this version does not know.')
    },
    () => hangUp(`The other side sent a frame larger than ${frameLimit} bytes.`),
  )
  socket.on('data', (chunk: Buffer) => splitter.push(chunk))
}

/** False when the other side is slow: wait for `drain` before taking more work for it. */
export function writeFrame(socket: Socket, frame: OwnerFrame | GuestFrame): boolean {
  if (!socket.writable) return true
  return socket.write(`${JSON.stringify(frame)}\n`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
