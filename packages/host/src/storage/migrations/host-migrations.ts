import type { Migration } from '@quipu/kit'
import { house } from './001-house.ts'

export const hostMigrations: readonly Migration[] = [house]
