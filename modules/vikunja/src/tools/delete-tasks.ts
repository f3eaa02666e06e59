import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { VikunjaError } from '../api/vikunja-error.ts'
import type { Comment, Task } from '../api/model.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { deletedTask } from '../tasks/deleted-task.ts'
import { demandOneTask, demandUnchanged, ExpectedUpdated } from '../tasks/expected-updated.ts'
import { eachOnce, inBatches } from '../tasks/in-batches.ts'
import { Items, Name, someOf } from '../tasks/inputs.ts'

export const deleteTasks = defineTool({
  name: 'delete_tasks',
  title: 'Delete tasks',
  description: 'Deletes up to 20 Vikunja tasks. restore_tasks undoes it for 30 days, without attachments.',
  needs: 'vikunja:use',
  effect: 'destructive',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: z.object({
    tasks: someOf(Name, 20).describe('As in update_tasks'),
    expected_updated: ExpectedUpdated,
  }),
  output: z.looseObject({ deleted: Items }),
  run: (bridge: Bridge, { tasks, expected_updated }, call) =>
    bridge.work(call, (desk) => deleteThem(desk, tasks, expected_updated)),
})

async function deleteThem(desk: Desk, wanted: readonly string[], expected: string | undefined) {
  const { api, names, call, store, now } = desk
  demandOneTask(wanted, expected)
  const tasks = eachOnce(await inBatches(wanted, (each) => names.task(each)))
  demandUnchanged('task', tasks[0], expected)
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
  // A task that still exists must not be restored as a second one.
  const gone = kept.filter(({ id }) => !failed.has(id))
  if (failed.size > 0) await store.keepStillDeleted(call.caller, undo, gone)
  return { deleted: results, ...(gone.length === 0 ? {} : { undo }) }
}

/** The first 500. */
async function commentsOf({ api }: Desk, { id, commentCount }: Task): Promise<readonly Comment[]> {
  if (commentCount === 0) return []
  const comments: Comment[] = []
  for (let page = 1, pages = 1; page <= pages && comments.length < 500; page += 1) {
    const read = await api.comments(id, { page })
    comments.push(...read.items)
    pages = read.pages
  }
  return comments
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
