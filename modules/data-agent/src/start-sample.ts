import type { Everyone, Ports } from '@quipu/kit'
import { samplePlace } from './connections.ts'
import type { DataAgent } from './data-agent.ts'

const sampleName = 'Sample shop'
const everyone: Everyone = { everyone: true }

/**
 * Connects the sample shop once in the life of an installation; the shop is written and read in the background,
 * and read again when its day is over. If its ontology is dropped, it is not created again; the connection stays.
 */
export async function startSample(ports: Ports, agent: DataAgent): Promise<void> {
  ports.jobs.every(6 * 3600, 'data-agent.sample-day', () => refreshSample(ports, agent))
  const settings = { kind: 'sqlite', file: samplePlace } as const
  const added = await agent.connectionStore.add(everyone, sampleName, settings, ports.now())
  if (added === undefined) return
  await agent.ontologies.create(everyone, {
    connectionId: added.id,
    name: sampleName,
    description: 'A made-up shop with 24 months of orders up to today, to try questions on',
    leaveOut: [],
  })
}

async function refreshSample({ now }: Ports, { ontologies, connectionStore }: DataAgent): Promise<void> {
  for (const { id, connectionId, status, refreshedAt } of await ontologies.list(everyone)) {
    if (status !== 'ready' || dayOf(refreshedAt) >= dayOf(now())) continue
    const place = await connectionStore.settingsOf(everyone, connectionId)
    if (place?.kind === 'sqlite' && place.file === samplePlace) await ontologies.refresh(everyone, id)
  }
}

function dayOf(at: Date | null): string {
  return at === null ? '' : at.toISOString().slice(0, 10)
}
