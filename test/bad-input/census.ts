import type { Module, Ports } from '@quipu/kit'
import { defineModule, queryBuilder } from '@quipu/kit'

interface Tables {
  tasks: { id: number }
  users: { id: string }
  user_settings: { user_id: string }
  idempotency_keys: { key: string }
  spent_states: { nonce: string }
}

const tables = ['tasks', 'users', 'user_settings', 'idempotency_keys', 'spent_states'] as const

/** Counts the rows of everyone, so that a test can say that nothing was written. */
export class Census {
  #ports: Ports | undefined

  readonly module: Module = defineModule({
    name: 'census',
    title: 'Census',
    permissions: {},
    tools: [],
    open: (ports) => {
      this.#ports = ports
      return ports
    },
  })

  async rows(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const query = queryBuilder<Tables>()
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
      const [row] = (await this.#ports?.db.query({ everyone: true }, query)) ?? []
      counts[table] = Number(row?.count)
    }
    return counts
  }
}
