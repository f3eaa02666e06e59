import type { Migration } from '@quipu/kit'
import { createOntologies } from './001-ontologies.ts'
import { createConversations } from './002-conversations.ts'
import { markWorkspace } from './003-workspace.ts'

export const dataAgentMigrations: readonly Migration[] = [
  createOntologies,
  createConversations,
  markWorkspace,
]
