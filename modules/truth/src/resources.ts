import { defineResource, ToolError } from '@quipu/kit'
import type { Truth } from './truth.ts'
import { timelineUri } from './truth.ts'

export const oneEntity = defineResource({
  name: 'entity',
  title: 'Entity',
  description: 'What is known about one entity, with the observation behind each field.',
  uri: 'truth://entities/{id}',
  mimeType: 'application/json',
  needs: 'truth:read',
  complete: { id: (truth: Truth, typed, { caller }) => truth.entityIdsStarting(caller, typed) },
  read: (truth: Truth, { id = '' }, { caller }) => found(() => truth.snapshot(caller, id, {})),
})

export const oneSource = defineResource({
  name: 'source',
  title: 'Source',
  description: 'One source: what it is, and what it says about which entities.',
  uri: 'truth://sources/{id}',
  mimeType: 'application/json',
  needs: 'truth:read',
  complete: { id: (truth: Truth, typed, { caller }) => truth.sourceIdsStarting(caller, typed) },
  read: (truth: Truth, { id = '' }, { caller }) =>
    found(() => truth.neighborhood(caller, id, 'source', everything)),
})

export const timeline = defineResource({
  name: 'timeline',
  title: 'Timeline',
  description: 'The latest dated events.',
  uri: timelineUri,
  mimeType: 'application/json',
  needs: 'truth:read',
  read: async (truth: Truth, _variables, { caller }) =>
    JSON.stringify(await truth.events(caller, { limit: 50, offset: 0 })),
})

const everything = { relationships: true, sources: true, events: true, observations: true }

/** Undefined for a missing item or an invalid id; other failures are thrown. */
async function found(read: () => Promise<object>): Promise<string | undefined> {
  try {
    return JSON.stringify(await read())
  } catch (error) {
    if (error instanceof ToolError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_ERROR'))
      return undefined
    throw error
  }
}
