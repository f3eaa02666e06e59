import { content, defineModule, defineResource, defineTool } from '@quipu/kit'
import { z } from 'zod'

const Question = z.object({ ontologyId: z.string(), question: z.string() })
const ontologies = [{ id: '6f0c1a52-7c1e-4f0e-9d0a-3d7a5e0b9c11', name: 'Sales', status: 'ready' }]

/** As much of a module for questions to databases as a client meets: its names, its scopes, its kinds of answers. */
export const dataAgentLike = defineModule<null>({
  name: 'data-agent',
  title: 'Data agent',
  permissions: {
    'data_agent:read': { says: 'See questions and answers', roles: ['viewer', 'contributor', 'admin'] },
    'data_agent:write': { says: 'Ask questions about your data', roles: ['contributor', 'admin'] },
    'ontologies:read': { says: 'See what your data is about', roles: ['viewer', 'contributor', 'admin'] },
  },
  resources: [
    defineResource<null>({
      name: 'ontologies',
      title: 'Ontologies',
      description: 'What can be asked about.',
      uri: 'knecta://ontologies',
      mimeType: 'application/json',
      needs: 'ontologies:read',
      read: async () => JSON.stringify(ontologies),
    }),
  ],
  tools: [
    defineTool<null, typeof Question>({
      name: 'ask_question',
      title: 'Ask a question',
      description: 'Answers a question about an ontology.',
      needs: 'data_agent:write',
      effect: 'read',
      input: Question,
      run: (_service, { ontologyId, question }) =>
        content(
          { type: 'text', text: `Asked: ${question}` },
          { type: 'text', text: JSON.stringify({ _type: 'chart_specs', charts: [] }) },
          { type: 'text', text: JSON.stringify({ _type: 'data_lineage', ontologies: [ontologyId] }) },
        ),
    }),
  ],
  open: () => null,
})
