import type { Command } from './command.ts'
import { appList } from './commands/app-list.ts'
import { appRevoke } from './commands/app-revoke.ts'
import { ask } from './commands/ask.ts'
import { auditVerify } from './commands/audit-verify.ts'
import { clientAdd } from './commands/client-add.ts'
import { clientList } from './commands/client-list.ts'
import { clientRemove } from './commands/client-remove.ts'
import { connectionCommands } from './commands/connections.ts'
import { doctor } from './commands/doctor.ts'
import { jobDrop } from './commands/job-drop.ts'
import { jobList } from './commands/job-list.ts'
import { jobRetry } from './commands/job-retry.ts'
import { keysList } from './commands/keys-list.ts'
import { keysRotate } from './commands/keys-rotate.ts'
import { migrate } from './commands/migrate.ts'
import { ontologyCommands } from './commands/ontologies.ts'
import { patCreate } from './commands/pat-create.ts'
import { patList } from './commands/pat-list.ts'
import { patRevoke } from './commands/pat-revoke.ts'
import { secretRotate } from './commands/secret-rotate.ts'
import { start } from './commands/start.ts'
import { stdio } from './commands/stdio.ts'
import { tokenCreate } from './commands/token-create.ts'
import { userCreate } from './commands/user-create.ts'
import { userDelete } from './commands/user-delete.ts'
import { userDisable } from './commands/user-disable.ts'
import { userEnable } from './commands/user-enable.ts'
import { userExport } from './commands/user-export.ts'
import { userInvite } from './commands/user-invite.ts'
import { userList } from './commands/user-list.ts'
import { userPassword } from './commands/user-password.ts'
import { userReset } from './commands/user-reset.ts'
import { userRole } from './commands/user-role.ts'

export const commands: readonly Command[] = [
  start,
  stdio,
  ask,
  ...connectionCommands,
  ...ontologyCommands,
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
  migrate,
  doctor,
]
