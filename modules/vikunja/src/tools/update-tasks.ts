import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Bucket, Project, Task, View } from '../api/model.ts'
import type { TaskChanges } from '../api/requests.ts'
import { VikunjaError } from '../api/vikunja-error.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import type { Beside } from '../tasks/beside.ts'
import { applyBeside, besideOf, realBeside, shownBeside } from '../tasks/beside.ts'
import { realChanges, shownChanges } from '../tasks/changes.ts'
import { demandOneTask, demandUnchanged, ExpectedUpdated } from '../tasks/expected-updated.ts'
import { eachOnce, inBatches } from '../tasks/in-batches.ts'
import { demandDatesOfReminders, fieldsOf, taskShape } from '../tasks/task-fields.ts'
import { Items, listOf, most, Name, someOf } from '../tasks/inputs.ts'
import { editedHtml } from '../text/edited-html.ts'

const Names = listOf(Name, most.names).optional()

const Input = z.object({
  tasks: someOf(Name, most.tasks).describe('Ids, PROJ-12, #12, URLs or titles'),
  done: z.boolean().describe('false reopens').optional(),
  project: Name.describe('Moves there').optional(),
  bucket: Name.describe('Column of a board').optional(),
  add_labels: Names.describe('By name or id'),
  remove_labels: Names,
  assign: Names.describe('Names, e-mail addresses or "me"'),
  unassign: Names,
  ...taskShape,
  expected_updated: ExpectedUpdated.describe('"updated" that you saw; fails if changed since'),
})
type Input = z.output<typeof Input>

export const updateTasks = defineTool({
  name: 'update_tasks',
  title: 'Update tasks',
  description:
    'Changes, completes or moves up to 100 Vikunja tasks. Fields as in create_tasks; "none" clears one; the rest stays as it is.',
  needs: 'vikunja:use',
  effect: 'write',
  idempotent: true,
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: Input,
  output: z.looseObject({ tasks: Items }),
  run: (bridge: Bridge, input, call) => bridge.work(call, (desk) => update(desk, input)),
})

/** The changes of one task. */
interface Step {
  readonly task: Task
  readonly changes: TaskChanges
  readonly beside: Beside
  readonly bucket: (Bucket & { readonly view: View }) | undefined
}

async function update(desk: Desk, input: Input) {
  const { names, call, me } = desk
  const { tasks: wanted, expected_updated: expected } = input
  demandOneTask(wanted, expected)
  const target = input.project === undefined ? undefined : await names.project(input.project)
  const tasks = eachOnce(await inBatches(wanted, (each) => names.task(each)))
  const steps = await inBatches(tasks, (task) => stepFor(desk, input, task, target))
  demandUnchanged('task', tasks[0], expected)
  const results: z.input<typeof Items> = []
  const changed = (step: Step) => ({
    ...shownChanges(step.changes, me.timeZone),
    ...shownBeside(step.beside),
    ...(step.bucket === undefined ? {} : { bucket: cleanLine(step.bucket.title) }),
  })
  for (const step of steps) {
    const done = call.dryRun ? step.task : await tried(steps.length, () => apply(desk, step, expected))
    results.push({
      id: step.task.id,
      title: cleanLine(step.task.title),
      ...('error' in done ? done : { changed: changed(step), updated: done.updatedAt }),
    })
    call.progress(results.length, steps.length)
  }
  return { tasks: results, ...(call.dryRun ? { dry_run: true } : {}) }
}

async function stepFor(desk: Desk, input: Input, task: Task, target: Project | undefined): Promise<Step> {
  const { names, me } = desk
  const projectId = target?.id ?? task.projectId
  const wanted: TaskChanges = {
    ...fieldsOf(input, me.timeZone),
    ...(input.description === undefined
      ? {}
      : { description: editedHtml(task.description, input.description) }),
    ...(input.done === undefined ? {} : { isDone: input.done }),
    ...(target === undefined ? {} : { projectId }),
  }
  if (wanted.reminders !== undefined) demandDatesOfReminders({ ...task, ...wanted })
  const project = target ?? (await names.projects()).find(({ id }) => id === projectId)
  if (input.bucket !== undefined && project === undefined)
    throw new ToolError('NOT_FOUND', `The project of ${JSON.stringify(task.title)} cannot be seen`)
  const bucket =
    input.bucket === undefined || project === undefined
      ? undefined
      : await names.bucket(project, input.bucket)
  if (bucket !== undefined) demandSameState(bucket, input.done)
  return {
    task,
    changes: realChanges(task, wanted),
    beside: realBeside(task, await besideOf(names, input, projectId)),
    bucket,
  }
}

/** The column for done tasks completes a task that is moved there, and every other one reopens it. */
function demandSameState({ id, title, view }: NonNullable<Step['bucket']>, done: boolean | undefined): void {
  if (done === undefined || view.doneBucketId === null) return
  const completes = view.doneBucketId === id
  if (completes === done) return
  throw new ToolError(
    'VALIDATION_ERROR',
    `Tasks in the column ${JSON.stringify(cleanLine(title))} are ${completes ? 'done' : 'open'}; leave out "done", or give another column`,
  )
}

async function apply(
  { api }: Desk,
  { task, changes, beside, bucket }: Step,
  expected?: string,
): Promise<Task> {
  const options = expected === undefined ? {} : { expectedUpdatedAt: expected }
  const isChanged = Object.keys(changes).length > 0
  const changed = isChanged ? await api.updateTask(task.id, changes, options) : task
  await applyBeside(api, task.id, beside)
  if (bucket !== undefined)
    await api.moveToBucket(
      { projectId: bucket.view.projectId, viewId: bucket.view.id, bucketId: bucket.id },
      task.id,
    )
  const isMoreChanged = bucket !== undefined || Object.keys(shownBeside(beside)).length > 0
  return isMoreChanged ? api.task(task.id) : changed
}

/** If one of several tasks fails, it is reported beside the others. A token that has ended fails all of them. */
async function tried(count: number, work: () => Promise<Task>): Promise<Task | { readonly error: string }> {
  try {
    return await work()
  } catch (error) {
    const isOfAll = error instanceof VikunjaError && error.kind === 'unauthorized'
    if (count === 1 || isOfAll || !(error instanceof ToolError)) throw error
    return { error: error.message }
  }
}
