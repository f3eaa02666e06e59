import { defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { demandUnchanged, ExpectedUpdated } from '../tasks/expected-updated.ts'
import { Name } from '../tasks/inputs.ts'

const Input = z.object({
  kind: z.enum(['project', 'label', 'comment', 'bucket']),
  item: Name,
  task: Name.describe('Of a comment').optional(),
  project: Name.describe('Of a bucket').optional(),
  expected_updated: ExpectedUpdated.describe('Of the project, or of the task of a comment'),
})
type Input = z.output<typeof Input>

export const deleteItem = defineTool({
  name: 'delete_item',
  title: 'Delete item',
  description: 'Deletes one for good, a project with its tasks: rather archive it.',
  needs: 'vikunja:use',
  effect: 'destructive',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: Input,
  output: z.looseObject({ deleted: z.string() }),
  run: (bridge: Bridge, input, call) =>
    bridge.work(call, async (desk) => {
      const target = await found(desk, input)
      if (call.dryRun) return { deleted: target.says, dry_run: true }
      await target.doIt()
      desk.names.forget()
      return { deleted: target.says }
    }),
})

interface Found {
  readonly says: string
  doIt(): Promise<void>
}

async function found(desk: Desk, input: Input): Promise<Found> {
  const { api, names } = desk
  const { expected_updated: expected } = input
  const demandSame = async (id: number) => {
    if (expected !== undefined) demandUnchanged('project', await api.project(id), expected)
  }
  switch (input.kind) {
    case 'project': {
      const { id, title } = await names.project(input.item)
      await demandSame(id)
      return { says: `project ${title} (${id})`, doIt: () => api.deleteProject(id) }
    }
    case 'label': {
      if (expected !== undefined)
        throw new ToolError('VALIDATION_ERROR', 'A label has no "updated"; leave out expected_updated')
      const { id, title } = await names.label(input.item)
      return { says: `label ${title} (${id})`, doIt: () => api.deleteLabel(id) }
    }
    case 'comment':
      return comment(desk, input)
    case 'bucket': {
      if (input.project === undefined)
        throw new ToolError('VALIDATION_ERROR', 'Give the project of the bucket')
      const project = await names.project(input.project)
      await demandSame(project.id)
      const { id, title, view } = await names.bucket(project, input.item)
      const place = { projectId: project.id, viewId: view.id, bucketId: id }
      return { says: `bucket ${title} (${id}) of ${project.title}`, doIt: () => api.deleteBucket(place) }
    }
  }
}

async function comment(
  { api, names }: Desk,
  { item, task: wanted, expected_updated }: Input,
): Promise<Found> {
  const id = Number(item)
  if (wanted === undefined || !Number.isInteger(id))
    throw new ToolError('VALIDATION_ERROR', 'Give the id of the comment, and its task')
  const task = await names.task(wanted)
  demandUnchanged('task', task, expected_updated)
  return { says: `comment ${id} of ${task.title} (${task.id})`, doIt: () => api.deleteComment(task.id, id) }
}
