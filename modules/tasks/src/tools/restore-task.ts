import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import { TaskId } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import type { Task } from '../task.ts'

export const restoreTask = defineTool({
  name: 'restore_task',
  title: 'Restore task',
  description: 'Brings back a task deleted in the last 30 days and returns it.',
  needs: 'tasks:write',
  effect: 'write',
  idempotent: true,
  input: z.object({ task_id: TaskId }),
  output: briefEnvelope<Task>(),
  run: async (tasks: TaskList, { task_id }, { caller }) =>
    success('Task restored', await tasks.restore(caller, task_id)),
})
