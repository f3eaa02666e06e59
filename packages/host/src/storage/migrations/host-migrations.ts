import type { Migration } from '@quipu/kit'
import { house } from './001-house.ts'
import { frontDoor } from './010-front-door.ts'
import { auditSeals } from './020-audit-seals.ts'
import { jobs } from './030-jobs.ts'
import { sharedTables } from './040-shared-tables.ts'
import { people } from './050-people.ts'
import { clientDocuments } from './220-client-documents.ts'
import { endedAccess } from './221-ended-access.ts'

export const hostMigrations: readonly Migration[] = [
  house,
  frontDoor,
  auditSeals,
  jobs,
  sharedTables,
  people,
  clientDocuments,
  endedAccess,
]
