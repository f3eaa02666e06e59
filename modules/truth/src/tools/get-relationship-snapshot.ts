import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, Uuid } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const getRelationshipSnapshot = defineTool({
  name: 'get_relationship_snapshot',
  title: 'Get relationship',
  description: 'One relationship by its id. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    relationship_id: Uuid,
  }),
  output: Answer,
  run: (truth: Truth, { relationship_id }, { caller }) => truth.relationship(caller, relationship_id),
})
