import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import { TaskId } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import type { Task } from '../task.ts'
import { completionMessage } from '../task.ts'

export const setTaskCompletion = defineTool({
  name: 'set_task_completion',
  title: 'Set task completion',
  description: 'Completes or reopens a task, safe to repeat. Returns the task.',
  needs: 'tasks:write',
  effect: 'write',
  idempotent: true,
  input: z.object({ task_id: TaskId, completed: z.boolean() }),
  output: briefEnvelope<Task>(),
  run: async (tasks: TaskList, { task_id, completed }, { caller }) => {
    const task = await tasks.update(caller, task_id, { completed })
    return success(completionMessage(task), task)
  },
})
