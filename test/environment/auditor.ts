import type { Db, Module } from '@quipu/kit'
import { defineModule, queryBuilder } from '@quipu/kit'

const queries = queryBuilder<{
  audit_events: { id: number; user_id: string; action: string; outcome: string }
}>()

export interface Auditor {
  readonly module: Module
  /** What the audit holds of a user right now, oldest first. */
  eventsOf(userId: string): Promise<{ action: string; outcome: string }[]>
}

/** A module that offers nothing and reads the audit as a job would, to see what others left there. */
export function auditor(): Auditor {
  let db: Db | undefined
  return {
    module: defineModule({
      name: 'auditor',
      title: 'Auditor',
      permissions: {},
      tools: [],
      open: (ports) => {
        db = ports.db
        return null
      },
    }),
    eventsOf: async (userId) => {
      if (db === undefined) throw new Error('Open a host with this module first')
      const select = queries
        .selectFrom('audit_events')
        .select(['action', 'outcome'])
        .where('user_id', '=', userId)
      return db.query({ everyone: true }, select.orderBy('id'))
    },
  }
}
