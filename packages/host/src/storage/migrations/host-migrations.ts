import type { Migration } from '@quipu/kit'
import { house } from './001-house.ts'
import { frontDoor } from './010-front-door.ts'

export const hostMigrations: readonly Migration[] = [house, frontDoor]
