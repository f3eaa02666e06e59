import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, PageLimit, PageOffset, text } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { noteOnUnknown } from '../unknown-names.ts'

export const getEntityByIdentifier = defineTool({
  name: 'get_entity_by_identifier',
  title: 'Find by identifier',
  description: 'Entities with this name, e-mail, tax id, IBAN or number. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    identifier: text(500),
    entity_type: text(100).optional(),
    limit: PageLimit,
    offset: PageOffset,
  }),
  output: Answer,
  run: async (truth: Truth, { identifier, entity_type, ...asked }, { caller }) => ({
    ...(await truth.byIdentifier(caller, identifier, entity_type, asked)),
    ...noteOnUnknown({ entityType: entity_type }),
  }),
})
