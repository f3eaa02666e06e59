import { randomUUID } from 'node:crypto'
import type { Bus, Log } from '@quipu/kit'
import type { RedisConnection } from '../redis/open-redis.ts'
import { memoryBus } from './memory-bus.ts'
import { redisBus } from './redis-bus.ts'

/** The bus of the host: within this process, and over Redis to all other instances. */
export interface InstanceBus extends Bus {
  /** Identifies this process among the instances. */
  readonly instanceId: string
  /** Like `publish`, but resolves when the others are sure to get it before anything that is published later. */
  tell(topic: string, message: unknown): Promise<void>
  close(): Promise<void>
}

export interface BusOptions {
  /** None: there is no other instance. */
  readonly redis?: RedisConnection | undefined
  readonly log: Log
}

export async function openBus({ redis, log }: BusOptions): Promise<InstanceBus> {
  const local = memoryBus(log)
  const instanceId = randomUUID()
  if (redis !== undefined) return redisBus(redis, local, instanceId, log)
  return {
    ...local,
    instanceId,
    tell: async (topic, message) => local.publish(topic, message),
    close: async () => {},
  }
}
