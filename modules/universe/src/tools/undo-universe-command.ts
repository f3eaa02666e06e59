import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Revision, UniverseId } from '../fields.ts'
import type { UniverseService } from '../service/universe-service.ts'
import { Answer, answerOf } from '../views/answer.ts'

export const undoUniverseCommand = defineTool({
  name: 'undo_universe_command',
  title: 'Undo universe command',
  description: 'Takes back your latest command, or a revision, unless others built on it.',
  needs: 'universe:write',
  effect: 'destructive',
  input: z.object({
    universeId: UniverseId,
    revision: Revision.optional(),
    redo: z.boolean().optional(),
  }),
  output: Answer,
  run: async (service: UniverseService, { universeId, revision, redo }, call) => {
    const applied = redo
      ? await service.redo(call, universeId, { revision })
      : await service.undo(call, universeId, { revision })
    return answerOf(applied, false)
  },
})
