import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Bus, Log } from '@quipu/kit'
import type { RedisConnection } from '../redis/open-redis.ts'
import { keyPrefix } from '../redis/open-redis.ts'
import type { InstanceBus } from './open-bus.ts'

/** Longer messages would delay all listeners. */
const mostBytes = 256 * 1024
const channel = `${keyPrefix}bus`

const Envelope = z.object({ from: z.uuid(), topic: z.string().min(1).max(200), message: z.unknown() })

/**
 * Local listeners are called at once, others get messages through Redis. While Redis is away a message reaches this
 * instance only.
 */
export async function redisBus(
  redis: RedisConnection,
  local: Bus,
  instanceId: string,
  log: Log,
): Promise<InstanceBus> {
  const { channels, commands } = redis
  const hear = (_channel: string, text: string) => {
    const envelope = read(text)
    if (envelope === undefined || envelope.from === instanceId) return
    local.publish(envelope.topic, envelope.message)
  }
  channels.on('message', hear)
  // A lost connection subscribes again by itself; one that was never made does so here.
  const listen = () => void channels.subscribe(channel).catch(() => {})
  channels.on('ready', listen)
  if (channels.status === 'ready') await channels.subscribe(channel).catch(() => {})

  const send = async (topic: string, message: unknown): Promise<void> => {
    const text = JSON.stringify({ from: instanceId, topic, message })
    if (Buffer.byteLength(text) > mostBytes) {
      log.warn({ topic }, `a message of more than ${mostBytes} bytes stays within this instance`)
      return
    }
    await published(commands, text)
  }
  return {
    instanceId,
    publish: (topic, message) => {
      local.publish(topic, message)
      void send(topic, message)
    },
    tell: async (topic, message) => {
      local.publish(topic, message)
      await send(topic, message)
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    close: async () => {
      channels.off('message', hear)
      channels.off('ready', listen)
    },
  }
}

/** The connection logs once that Redis is away. */
async function published(commands: Redis, text: string): Promise<void> {
  try {
    await commands.publish(channel, text)
  } catch {
    // Other instances cannot be reached; local listeners have got the message.
  }
}

/** Undefined for a message that another program wrote to the channel. */
function read(text: string): z.infer<typeof Envelope> | undefined {
  if (text.length > mostBytes) return undefined
  try {
    return Envelope.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
