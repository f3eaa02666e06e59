import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Project } from '../api/model.ts'
import type { NewTask } from '../api/requests.ts'
import { VikunjaError } from '../api/vikunja-error.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import type { Beside } from '../tasks/beside.ts'
import { applyBeside, besideOf, shownBeside } from '../tasks/beside.ts'
import { shownChanges } from '../tasks/changes.ts'
import { inBatches } from '../tasks/in-batches.ts'
import { demandDatesOfReminders, explainedShape, fieldsOf } from '../tasks/task-fields.ts'
import { listOf, most, Name, someOf, Titled } from '../tasks/inputs.ts'

const Names = listOf(Name, most.names).optional()

const Input = z.object({
  project: Name.describe('Default: your default project').optional(),
  bucket: Name.describe('Column of a board').optional(),
  parent: Name.describe('Makes them its subtasks').optional(),
  tasks: someOf(
    z.strictObject({ ...explainedShape, labels: Names, assignees: Names.describe('Names, or "me"') }),
    most.tasks,
  ),
})
type Input = z.output<typeof Input>

export const createTasks = defineTool({
  name: 'create_tasks',
  title: 'Create tasks',
  description: 'Creates up to 100 Vikunja tasks in one project. Labels must exist.',
  needs: 'vikunja:use',
  effect: 'write',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: Input,
  output: z.looseObject({ tasks: z.array(Titled) }),
  run: (bridge: Bridge, input, call) => bridge.work(call, (desk) => create(desk, input)),
})

interface Draft {
  readonly task: NewTask
  readonly beside: Beside
}

async function create(desk: Desk, input: Input) {
  const { api, names, call, me } = desk
  const project = await targetOf(desk, input.project)
  const bucket = input.bucket === undefined ? undefined : await names.bucket(project, input.bucket)
  const parent = input.parent === undefined ? undefined : await names.task(input.parent)
  const drafts = await inBatches(input.tasks, (given) => draftOf(desk, given, project.id))
  const shown = ({ task, beside }: Draft) => ({
    title: cleanLine(task.title),
    ...shownChanges(task, me.timeZone),
    ...shownBeside(beside),
  })
  if (call.dryRun) return { tasks: drafts.map(shown), dry_run: true }
  const { tasks, failure } = await api.createTasks(
    project.id,
    drafts.map(({ task }) => task),
  )
  if (failure !== null && tasks.length === 0) throw failure.error
  const made = []
  for (const [index, task] of tasks.entries()) {
    const problem = await finish(async () => {
      const beside = drafts[index]?.beside
      if (beside !== undefined) await applyBeside(api, task.id, beside)
      if (parent !== undefined) await api.relate(task.id, 'parenttask', parent.id)
      const place = bucket && { projectId: project.id, viewId: bucket.view.id, bucketId: bucket.id }
      if (place !== undefined) await api.moveToBucket(place, task.id)
    })
    made.push({
      id: task.id,
      ...(task.identifier === '' ? {} : { ref: task.identifier }),
      title: cleanLine(task.title),
      ...problem,
    })
    call.progress(made.length, drafts.length)
  }
  return {
    tasks: made,
    ...(failure === null
      ? {}
      : {
          failed: {
            index: failure.index,
            message: failure.error.message,
            not_created: drafts.length - tasks.length,
          },
        }),
  }
}

/** The task exists already, so a later failure is reported beside it. */
async function finish(work: () => Promise<void>): Promise<{ readonly warning?: string }> {
  try {
    await work()
    return {}
  } catch (error) {
    if (!(error instanceof VikunjaError) || error.kind === 'unauthorized') throw error
    return { warning: error.message }
  }
}

async function draftOf(
  { names, me }: Desk,
  given: Input['tasks'][number],
  projectId: number,
): Promise<Draft> {
  const fields = fieldsOf(given, me.timeZone)
  demandDatesOfReminders(fields)
  const beside = await besideOf(names, { add_labels: given.labels, assign: given.assignees }, projectId)
  return { task: { ...fields, title: given.title }, beside }
}

async function targetOf({ names, me }: Desk, wanted: string | number | undefined): Promise<Project> {
  if (wanted !== undefined) return names.project(wanted)
  if (me.defaultProjectId !== null && me.defaultProjectId > 0) return names.project(me.defaultProjectId)
  const own = (await names.projects()).filter(({ id, isArchived }) => id > 0 && !isArchived)
  const inbox = own.filter(({ title }) => title.toLowerCase() === 'inbox')
  const [only, ...others] = inbox.length > 0 ? inbox : own
  if (only !== undefined && others.length === 0) return only
  throw new ToolError(
    'VALIDATION_ERROR',
    'Which project? You have no default project. list_projects shows them.',
  )
}
