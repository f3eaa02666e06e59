import type { Adapter, AdapterPayload } from 'oidc-provider'
import { onTestFinished } from 'vitest'

/** A provider's memory for one test. */
export function memoryAdapter(): (kind: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  onTestFinished(() => kept.clear())
  return (kind) => ({
    upsert: async (id, payload) => void kept.set(`${kind} ${id}`, payload),
    find: async (id) => kept.get(`${kind} ${id}`),
    findByUid: async (uid) =>
      [...kept.values()].find((payload) => payload.kind === kind && payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = kept.get(`${kind} ${id}`)
      if (payload !== undefined) payload['consumed'] = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void kept.delete(`${kind} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}
