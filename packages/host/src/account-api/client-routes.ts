import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { ownWrites } from './own-writes.ts'
import type { AccountServices } from './services.ts'
import { clientWire, ClientWire } from './wire.ts'

const needs = 'clients:manage'

const listClients = defineRoute({
  method: 'GET',
  path: '/api/clients',
  summary: 'Clients that were added or registered themselves, oldest first',
  needs,
  effect: 'read',
  output: z.object({ clients: z.array(ClientWire) }),
  run: async ({ clients }: AccountServices) => ({ clients: (await clients.list()).map(clientWire) }),
})

const addClient = ownWrites(
  defineRoute({
    method: 'POST',
    path: '/api/clients',
    summary: 'Make a client known under an id of your choice',
    needs,
    effect: 'write',
    body: z.strictObject({
      id: z.string(),
      name: z.string().max(1_000).optional(),
      redirect_uris: z.array(z.string().max(2_000)).min(1).max(50),
    }),
    output: ClientWire,
    status: 201,
    run: async ({ clients }: AccountServices, { body }) =>
      clientWire(await clients.add({ id: body.id, name: body.name, redirectUris: body.redirect_uris })),
  }),
)

const removeClient = ownWrites(
  defineRoute({
    method: 'DELETE',
    path: '/api/clients/:id',
    summary: 'Forget a client and end everything that was granted to it',
    needs,
    effect: 'destructive',
    params: z.strictObject({ id: z.string() }),
    output: ClientWire,
    run: async ({ clients }: AccountServices, { params }) => clientWire(await clients.remove(params.id)),
  }),
)

export const clientRoutes = [listClients, addClient, removeClient]
