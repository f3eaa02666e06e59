import { z } from 'zod'
import { localUser, operation } from './operation.ts'

/** A module's own routes, for the person at this machine. */
export const apiOperations = {
  request: operation({
    input: z.object({
      user: z.string().optional(),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: z.string(),
      body: z.json().optional(),
    }),
    output: z.json(),
    run: async (workplace, { user, method, path, body }) => {
      const { id } = await localUser(workplace, user)
      const { host, signal } = workplace
      // A route's answer was serialised as JSON before it came here.
      return (await host.request(id, { method, path, body, signal })) as z.core.util.JSONType
    },
  }),
}
