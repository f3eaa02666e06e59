import { defineResource } from '@quipu/kit'
import { TaskId } from './fields.ts'
import type { TaskList } from './task-list.ts'
import { listUri } from './task-list.ts'

export const openTasks = defineResource<TaskList>({
  name: 'open_tasks',
  title: 'Open tasks',
  description: 'Your first 50 pending tasks, newest first.',
  uri: listUri,
  mimeType: 'application/json',
  needs: 'tasks:read',
  read: async (tasks, _variables, { caller }) =>
    JSON.stringify(await tasks.page(caller, { status: 'pending', limit: 50, offset: 0 })),
})

export const oneTask = defineResource<TaskList>({
  name: 'task',
  title: 'Task',
  description: 'One of your tasks by its id.',
  uri: 'tasks://task/{task_id}',
  mimeType: 'application/json',
  needs: 'tasks:read',
  complete: { task_id: (tasks, typed, { caller }) => tasks.idsStarting(caller, typed) },
  read: async (tasks, { task_id = '' }, { caller }) => {
    const id = TaskId.safeParse(/^[1-9]\d*$/.test(task_id) ? Number(task_id) : undefined)
    const task = id.success ? await tasks.find(caller, id.data) : undefined
    return task && JSON.stringify(task)
  },
})
