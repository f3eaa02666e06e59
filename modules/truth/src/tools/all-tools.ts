import { correct } from './correct.ts'
import { createRelationship } from './create-relationship.ts'
import { eraseSource } from './erase-source.ts'
import { getEntityByIdentifier } from './get-entity-by-identifier.ts'
import { getEntitySnapshot } from './get-entity-snapshot.ts'
import { getFileUrl } from './get-file-url.ts'
import { getFieldProvenance } from './get-field-provenance.ts'
import { getGraphNeighborhood } from './get-graph-neighborhood.ts'
import { getRelatedEntities } from './get-related-entities.ts'
import { getRelationshipSnapshot } from './get-relationship-snapshot.ts'
import { ingest } from './ingest.ts'
import { listEntityTypes } from './list-entity-types.ts'
import { listObservations } from './list-observations.ts'
import { listRelationships } from './list-relationships.ts'
import { listTimelineEvents } from './list-timeline-events.ts'
import { mergeEntities } from './merge-entities.ts'
import { reinterpret } from './reinterpret.ts'
import { retrieveEntities } from './retrieve-entities.ts'
import { searchTruth } from './search-truth.ts'
import { unmergeEntities } from './unmerge-entities.ts'
import { uploadFile } from './upload-file.ts'

/** Every action of the contract, in its order, and the additions to it. */
export const tools = [
  ingest,
  uploadFile,
  getFileUrl,
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
