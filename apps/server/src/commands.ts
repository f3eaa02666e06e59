import type { Command } from './command.ts'
import { doctor } from './commands/doctor.ts'
import { migrate } from './commands/migrate.ts'
import { start } from './commands/start.ts'
import { stdio } from './commands/stdio.ts'
import { tokenCreate } from './commands/token-create.ts'
import { userCreate } from './commands/user-create.ts'
import { userList } from './commands/user-list.ts'
import { userPassword } from './commands/user-password.ts'
import { userRole } from './commands/user-role.ts'

export const commands: readonly Command[] = [
  start,
  stdio,
  userCreate,
  userList,
  userRole,
  userPassword,
  tokenCreate,
  migrate,
  doctor,
]
