import type { Route } from '@quipu/kit'
import { defineRoute, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge } from '../bridge/bridge.ts'
import { leastTokenLength } from '../callers/user-context.ts'

const needs = 'vikunja:use'
const Connection = z.object({
  server: z.string(),
  connected: z.boolean(),
  username: z.string().nullable(),
  stored_at: z.string().nullable(),
})
const TokenBody = z.strictObject({
  token: z
    .string()
    .trim()
    .min(leastTokenLength)
    .max(2000)
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces and plain characters only'),
})
/** Limits how many tokens can be tried. */
const limit = { points: 20, seconds: 600, pool: 'vikunja-token' } as const

const readConnection = defineRoute({
  method: 'GET',
  path: '/api/vikunja/token',
  summary: 'Whether you have stored a Vikunja token, and whose it is',
  needs,
  effect: 'read',
  output: Connection,
  run: async (bridge: Bridge, _input, call) => {
    const stored = await bridge.connection(call)
    return {
      server: bridge.url,
      connected: stored !== undefined,
      username: stored?.username ?? null,
      stored_at: stored?.storedAt.toISOString() ?? null,
    }
  },
})

const putToken = defineRoute({
  method: 'PUT',
  path: '/api/vikunja/token',
  summary: 'Store your Vikunja token, or replace it, after Vikunja has accepted it',
  needs,
  effect: 'write',
  atomic: false,
  secrets: ['token'],
  limit,
  body: TokenBody,
  output: Connection,
  run: async (bridge: Bridge, { body }, call) => {
    const { username, storedAt } = await bridge.connect(call, body.token)
    return { server: bridge.url, connected: true, username, stored_at: storedAt.toISOString() }
  },
})

const testToken = defineRoute({
  method: 'POST',
  path: '/api/vikunja/token/test',
  summary: 'Ask Vikunja now whether it accepts your stored token',
  needs,
  effect: 'read',
  limit,
  output: z.object({ ok: z.boolean(), message: z.string() }),
  run: (bridge: Bridge, _input, call) => bridge.test(call),
})

const removeToken = defineRoute({
  method: 'DELETE',
  path: '/api/vikunja/token',
  summary: 'Remove your stored Vikunja token',
  needs,
  effect: 'destructive',
  atomic: false,
  status: 204,
  output: z.void(),
  run: (bridge: Bridge, _input, call) => bridge.disconnect(call),
})

const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const downloadAttachment = defineRoute({
  method: 'GET',
  path: '/api/vikunja/tasks/:task/attachments/:attachment',
  summary: 'A file of a task, by the link that a tool gave',
  admits: 'link',
  needs,
  effect: 'read',
  params: z.object({ task: Id, attachment: Id }),
  output: 'download',
  run: (bridge: Bridge, { params }, call) =>
    bridge.work(call, async ({ api }) => {
      const { attachments } = await api.task(params.task)
      const attachment = attachments.find(({ id }) => id === params.attachment)
      if (attachment === undefined)
        throw new ToolError('NOT_FOUND', 'The task has no such attachment any more')
      const { type, size, bytes } = await api.openAttachment(params.task, params.attachment)
      return { fileName: attachment.name, contentType: type, size: size ?? attachment.size, bytes }
    }),
})

export const routes: readonly Route<Bridge>[] = [
  readConnection,
  putToken,
  testToken,
  removeToken,
  downloadAttachment,
]
