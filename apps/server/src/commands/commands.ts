import type { Command } from '../command-line/command.ts'
import { appList } from './app-list.ts'
import { appRevoke } from './app-revoke.ts'
import { ask } from './ask.ts'
import { auditVerify } from './audit-verify.ts'
import { backup } from './backup.ts'
import { clientAdd } from './client-add.ts'
import { clientList } from './client-list.ts'
import { clientRemove } from './client-remove.ts'
import { connect } from './connect.ts'
import { connectionCommands } from './connections.ts'
import { doctor } from './doctor.ts'
import { jobDrop } from './job-drop.ts'
import { jobList } from './job-list.ts'
import { jobRetry } from './job-retry.ts'
import { keysList } from './keys-list.ts'
import { keysRotate } from './keys-rotate.ts'
import { migrate } from './migrate.ts'
import { metricAdd } from './metric-add.ts'
import { ontologyCommands } from './ontologies.ts'
import { openapi } from './openapi.ts'
import { patCreate } from './pat-create.ts'
import { patList } from './pat-list.ts'
import { patRevoke } from './pat-revoke.ts'
import { query } from './query.ts'
import { restore } from './restore.ts'
import { secretRotate } from './secret-rotate.ts'
import { start } from './start.ts'
import { stdio } from './stdio.ts'
import { tokenCreate } from './token-create.ts'
import { truthExtract, truthResolve } from './truth-batch.ts'
import { truthAdd, truthExport, truthImport } from './truth-files.ts'
import { truthSearch, truthShow, truthWhy } from './truth-reading.ts'
import { upgrade } from './upgrade.ts'
import { userCreate } from './user-create.ts'
import { userDelete } from './user-delete.ts'
import { userDisable } from './user-disable.ts'
import { userEnable } from './user-enable.ts'
import { userExport } from './user-export.ts'
import { userInvite } from './user-invite.ts'
import { userList } from './user-list.ts'
import { userPassword } from './user-password.ts'
import { userReset } from './user-reset.ts'
import { userRole } from './user-role.ts'
import { vikunjaCommands } from './vikunja.ts'

export const commands: readonly Command[] = [
  start,
  stdio,
  connect,
  openapi,
  ask,
  query,
  ...connectionCommands,
  ...vikunjaCommands,
  ...ontologyCommands,
  truthAdd,
  truthShow,
  truthWhy,
  truthSearch,
  truthExport,
  truthImport,
  truthExtract,
  truthResolve,
  userCreate,
  userInvite,
  userList,
  userRole,
  userPassword,
  userReset,
  userDisable,
  userEnable,
  userExport,
  userDelete,
  metricAdd,
  tokenCreate,
  patCreate,
  patList,
  patRevoke,
  appList,
  appRevoke,
  clientAdd,
  clientList,
  clientRemove,
  jobList,
  jobRetry,
  jobDrop,
  keysList,
  keysRotate,
  secretRotate,
  auditVerify,
  backup,
  restore,
  upgrade,
  migrate,
  doctor,
]
