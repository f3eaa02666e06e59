import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import { ClearableDay, ClearableDescription, TaskId, Title } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import type { Task } from '../task.ts'

export const updateTask = defineTool({
  name: 'update_task',
  title: 'Update task',
  description: 'Changes only the given fields; null clears one. Returns the task. Does not complete it.',
  needs: 'tasks:write',
  effect: 'write',
  idempotent: true,
  input: z.object({
    task_id: TaskId,
    title: Title.optional(),
    description: ClearableDescription.optional(),
    due_date: ClearableDay.optional(),
  }),
  output: briefEnvelope<Task>(),
  run: async (tasks: TaskList, { task_id, title, description, due_date }, { caller }) =>
    success('Task updated', await tasks.update(caller, task_id, { title, description, due_date })),
})
