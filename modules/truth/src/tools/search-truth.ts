import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, limitOf, text } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { noteOnUnknown } from '../unknown-names.ts'

export const searchTruth = defineTool({
  name: 'search_truth',
  title: 'Search',
  description:
    'Entities and sources that hold these words, also with names spelled slightly differently, best first. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    query: text(500),
    entity_type: text(100).optional(),
    limit: limitOf(10, 50),
  }),
  output: Answer,
  run: async (truth: Truth, { query, entity_type, limit }, { caller }) => ({
    ...(await truth.search(caller, query, { entityType: entity_type, limit })),
    ...noteOnUnknown({ entityType: entity_type }),
  }),
})
