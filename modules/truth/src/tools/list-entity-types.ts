import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { entityTypes } from '../entity-types.ts'
import { Answer, text } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const listEntityTypes = defineTool({
  name: 'list_entity_types',
  title: 'List entity types',
  description:
    'Types of entities with their fields; one type in full with entity_type. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    entity_type: text(100).optional(),
  }),
  output: Answer,
  run: async (_truth: Truth, { entity_type }) => entityTypes(entity_type),
})
