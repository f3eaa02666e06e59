import type { Call, Waiting } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { OpenModule } from './call-parts.ts'

export interface ModuleWaiting {
  readonly module: string
  readonly waiting: readonly Waiting[]
  /** Why nothing could be read, in words for the caller. */
  readonly problem?: string
}

/** What waits for the caller in each module, as far as the credential reaches. One that fails holds up no other. */
export function readWaits(opened: readonly OpenModule[], most: number) {
  return (call: Call): Promise<readonly ModuleWaiting[]> => {
    const readable = opened.filter(
      ({ module: { waits } }) => waits !== undefined && call.caller.permissions.has(waits.needs),
    )
    return Promise.all(readable.map((open) => waitingIn(open, call, most)))
  }
}

async function waitingIn({ module, service }: OpenModule, call: Call, most: number): Promise<ModuleWaiting> {
  try {
    const waiting = (await module.waits?.list(service, call, most)) ?? []
    return { module: module.name, waiting: waiting.slice(0, most) }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { module: module.name, waiting: [], problem: error.message }
  }
}
