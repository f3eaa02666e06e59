import createClient from 'openapi-fetch'
import createQueries from 'openapi-react-query'
import type { paths } from '../../generated/api.ts'
import { messageOf } from './message-of.ts'
import { problemOf } from './problem.ts'

/** The REST API with the session of this browser. Every failure is a `Problem`. */
export const client = createClient<paths>({
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
})

client.use({
  onResponse: async ({ response }) => {
    if (!response.ok) throw problemOf(response.status, await messageOf(response))
  },
  onError: ({ error }) => (error instanceof DOMException ? undefined : problemOf(0)),
})

/** The same for components: `api.useQuery('get', '/api/account')`, `api.useMutation('post', …)`. */
export const api = createQueries(client)

export type { paths }
