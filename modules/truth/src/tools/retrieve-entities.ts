import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { defaultRows } from '../default-reply.ts'
import { Answer, Offset, text, UserId, limitOf } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { requireOwnUser } from '../own-user.ts'
import { noteOnUnknown } from '../unknown-names.ts'

export const retrieveEntities = defineTool({
  name: 'retrieve_entities',
  title: 'List entities',
  description: 'Entities with their snapshots, latest first. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  limit: { points: 300, seconds: 60 },
  input: z.object({
    entity_type: text(100).optional(),
    user_id: UserId,
    filters: z
      .record(
        text(200),
        z.union([text(1000), z.number(), z.boolean()], 'must be a text, a number, true or false'),
      )
      .optional()
      .describe('Field equals value.'),
    limit: limitOf(defaultRows),
    offset: Offset,
    cursor: text(300).optional(),
    include_snapshots: z.boolean().default(true),
    include_merged: z.boolean().default(false),
  }),
  output: Answer,
  run: async (truth: Truth, input, { caller }) => {
    requireOwnUser(caller, input.user_id)
    const found = await truth.entities(caller, {
      entityType: input.entity_type,
      includeMerged: input.include_merged,
      filters: Object.entries(input.filters ?? {}).map(([field, value]) => ({ field, value })),
      limit: input.limit,
      offset: input.offset,
      cursor: input.cursor,
      withSnapshots: input.include_snapshots,
    })
    const fields = Object.keys(input.filters ?? {})
    return { ...found, ...noteOnUnknown({ entityType: input.entity_type, fields }) }
  },
})
