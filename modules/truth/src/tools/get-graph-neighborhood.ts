import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, PageLimit, PageOffset, text } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const getGraphNeighborhood = defineTool({
  name: 'get_graph_neighborhood',
  title: 'Get neighborhood',
  description: 'An entity or source with its relationships, sources and events. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    node_id: text(64),
    node_type: z.enum(['entity', 'source']).default('entity'),
    include_relationships: z.boolean().default(true),
    include_sources: z.boolean().default(true),
    include_events: z.boolean().default(true),
    include_observations: z.boolean().default(false),
    limit: PageLimit,
    offset: PageOffset,
  }),
  output: Answer,
  run: (truth: Truth, input, { caller }) =>
    truth.neighborhood(
      caller,
      input.node_id,
      input.node_type,
      {
        relationships: input.include_relationships,
        sources: input.include_sources,
        events: input.include_events,
        observations: input.include_observations,
      },
      input,
    ),
})
