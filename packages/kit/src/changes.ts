import type { Caller } from './caller.ts'
import type { Bus } from './ports.ts'

export const changeTopic = 'mcp.change'

export type Change =
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  | { readonly kind: 'resource'; readonly uri: string; readonly userId: string | undefined }

/** Notifies subscribed clients that a catalogue changed. */
export function catalogueChanged(bus: Bus, kind: 'tools' | 'prompts' | 'resources'): void {
  bus.publish(changeTopic, { kind } satisfies Change)
}

/** Notifies this caller's subscribed clients that a resource changed; without a caller, the clients of everyone. */
export function resourceChanged(bus: Bus, uri: string, caller?: Pick<Caller, 'userId'>): void {
  bus.publish(changeTopic, { kind: 'resource', uri, userId: caller?.userId } satisfies Change)
}
