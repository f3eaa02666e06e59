import type { Account, AccountPort } from '@quipu/kit'
import type { Store } from './store.ts'

export function accountPort(store: Pick<Store, 'query'>): AccountPort {
  return {
    async own({ userId }) {
      const [account] = await store.query<Account>(
        { userId },
        {
          sql: 'select id, email, name, role, created_at as "createdAt" from users where id = $1',
          parameters: [userId],
        },
      )
      return account
    },
  }
}
