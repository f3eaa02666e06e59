import type { Bus, Log } from '@quipu/kit'

/** Messages within this process. A listener that fails affects neither the publisher nor the other listeners. */
export function memoryBus(log: Log): Bus {
  const topics = new Map<string, Set<(message: unknown) => void>>()
  return {
    publish: (topic, message) => {
      for (const listener of topics.get(topic) ?? []) {
        try {
          listener(message)
        } catch (error) {
          log.error({ err: error, topic }, 'a listener on the bus failed')
        }
      }
    },
    subscribe: (topic, listener) => {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => listeners.delete(listener)
    },
  }
}
