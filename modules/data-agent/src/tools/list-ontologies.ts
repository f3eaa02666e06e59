import { defineTool } from '@quipu/kit'
import { visibleText } from '@quipu/query'
import { visibleOrNull } from '@quipu/query'
import { z } from 'zod'
import type { DataAgent } from '../data-agent.ts'

const Listing = z.object({
  ontologies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      status: z.enum(['creating', 'ready', 'failed']),
      datasetCount: z.int(),
      fieldCount: z.int(),
    }),
  ),
})

export const listOntologies = defineTool({
  name: 'list_ontologies',
  title: 'List ontologies',
  description:
    'Lists what can be asked about: each ontology is one database, or your own workspace. Ask only those that are ready.',
  needs: 'ontologies:read',
  effect: 'read',
  input: z.object({}),
  output: Listing,
  run: async (agent: DataAgent, _, call) => {
    const own = await agent.workspace.listing(call)
    const ontologies = (await agent.ontologies.list(call.caller)).map((record) => ({
      id: record.id,
      name: visibleText(record.name),
      description: visibleOrNull(record.description),
      status: record.status,
      datasetCount: record.datasetCount,
      fieldCount: record.fieldCount,
    }))
    return { ontologies: own === undefined ? ontologies : [...ontologies, own] }
  },
})
