import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { VikunjaError } from '../api/vikunja-error.ts'
import type { Task } from '../api/model.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import type { DeletedTask } from '../tasks/deleted-task.ts'
import { deletedTask } from '../tasks/deleted-task.ts'
import { inBatches } from '../tasks/in-batches.ts'
import { Name, Rows, someOf } from '../tasks/inputs.ts'

export const deleteTasks = defineTool({
  name: 'delete_tasks',
  title: 'Delete tasks',
  description: 'Deletes up to 20 tasks. restore_tasks undoes it for 30 days, without attachments.',
  needs: 'vikunja:use',
  effect: 'destructive',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: z.object({ tasks: someOf(Name, 20).describe('As in update_tasks') }),
  output: z.looseObject({ deleted: Rows }),
  run: (bridge: Bridge, { tasks }, call) => bridge.work(call, (desk) => deleteThem(desk, tasks)),
})

async function deleteThem(desk: Desk, wanted: readonly (string | number)[]) {
  const { api, names, call, store, now } = desk
  const tasks = await inBatches(wanted, (each) => names.task(each))
  const shown = ({ id, title }: Task) => ({ id, title: cleanLine(title) })
  if (call.dryRun) return { deleted: tasks.map(shown), dry_run: true }
  const kept = await inBatches(tasks, async (task) => deletedTask(task, await commentsOf(desk, task)))
  const undo = await store.keepDeleted(call.caller, kept, now())
  const results: { id: number; title: string; error?: string }[] = []
  for (const task of tasks) {
    const error = await failureOf(tasks.length, () => api.deleteTask(task.id))
    results.push({ ...shown(task), ...(error === undefined ? {} : { error }) })
  }
  const failed = new Set(results.flatMap(({ id, error }) => (error === undefined ? [] : [id])))
  return { deleted: results, undo: failed.size === 0 ? undo : await keepOnly(desk, undo, kept, failed) }
}

/** What is still there must not be made a second time. */
async function keepOnly(
  { store, call, now }: Desk,
  undo: string,
  kept: readonly DeletedTask[],
  failed: ReadonlySet<number>,
): Promise<string> {
  await store.forgetDeleted(call.caller, undo)
  return store.keepDeleted(
    call.caller,
    kept.filter(({ id }) => !failed.has(id)),
    now(),
  )
}

async function commentsOf({ api }: Desk, { id, commentCount }: Task) {
  return commentCount === 0 ? [] : (await api.comments(id)).items
}

async function failureOf(count: number, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const isOfAll = error instanceof VikunjaError && error.kind === 'unauthorized'
    if (count === 1 || isOfAll || !(error instanceof ToolError)) throw error
    return error.message
  }
}
