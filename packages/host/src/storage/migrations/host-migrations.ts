import type { Migration } from '@quipu/kit'
import { house } from './001-house.ts'
import { frontDoor } from './010-front-door.ts'
import { auditSeals } from './020-audit-seals.ts'
import { jobs } from './030-jobs.ts'
import { sharedTables } from './040-shared-tables.ts'
import { people } from './050-people.ts'
import { search } from './060-search.ts'
import { storeProbe } from './070-store-probe.ts'
import { auditRetention } from './080-audit-retention.ts'
import { quotas } from './090-quotas.ts'
import { clientDocuments } from './100-client-documents.ts'
import { endedAccess } from './110-ended-access.ts'
import { callersWithoutAccount } from './120-callers-without-account.ts'
import { signInLinks } from './130-sign-in-links.ts'
import { auditTypes } from './140-audit-types.ts'
import { auditByTime } from './150-audit-by-time.ts'

export const hostMigrations: readonly Migration[] = [
  house,
  frontDoor,
  auditSeals,
  jobs,
  sharedTables,
  people,
  search,
  storeProbe,
  auditRetention,
  quotas,
  clientDocuments,
  endedAccess,
  callersWithoutAccount,
  signInLinks,
  auditTypes,
  auditByTime,
]
