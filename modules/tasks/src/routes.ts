import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import {
  ClearableDay,
  ClearableDescription,
  Cursor,
  Day,
  Description,
  Keyword,
  sortKeys,
  sortOrders,
  Status,
  TaskId,
  Title,
} from './fields.ts'
import type { TaskList } from './task-list.ts'
import { DeletedTask, Task, TaskPage } from './task.ts'

const OneTask = z.strictObject({ task_id: z.coerce.number().pipe(TaskId) })
const Switch = z.enum(['true', 'false']).transform((value) => value === 'true')

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/tasks',
  summary: 'Your tasks, a page at a time',
  needs: 'tasks:read',
  effect: 'read',
  query: z.strictObject({
    status: Status,
    limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
    offset: z.coerce.number().pipe(z.int().min(0)).default(0),
    sort_by: z.enum(sortKeys).optional(),
    sort_order: z.enum(sortOrders).optional(),
    due_after: Day.optional(),
    due_before: Day.optional(),
    deleted: Switch.optional(),
    keyword: Keyword.optional(),
    cursor: Cursor.optional(),
  }),
  output: TaskPage,
  run: (tasks: TaskList, { query }, { caller }) => tasks.page(caller, query),
})

const addRoute = defineRoute({
  method: 'POST',
  path: '/api/tasks',
  summary: 'Add a task',
  needs: 'tasks:write',
  effect: 'write',
  body: z.strictObject({ title: Title, description: Description.optional(), due_date: Day.optional() }),
  output: Task,
  status: 201,
  run: (tasks: TaskList, { body }, { caller }) => tasks.add(caller, body),
})

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/tasks/:task_id',
  summary: 'One of your tasks',
  needs: 'tasks:read',
  effect: 'read',
  params: OneTask,
  output: Task,
  run: (tasks: TaskList, { params }, { caller }) => tasks.get(caller, params.task_id),
})

const updateRoute = defineRoute({
  method: 'PATCH',
  path: '/api/tasks/:task_id',
  summary: 'Change the given fields of a task',
  needs: 'tasks:write',
  effect: 'write',
  params: OneTask,
  body: z.strictObject({
    title: Title.optional(),
    description: ClearableDescription.optional(),
    due_date: ClearableDay.optional(),
    completed: z.boolean().optional(),
  }),
  output: Task,
  run: (tasks: TaskList, { params, body }, { caller }) => tasks.update(caller, params.task_id, body),
})

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/tasks/:task_id',
  summary: 'Delete a task; it can be restored for 30 days, unless permanent',
  needs: 'tasks:write',
  effect: 'destructive',
  params: OneTask,
  query: z.strictObject({ permanent: Switch.optional() }),
  output: DeletedTask,
  run: (tasks: TaskList, { params, query }, { caller }) =>
    tasks.delete(caller, params.task_id, query.permanent ?? false),
})

const restoreRoute = defineRoute({
  method: 'POST',
  path: '/api/tasks/:task_id/restore',
  summary: 'Bring back a deleted task',
  needs: 'tasks:write',
  effect: 'write',
  params: OneTask,
  output: Task,
  run: (tasks: TaskList, { params }, { caller }) => tasks.restore(caller, params.task_id),
})

export const routes = [listRoute, addRoute, getRoute, updateRoute, deleteRoute, restoreRoute]
