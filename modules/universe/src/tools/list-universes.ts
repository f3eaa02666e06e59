import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { UniverseService } from '../service/universe-service.ts'
import { BriefView, briefView } from '../views/brief.ts'

export const listUniverses = defineTool({
  name: 'list_universes',
  title: 'List universes',
  description: 'Lists your universes and those shared with you.',
  needs: 'universe:read',
  effect: 'read',
  input: z.object({
    cursor: z.string().max(500).optional().describe('A next_cursor.'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({ universes: z.array(BriefView), next_cursor: z.string().nullable() }),
  run: async (service: UniverseService, input, { caller }) => {
    const { universes, nextCursor } = await service.list(caller, input)
    return { universes: universes.map(briefView), next_cursor: nextCursor ?? null }
  },
})
