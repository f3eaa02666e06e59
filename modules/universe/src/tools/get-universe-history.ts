import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Revision, UniverseId } from '../fields.ts'
import type { Entry, UniverseService } from '../service/universe-service.ts'

/** A longer command is shown by its type. */
const longestCommand = 300

const Step = z.object({
  revision: z.int(),
  at: z.string(),
  by: z.string(),
  client: z.string().nullable(),
  command: z.unknown().meta({ type: 'object' }),
  undoes: z.int().optional(),
  redoes: z.int().optional(),
})

export const getUniverseHistory = defineTool({
  name: 'get_universe_history',
  title: 'Get universe history',
  description: 'Shows who did what: the latest commands, or those after a revision.',
  needs: 'universe:read',
  effect: 'read',
  input: z.object({
    universeId: UniverseId,
    after: Revision.optional(),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({ revision: z.int(), entries: z.array(Step) }),
  run: async (service: UniverseService, { universeId, after, limit }, { caller }) => {
    const { entries, revision } = await service.history(caller, universeId, { after, limit })
    return { revision, entries: entries.map(stepOf) }
  },
})

function stepOf({ revision, at, actor, command, undoes, redoes }: Entry): z.input<typeof Step> {
  const isLong = JSON.stringify(command).length > longestCommand
  return {
    revision,
    at: at.toISOString(),
    by: actor.name,
    client: actor.client,
    command: isLong ? { type: command.type, shortened: true } : command,
    ...(undoes === undefined ? {} : { undoes }),
    ...(redoes === undefined ? {} : { redoes }),
  }
}
