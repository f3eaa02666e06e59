import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { UniverseId } from '../fields.ts'
import type { UniverseService } from '../service/universe-service.ts'
import { listing } from '../views/command-listing.ts'

export const listUniverseCommands = defineTool({
  name: 'list_universe_commands',
  title: 'List universe commands',
  description:
    'List available command types for a universe: categories, or with one its commands with fields and examples.',
  needs: 'universe:read',
  effect: 'read',
  input: z.object({
    universeId: UniverseId.describe('Unique identifier of the target universe'),
    category: z
      .string()
      .max(100)
      .optional()
      .describe('Filter by command category; a command type gives its JSON Schema.'),
  }),
  output: z.looseObject({}),
  run: async (service: UniverseService, { universeId, category }, { caller }) => {
    await service.get(caller, universeId)
    return listing(category)
  },
})
