import type { Migration } from '@quipu/kit'
import { createOntologies } from './001-ontologies.ts'
import { createConversations } from './002-conversations.ts'
import { createUploads } from './003-uploads.ts'

export const dataAgentMigrations: readonly Migration[] = [
  createOntologies,
  createConversations,
  createUploads,
]
