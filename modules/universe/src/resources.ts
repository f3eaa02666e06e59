import { defineResource, ToolError } from '@quipu/kit'
import { docs } from './docs/docs.ts'
import type { UniverseService } from './service/universe-service.ts'
import { universeView } from './wire.ts'

const oneUniverse = defineResource<UniverseService>({
  name: 'universe',
  title: 'Universe',
  description: 'One of your universes, or of those shared with you, with its whole state.',
  uri: 'universe://{id}',
  mimeType: 'application/json',
  needs: 'universe:read',
  complete: { id: (service, typed, { caller }) => service.complete(caller, typed) },
  read: async (service, { id = '' }, { caller }) => {
    try {
      return JSON.stringify(universeView(await service.get(caller, id)))
    } catch (error) {
      if (error instanceof ToolError && error.code === 'NOT_FOUND') return undefined
      throw error
    }
  },
})

const docResources = docs.map(({ slug, title, description, text }) =>
  defineResource<UniverseService>({
    name: slug,
    title,
    description,
    uri: `docs://solar-system-constructor/${slug}`,
    mimeType: 'text/markdown',
    needs: 'universe:read',
    cacheSeconds: 3600,
    read: async () => text(),
  }),
)

export const resources = [oneUniverse, ...docResources]
