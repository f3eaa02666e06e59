import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, EntityId, text } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const getFieldProvenance = defineTool({
  name: 'get_field_provenance',
  title: 'Trace field',
  description:
    'Walks from a field to its observation, source and place in it; with the values that lost, and why. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    entity_id: EntityId,
    field: text(200).refine((field) => field !== '', 'must be the name of a field'),
  }),
  output: Answer,
  run: (truth: Truth, { entity_id, field }, { caller }) => truth.fieldProvenance(caller, entity_id, field),
})
