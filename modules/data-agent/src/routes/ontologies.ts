import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import type { DataAgent } from '../data-agent.ts'
import { ColumnNames, Description, Name } from '../fields.ts'
import { documentLimits } from '../ontology/limits.ts'
import { Overlay } from '../ontology/overlay-schema.ts'
import { SalesChoices } from '../sales/sales-view.ts'
import { FieldMatches, matchView, mostMatches } from '../search/match-view.ts'

const path = '/api/data-agent/ontologies'
const One = z.strictObject({ ontology_id: z.uuid() })

const Listing = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(['creating', 'ready', 'failed']),
  reason: z.string().nullable(),
  progress: z.string().nullable(),
  dataset_count: z.int(),
  field_count: z.int(),
  connection_id: z.string(),
  connection: z.string().nullable(),
  is_sample: z.boolean(),
  created_at: z.string(),
  refreshed_at: z.string().nullable(),
})

/** The report on files; null for a database with declared types. */
const Reading = { understood: z.string().nullable(), doubts: z.array(z.string()) }

const FieldView = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  role: z.string(),
  description: z.string().nullable(),
  unit: z.string().nullable(),
  synonyms: z.array(z.string()),
  is_hidden: z.boolean(),
  is_indexed: z.boolean(),
  ...Reading,
})

const Whole = Listing.extend({
  datasets: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      description: z.string().nullable(),
      synonyms: z.array(z.string()),
      source: z.string(),
      rows: z.int(),
      is_hidden: z.boolean(),
      ...Reading,
      fields: z.array(FieldView),
    }),
  ),
  relationships: z.array(
    z.object({
      name: z.string(),
      from: z.string(),
      to: z.string(),
      from_fields: z.array(z.string()),
      to_fields: z.array(z.string()),
      cardinality: z.string(),
      origin: z.string(),
      confidence: z.number(),
    }),
  ),
  metrics: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      description: z.string().nullable(),
      synonyms: z.array(z.string()),
      expression: z.string(),
      unit: z.string().nullable(),
      is_proposed: z.boolean(),
    }),
  ),
  overlay: Overlay,
})

const list = defineRoute({
  method: 'GET',
  path,
  summary: 'What can be asked about, and what is being made',
  needs: 'ontologies:read',
  effect: 'read',
  output: z.object({ ontologies: z.array(Listing) }),
  run: async (agent: DataAgent, _, { caller }) => ({ ontologies: [...(await agent.listings(caller))] }),
})

const create = defineRoute({
  method: 'POST',
  path,
  summary: 'Make an ontology of a connection, in the background',
  needs: 'ontologies:write',
  effect: 'write',
  body: z.strictObject({
    name: Name,
    description: Description.optional(),
    connection_id: z.uuid(),
    leave_out: ColumnNames.default([]),
  }),
  output: Listing,
  status: 202,
  run: (agent: DataAgent, { body }, { caller }) =>
    agent.createOntology(caller, {
      name: body.name,
      description: body.description ?? null,
      connectionId: body.connection_id,
      leaveOut: body.leave_out,
    }),
})

const get = defineRoute({
  method: 'GET',
  path: `${path}/:ontology_id`,
  summary: 'Datasets, fields and relationships, and what people added',
  needs: 'ontologies:read',
  effect: 'read',
  params: One,
  output: Whole,
  run: (agent: DataAgent, { params }, { caller }) => agent.whole(caller, params.ontology_id),
})

const refresh = defineRoute({
  method: 'POST',
  path: `${path}/:ontology_id/refresh`,
  summary: 'Look at the database again, in the background; what people added stays',
  needs: 'ontologies:write',
  effect: 'write',
  params: One,
  body: z.strictObject({ leave_out: ColumnNames.optional() }),
  output: Listing,
  status: 202,
  run: (agent: DataAgent, { params, body }, { caller }) =>
    agent.refreshOntology(caller, params.ontology_id, body.leave_out),
})

const edit = defineRoute({
  method: 'PATCH',
  path: `${path}/:ontology_id`,
  summary: 'Change its name or description, or replace what people added',
  needs: 'ontologies:write',
  effect: 'write',
  // The document is checked before it is stored; no transaction is open meanwhile.
  atomic: false,
  params: One,
  body: z.strictObject({
    name: Name.optional(),
    description: Description.nullable().optional(),
    overlay: Overlay.optional(),
  }),
  output: Listing,
  run: (agent: DataAgent, { params, body }, { caller, signal }) =>
    agent.editOntology(caller, params.ontology_id, body, signal),
})

const drop = defineRoute({
  method: 'DELETE',
  path: `${path}/:ontology_id`,
  summary: 'Forget an ontology with what people added; the database is not touched',
  needs: 'ontologies:write',
  effect: 'destructive',
  params: One,
  output: Listing,
  run: (agent: DataAgent, { params }, { caller }) => agent.dropOntology(caller, params.ontology_id),
})

const exportYaml = defineRoute({
  method: 'GET',
  path: `${path}/:ontology_id/export`,
  summary: 'The ontology as YAML, with the field names of Apache Ossie',
  needs: 'ontologies:read',
  effect: 'read',
  params: One,
  output: z.object({ yaml: z.string() }),
  run: async (agent: DataAgent, { params }, { caller }) => ({
    yaml: await agent.exportYaml(caller, params.ontology_id),
  }),
})

const importYaml = defineRoute({
  method: 'POST',
  path: `${path}/:ontology_id/import`,
  summary: 'Lay what such YAML says over the ontology',
  needs: 'ontologies:write',
  effect: 'write',
  atomic: false,
  params: One,
  body: z.strictObject({ yaml: z.string().max(documentLimits.characters) }),
  output: Listing,
  run: (agent: DataAgent, { params, body }, { caller, signal }) =>
    agent.importYaml(caller, params.ontology_id, body.yaml, signal),
})

const search = defineRoute({
  method: 'GET',
  path: `${path}/:ontology_id/search`,
  summary: 'Fields, datasets and values by a word, as the tool search_fields finds them',
  needs: ['data_agent:write', 'ontologies:read'],
  effect: 'read',
  params: One,
  query: z.strictObject({ text: z.string().trim().min(1).max(200) }),
  output: FieldMatches,
  run: async (agent: DataAgent, { params, query }, call) => ({
    matches: (await agent.search(call, params.ontology_id, query.text, mostMatches)).map(matchView),
  }),
})

const sales = defineRoute({
  method: 'GET',
  path: `${path}/:ontology_id/sales`,
  summary: 'What could be the sales of the business, each with the revenue that it gives',
  needs: ['data_agent:write', 'ontologies:read'],
  effect: 'read',
  params: One,
  output: SalesChoices,
  run: (agent: DataAgent, { params }, call) => agent.sales.choices(call, params.ontology_id),
})

const chooseSales = defineRoute({
  method: 'PUT',
  path: `${path}/:ontology_id/sales`,
  summary: 'Say which rows are the sales; several are added up, none derives it again',
  needs: 'ontologies:write',
  effect: 'write',
  atomic: false,
  params: One,
  body: z.strictObject({ datasets: z.array(z.string().min(1).max(300)).max(20) }),
  output: z.object({ datasets: z.array(z.string()) }),
  run: async (agent: DataAgent, { params, body }, { caller, signal }) => {
    await agent.sales.choose(caller, params.ontology_id, body.datasets, signal)
    return body
  },
})

export const ontologyRoutes = [
  list,
  create,
  get,
  refresh,
  edit,
  drop,
  exportYaml,
  importYaml,
  search,
  sales,
  chooseSales,
]
