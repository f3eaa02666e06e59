import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { DataAgent } from '../data-agent.ts'
import { IdOrName } from '../fields.ts'
import { FieldMatches, matchView, mostMatches } from '../search/match-view.ts'

/** Everyone who may ask may search values, because answers show the same values. */
export const searchFieldsTool = defineTool({
  name: 'search_fields',
  title: 'Search fields',
  description:
    'Finds fields, datasets and metrics by a name, a synonym or a value they hold: "Acme" → customers.name.',
  needs: ['data_agent:write', 'ontologies:read'],
  effect: 'read',
  limit: { points: 60, seconds: 60 },
  input: z.object({ ontologyId: IdOrName, text: z.string().trim().min(1).max(200) }),
  output: FieldMatches,
  run: async (agent: DataAgent, { ontologyId, text }, call) => ({
    matches: (await agent.search(call, ontologyId, text, mostMatches)).map(matchView),
  }),
})
