import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge } from '../bridge/bridge.ts'
import { markdownOf } from '../text/to-markdown.ts'
import { listOf, whole } from '../tasks/inputs.ts'
import { localOf } from '../time/zoned.ts'

export const listNotifications = defineTool({
  name: 'list_notifications',
  title: 'List notifications',
  description: 'Unread notifications, or all.',
  needs: 'vikunja:use',
  effect: 'read',
  openWorld: true,
  input: z.object({ all: z.boolean().describe('Also those read').optional() }),
  output: z.object({
    notifications: z.array(z.looseObject({ id: z.number(), kind: z.string(), at: z.string() })),
  }),
  run: (bridge: Bridge, { all = false }, call) =>
    bridge.work(call, async ({ api, me }) => {
      const { items } = await api.notifications()
      const shown = items.filter(({ readAt }) => all || readAt === null)
      return {
        notifications: shown.map(({ id, kind, createdAt, task, project, doer, html, readAt }) => ({
          id,
          kind: cleanLine(kind),
          at: localOf(createdAt, me.timeZone),
          ...(doer === null ? {} : { by: cleanLine(doer.username) }),
          ...(task === null ? {} : { task: { id: task.id, title: cleanLine(task.title) } }),
          ...(project === null ? {} : { project: cleanLine(project.title) }),
          ...(html === null ? {} : { text: markdownOf(html).slice(0, 500) }),
          ...(readAt === null ? {} : { read: true }),
        })),
      }
    }),
})

export const markNotifications = defineTool({
  name: 'mark_notifications',
  title: 'Mark notifications',
  description: 'Marks notifications as read. Default: all.',
  needs: 'vikunja:use',
  effect: 'write',
  idempotent: true,
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: z.object({
    ids: listOf(whole(1, Number.MAX_SAFE_INTEGER), 100).optional(),
    unread: z.boolean().optional(),
  }),
  output: z.looseObject({ marked: z.string() }),
  run: (bridge: Bridge, { ids, unread = false }, call) =>
    bridge.work(call, async ({ api }) => {
      if (ids === undefined && unread)
        throw new ToolError('VALIDATION_ERROR', 'Give the ids of those to mark as unread')
      const all = ids === undefined
      const marked = all ? 'all' : String(ids?.length ?? 0)
      if (call.dryRun) return { marked, dry_run: true }
      if (all) await api.markAllNotificationsRead()
      else for (const id of ids ?? []) await api.markNotification(id, !unread)
      return { marked }
    }),
})
