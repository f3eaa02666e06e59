import type { Migration } from '@quipu/kit'
import { createOntologies } from './001-ontologies.ts'
import { createConversations } from './002-conversations.ts'
import { addReadings } from './003-readings.ts'
import { markWorkspace } from './004-workspace.ts'

export const dataAgentMigrations: readonly Migration[] = [
  createOntologies,
  createConversations,
  addReadings,
  markWorkspace,
]
