import type { Migration } from '@quipu/kit'
import { createUniverses } from './001-universes.ts'

export const universeMigrations: readonly Migration[] = [createUniverses]
