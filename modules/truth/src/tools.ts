import { correct } from './tools/correct.ts'
import { createRelationship } from './tools/create-relationship.ts'
import { eraseSource } from './tools/erase-source.ts'
import { getEntityByIdentifier } from './tools/get-entity-by-identifier.ts'
import { getEntitySnapshot } from './tools/get-entity-snapshot.ts'
import { getFieldProvenance } from './tools/get-field-provenance.ts'
import { getGraphNeighborhood } from './tools/get-graph-neighborhood.ts'
import { getRelatedEntities } from './tools/get-related-entities.ts'
import { getRelationshipSnapshot } from './tools/get-relationship-snapshot.ts'
import { ingest } from './tools/ingest.ts'
import { listEntityTypes } from './tools/list-entity-types.ts'
import { listObservations } from './tools/list-observations.ts'
import { listRelationships } from './tools/list-relationships.ts'
import { listTimelineEvents } from './tools/list-timeline-events.ts'
import { mergeEntities } from './tools/merge-entities.ts'
import { reinterpret } from './tools/reinterpret.ts'
import { retrieveEntities } from './tools/retrieve-entities.ts'
import { searchTruth } from './tools/search-truth.ts'
import { unmergeEntities } from './tools/unmerge-entities.ts'

/** Every action of the contract, in its order, and what was added to it. */
export const tools = [
  ingest,
  getEntitySnapshot,
  listObservations,
  getFieldProvenance,
  retrieveEntities,
  getEntityByIdentifier,
  getRelatedEntities,
  getGraphNeighborhood,
  listTimelineEvents,
  correct,
  reinterpret,
  mergeEntities,
  unmergeEntities,
  eraseSource,
  createRelationship,
  listRelationships,
  getRelationshipSnapshot,
  listEntityTypes,
  searchTruth,
]
