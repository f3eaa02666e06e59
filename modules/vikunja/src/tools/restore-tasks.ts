import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { VikunjaError } from '../api/vikunja-error.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import type { DeletedTask } from '../tasks/deleted-task.ts'
import { DeletedTasks, newTaskOf } from '../tasks/deleted-task.ts'
import { Titled } from '../tasks/inputs.ts'
import { localOf } from '../time/zoned.ts'

export const restoreTasks = defineTool({
  name: 'restore_tasks',
  title: 'Restore tasks',
  description: 'Brings deleted Vikunja tasks back under new ids, by "undo" of delete_tasks.',
  needs: 'vikunja:use',
  effect: 'write',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: z.object({
    undo: z.string().refine((id) => z.uuid().safeParse(id).success, 'is not what delete_tasks gave'),
  }),
  output: z.looseObject({ tasks: z.array(Titled) }),
  run: (bridge: Bridge, { undo }, call) =>
    bridge.work(call, async (desk) => {
      const { data: kept } = DeletedTasks.safeParse(await desk.store.deleted(call.caller, undo))
      if (kept === undefined)
        throw new ToolError(
          'NOT_FOUND',
          'Nothing is kept under this undo: it was used, or is older than 30 days',
        )
      if (call.dryRun)
        return {
          tasks: kept.map(({ id, fields }) => ({ former_id: id, title: cleanLine(fields.title) })),
          dry_run: true,
        }
      const tasks = []
      const ids = new Map<number, number>()
      for (const [index, task] of kept.entries()) {
        tasks.push(await restore(desk, task, ids))
        // If the next one fails, this one must not be restored a second time.
        await desk.store.keepStillDeleted(call.caller, undo, kept.slice(index + 1))
      }
      return { tasks }
    }),
})

/** `ids`: of tasks that were deleted together, the new id of each. */
async function restore({ api, me }: Desk, task: DeletedTask, ids: Map<number, number>) {
  const made = await api.createTask(task.projectId, newTaskOf(task))
  ids.set(task.id, made.id)
  const lost: string[] = task.attachments > 0 ? [`${task.attachments} attachments`] : []
  const tryTo = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof VikunjaError) || error.kind === 'unauthorized') throw error
      lost.push(what)
    }
  }
  for (const label of task.labels) await tryTo(`label ${label}`, () => api.addLabel(made.id, label))
  for (const user of task.assignees) await tryTo(`assignee ${user}`, () => api.assign(made.id, user))
  for (const { kind, id } of task.relations)
    await tryTo(`relation ${kind} ${id}`, () => api.relate(made.id, kind, ids.get(id) ?? id))
  for (const { id: bucketId, viewId } of task.buckets)
    await tryTo(`bucket ${bucketId}`, () =>
      api.moveToBucket({ projectId: task.projectId, viewId, bucketId }, made.id),
    )
  for (const { by, at, html } of task.comments)
    await tryTo('a comment', () =>
      api.addComment(made.id, `<p><em>${escaped(by)}, ${localOf(at, me.timeZone)}:</em></p>${html}`),
    )
  return {
    id: made.id,
    title: cleanLine(made.title),
    former_id: task.id,
    ...(lost.length === 0 ? {} : { not_restored: lost }),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
