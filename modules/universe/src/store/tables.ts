import type { Generated } from '@quipu/kit'
import { queryBuilder } from '@quipu/kit'

export interface Tables {
  universes: {
    id: Generated<string>
    user_id: string
    name: string
    revision: number
    counts: unknown
    created_at: Date
    updated_at: Date
  }
  universe_members: {
    universe_id: string
    owner_id: string
    user_id: string
    role: 'editor' | 'viewer'
  }
  universe_commands: {
    universe_id: string
    revision: number
    actor_id: string | null
    client_name: string | null
    command_id: string | null
    request_hash: string | null
    type: string
    is_large: boolean
    command: unknown
    events: unknown
    changes: unknown
    undoes: number | null
    redoes: number | null
    /** The one of the two that is shown. */
    target: Generated<number | null>
    at: Date
  }
  universe_snapshots: {
    universe_id: string
    revision: number
    state: unknown
  }
}

export const queries = queryBuilder<Tables>()

/** Anything else would be an error of the store, as it is not a uuid; here it is just not found. */
export function isId(text: string): boolean {
  return uuidPattern.test(text)
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
