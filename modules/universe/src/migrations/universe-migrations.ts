import type { Migration } from '@quipu/kit'
import { createUniverses } from './001-universes.ts'
import { thinSnapshots } from './002-thin-snapshots.ts'
import { listInOrder } from './003-list-in-order.ts'

export const universeMigrations: readonly Migration[] = [createUniverses, thinSnapshots, listInOrder]
