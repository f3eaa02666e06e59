import { defineResource } from '@quipu/kit'
import { visibleText } from '@quipu/query'
import { visibleOrNull } from '@quipu/query'
import type { DataAgent } from './data-agent.ts'
import { datasetNotFound } from './errors.ts'

/** All reads of a person together. */
const limit = { points: 30, seconds: 60, pool: 'data-agent.resources' }

export const allOntologies = defineResource<DataAgent>({
  name: 'Available Ontologies',
  title: 'Available Ontologies',
  description: 'List all ready ontologies',
  uri: 'knecta://ontologies',
  mimeType: 'application/json',
  needs: 'ontologies:read',
  limit,
  read: async (agent, _, { caller }) => {
    const ready = await agent.ontologies.listReady(caller)
    return JSON.stringify(
      ready.map(({ id, name, description, datasetCount, fieldCount }) => ({
        id,
        name: visibleText(name),
        description: visibleOrNull(description),
        datasetCount,
        fieldCount,
      })),
    )
  },
})

export const oneOntology = defineResource<DataAgent>({
  name: 'Ontology Details',
  title: 'Ontology Details',
  description: 'Get ontology metadata and datasets',
  uri: 'knecta://ontologies/{id}',
  mimeType: 'application/json',
  needs: 'ontologies:read',
  limit,
  complete: { id: (agent, typed, { caller }) => agent.idsStarting(caller, typed) },
  read: async (agent, { id = '' }, call) => {
    const ontology = await agent.readable(call, id)
    return JSON.stringify({
      ontology: {
        id: ontology.id,
        name: visibleText(ontology.name),
        description: visibleOrNull(ontology.description),
      },
      datasets: ontology.datasets
        .filter(({ isHidden }) => !isHidden)
        .map(({ name, description, source }) => ({
          name: visibleText(name),
          description: visibleOrNull(description),
          source: visibleText(source),
        })),
    })
  },
})

export const oneDataset = defineResource<DataAgent>({
  name: 'Dataset Schema',
  title: 'Dataset Schema',
  description: 'Get full YAML schema for a dataset',
  uri: 'knecta://ontologies/{id}/datasets/{name}',
  mimeType: 'text/yaml',
  needs: 'ontologies:read',
  limit,
  complete: {
    id: (agent, typed, { caller }) => agent.idsStarting(caller, typed),
    name: (agent, typed, { caller }) => agent.datasetsStarting(caller, typed),
  },
  read: async (agent, { id = '', name = '' }, call) => {
    const { dataset } = await agent.dataset(call, id, name)
    if (dataset === undefined) throw datasetNotFound(id, name)
    const { datasetYaml } = await import('./ontology/dataset-yaml.ts')
    return datasetYaml(dataset)
  },
})

export const ontologyBrief = defineResource<DataAgent>({
  name: 'Ontology Brief',
  title: 'Ontology Brief',
  description:
    'One page with all that a query needs: datasets, fields, values, joins, metrics, pitfalls, examples',
  uri: 'knecta://ontologies/{id}/brief',
  mimeType: 'text/markdown',
  needs: 'ontologies:read',
  limit,
  complete: { id: (agent, typed, { caller }) => agent.idsStarting(caller, typed) },
  read: async (agent, { id = '' }, call) => (await agent.brief(call, id)).text,
})
