import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import { TaskId } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import type { DeletedTask } from '../task.ts'

export const deleteTask = defineTool({
  name: 'delete_task',
  title: 'Delete task',
  description:
    'Removes a task from your list; it can be restored for 30 days unless permanent. Returns id, title, restorable_until.',
  needs: 'tasks:write',
  effect: 'destructive',
  dryRun: true,
  input: z.object({ task_id: TaskId, permanent: z.boolean().default(false) }),
  output: briefEnvelope<DeletedTask>(),
  run: async (tasks: TaskList, { task_id, permanent }, call) => {
    const deleted = await tasks.delete(call.caller, task_id, permanent)
    const verb = call.dryRun ? 'would be' : 'was'
    return success(`Task ${verb} ${permanent ? 'permanently deleted' : 'deleted'}`, deleted)
  },
})
