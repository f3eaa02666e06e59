import type { Adapter } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { ClientRegistry } from './clients.ts'
import { TooManyClients } from './clients.ts'

/** Clients, in the form that the library reads. */
export function clientAdapter(clients: ClientRegistry): Adapter {
  const nothing = async () => undefined
  return {
    find: async (id) => await clients.findMetadata(id),
    upsert: async (id, metadata) => {
      try {
        await clients.makeRoom()
        await clients.register(id, { ...metadata })
      } catch (error) {
        if (error instanceof TooManyClients) throw new errors.TemporarilyUnavailable(error.message)
        throw error
      }
    },
    destroy: (id) => clients.destroy(id),
    consume: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
    revokeByGrantId: nothing,
  }
}
