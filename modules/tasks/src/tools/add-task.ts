import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import { Day, Description, Title } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import type { Task } from '../task.ts'

export const addTask = defineTool({
  name: 'add_task',
  title: 'Add task',
  description: 'Creates a task on your list and returns it. Does not remind anyone.',
  needs: 'tasks:write',
  effect: 'write',
  input: z.object({ title: Title, description: Description.optional(), due_date: Day.optional() }),
  output: briefEnvelope<Task>(),
  run: async (tasks: TaskList, input, { caller }) => success('Task created', await tasks.add(caller, input)),
})
