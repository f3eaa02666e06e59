import type { Migration } from '@quipu/kit'
import { createOntologies } from './001-ontologies.ts'
import { createConversations } from './002-conversations.ts'
import { addReadings } from './003-readings.ts'
import { admitMysql } from './004-mysql.ts'
import { markWorkspace } from './005-workspace.ts'
import { createUploads } from './006-uploads.ts'

export const dataAgentMigrations: readonly Migration[] = [
  createOntologies,
  createConversations,
  addReadings,
  admitMysql,
  markWorkspace,
  createUploads,
]
