import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { envelope, success } from '../envelope.ts'
import { Cursor, Day, Limit, Offset, sortKeys, sortOrders, Status } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import { foundMessage, TaskPage } from '../task.ts'

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Returns your tasks, a page at a time, with the total.',
  needs: 'tasks:read',
  effect: 'read',
  window: 'tasks',
  input: z.object({
    status: Status,
    limit: Limit,
    offset: Offset,
    sort_by: z.enum(sortKeys).default('created_at'),
    sort_order: z.enum(sortOrders).optional().describe('Default: desc for created_at, else asc.'),
    due_after: Day.optional().describe('Due on this day or later.'),
    due_before: Day.optional().describe('Due on this day or earlier.'),
    deleted: z.boolean().optional().describe('Those you can restore, instead.'),
    cursor: Cursor.optional().describe('next_cursor of the page before, with the same filters.'),
  }),
  output: envelope(TaskPage.nullable()),
  run: async (tasks: TaskList, input, { caller }) => {
    const page = await tasks.page(caller, input)
    return success(foundMessage(page), page)
  },
})
