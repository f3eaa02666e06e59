import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { CommandId, Revision, UniverseId } from '../fields.ts'
import type { UniverseService } from '../service/universe-service.ts'
import { Answer, answerOf } from '../views/answer.ts'

/** Passed on unchanged: the domain reports errors, with the path of the field. */
const Command = z
  .custom<object>()
  .superRefine((input, { issues }) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      issues.push({ code: 'invalid_type', expected: 'object', input, message: 'must be an object' })
  })
  .meta({
    type: 'object',
    properties: { type: { type: 'string' } },
    required: ['type'],
    additionalProperties: true,
    description: 'Command object with type discriminator',
  })

export const sendUniverseCommand = defineTool({
  name: 'send_universe_command',
  title: 'Send universe command',
  description:
    'Send a command to mutate a universe. list_universe_commands tells its fields. Type batch applies many, or none.',
  needs: 'universe:write',
  effect: 'destructive',
  input: z.object({
    universeId: UniverseId.describe('Unique identifier of the target universe'),
    command: Command,
    expectedRevision: Revision.optional().describe('Refuse if others changed it since.'),
    commandId: CommandId.optional().describe('Applied once per id.'),
    include_state: z.boolean().optional().describe('Add nextState.'),
  }),
  output: Answer,
  run: async (service: UniverseService, { universeId, command, include_state, ...options }, call) =>
    answerOf(await service.send(call, universeId, command, options), include_state ?? false),
})
