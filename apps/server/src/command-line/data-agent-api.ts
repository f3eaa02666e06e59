import { setTimeout as delay } from 'node:timers/promises'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { nearest } from '../terminal/nearest.ts'
import type { Request } from './request.ts'

/** The parts of the data agent's answers that commands use. */
const OntologyListing = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(['creating', 'ready', 'failed']),
  reason: z.string().nullable(),
  progress: z.string().nullable(),
  dataset_count: z.number(),
  field_count: z.number(),
  connection: z.string().nullable(),
  is_sample: z.boolean(),
  refreshed_at: z.string().nullable(),
})
export type OntologyListing = z.infer<typeof OntologyListing>

const ConnectionListing = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  place: z.string().nullable(),
  is_sample: z.boolean(),
  created_at: z.string(),
})
export type ConnectionListing = z.infer<typeof ConnectionListing>

export const api = '/api/data-agent'

export async function ontologies(request: Request): Promise<readonly OntologyListing[]> {
  const Out = z.object({ ontologies: z.array(OntologyListing) })
  return (await request('GET', `${api}/ontologies`, Out)).ontologies
}

export async function connections(request: Request): Promise<readonly ConnectionListing[]> {
  const Out = z.object({ connections: z.array(ConnectionListing) })
  return (await request('GET', `${api}/connections`, Out)).connections
}

/** The one of this name or id. */
export function named<Thing extends { readonly id: string; readonly name: string }>(
  kind: 'connection' | 'ontology',
  all: readonly Thing[],
  wanted: string,
): Thing {
  const found = all.find(({ id }) => id === wanted) ?? all.find(({ name }) => fold(name) === fold(wanted))
  if (found !== undefined) return found
  const names = all.map(({ name }) => name)
  const near = nearest(wanted, names)
  const hint = near === undefined ? `npx quipu ${kind} list shows them all` : `Did you mean ${near}?`
  throw new ToolError('NOT_FOUND', `There is no ${kind} ${JSON.stringify(wanted)}. ${hint}`)
}

/** Waits until it is ready, and prints each step. */
export async function ready(
  request: Request,
  id: string,
  tell: (step: string) => void,
): Promise<OntologyListing> {
  const ontology = await settled(request, id, tell, ({ status }) => status !== 'creating')
  if (ontology.status === 'ready') return ontology
  throw new ToolError('CONFLICT', `${ontology.name} could not be made: ${reasonOf(ontology)}`)
}

/** Waits until its database has been read again. It can be asked about meanwhile, and also if that fails. */
export async function refreshed(
  request: Request,
  before: OntologyListing,
  tell: (step: string) => void,
): Promise<OntologyListing> {
  const ontology = await settled(
    request,
    before.id,
    tell,
    ({ refreshed_at: at, reason }) => at !== before.refreshed_at || reason !== null,
  )
  if (ontology.reason === null) return ontology
  const still = ontology.status === 'ready' ? ' What was known before stays.' : ''
  throw new ToolError('CONFLICT', `${ontology.name} could not be refreshed: ${reasonOf(ontology)}${still}`)
}

async function settled(
  request: Request,
  id: string,
  tell: (step: string) => void,
  isSettled: (ontology: OntologyListing) => boolean,
): Promise<OntologyListing> {
  let shownStep = ''
  for (;;) {
    const ontology = named('ontology', await ontologies(request), id)
    if (isSettled(ontology)) return ontology
    const step = ontology.progress ?? ''
    if (step !== '' && step !== shownStep) tell(`${ontology.name}: ${(shownStep = step)}`)
    await delay(pollMs)
  }
}

function reasonOf({ reason }: OntologyListing): string {
  return reason ?? 'no reason is known'
}

const pollMs = 200

function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
