import type { Call, Waiting } from '@quipu/kit'
import type { OpenModule } from './call-parts.ts'
import { readEachModule } from './read-each-module.ts'

export interface ModuleWaiting {
  readonly module: string
  readonly waiting: readonly Waiting[]
  /** Why nothing could be read, in words for the caller. */
  readonly problem?: string
}

/** What waits for the caller in each module. */
export function readWaits(opened: readonly OpenModule[], most: number) {
  return (call: Call): Promise<readonly ModuleWaiting[]> =>
    readEachModule(opened, call, {
      part: ({ waits }) => waits,
      read: async (waits, service) => ({ waiting: (await waits.list(service, call, most)).slice(0, most) }),
      nothing: { waiting: [] },
    })
}
