import { ToolError } from '@quipu/kit'
import { actorOr } from '../audit/acting.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Store } from '../storage/store.ts'

/** What people are called, as they are shown to others. */
export interface Names {
  change(userId: string, name: string, changedBy: string): Promise<void>
}

export interface NamesOptions {
  readonly store: Pick<Store, 'query'>
  readonly now: () => Date
  readonly record: (event: AuditEvent) => void
}

export function openNames({ store, now, record }: NamesOptions): Names {
  return {
    change: async (userId, name, changedBy) => {
      const changed = await store.query('everyone', {
        sql: 'update users set name = $2, updated_at = $3 where id = $1 returning id',
        parameters: [userId, name, now()],
      })
      if (changed.length === 0) throw new ToolError('NOT_FOUND', 'This account does not exist any more')
      record({
        ...actorOr(changedBy),
        action: 'user.renamed',
        resourceType: 'user',
        resourceId: userId,
        outcome: 'ok',
        metadata: {},
      })
    },
  }
}
