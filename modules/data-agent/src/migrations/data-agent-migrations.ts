import type { Migration } from '@quipu/kit'
import { createOntologies } from './001-ontologies.ts'
import { createConversations } from './002-conversations.ts'
<<<<<<< HEAD
import { addReadings } from './003-readings.ts'
import { admitMysql } from './004-mysql.ts'
=======
import { markWorkspace } from './003-workspace.ts'
>>>>>>> tools15

export const dataAgentMigrations: readonly Migration[] = [
  createOntologies,
  createConversations,
<<<<<<< HEAD
  addReadings,
  admitMysql,
=======
  markWorkspace,
>>>>>>> tools15
]
