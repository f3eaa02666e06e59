import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const getEntityByIdentifier = defineTool({
  name: 'get_entity_by_identifier',
  title: 'Find by identifier',
  description: 'Entities with this name, e-mail, tax id, IBAN or number. Strong consistency; deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    identifier: z.string().trim().min(1).max(500),
    entity_type: z.string().max(100).optional(),
  }),
  output: Answer,
  run: (truth: Truth, { identifier, entity_type }, { caller }) =>
    truth.byIdentifier(caller, identifier, entity_type),
})
