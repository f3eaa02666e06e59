import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import { TaskId } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import type { Task } from '../task.ts'
import { completionMessage } from '../task.ts'

export const toggleTaskCompletion = defineTool({
  name: 'toggle_task_completion',
  title: 'Toggle task completion',
  description: 'Completes a pending task, reopens a completed one; repeating undoes it. Returns the task.',
  needs: 'tasks:write',
  effect: 'write',
  input: z.object({ task_id: TaskId }),
  output: briefEnvelope<Task>(),
  run: async (tasks: TaskList, { task_id }, { caller }) => {
    const task = await tasks.toggle(caller, task_id)
    return success(completionMessage(task), task)
  },
})
