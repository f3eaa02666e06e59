import type { Migration } from '@quipu/kit'
import { createUniverses } from './001-universes.ts'
import { thinSnapshots } from './002-thin-snapshots.ts'

export const universeMigrations: readonly Migration[] = [createUniverses, thinSnapshots]
