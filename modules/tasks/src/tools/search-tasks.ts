import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import { Cursor, Keyword, Limit, Offset, Status } from '../fields.ts'
import type { TaskList } from '../task-list.ts'
import type { TaskPage } from '../task.ts'
import { foundMessage } from '../task.ts'

export const searchTasks = defineTool({
  name: 'search_tasks',
  title: 'Search tasks',
  description:
    'Returns your tasks whose title or description contains the keyword, in a page like list_tasks. Ignores case; knows no wildcards.',
  needs: 'tasks:read',
  effect: 'read',
  window: 'tasks',
  input: z.object({
    keyword: Keyword,
    status: Status,
    limit: Limit,
    offset: Offset,
    cursor: Cursor.optional(),
  }),
  output: briefEnvelope<TaskPage>(),
  run: async (tasks: TaskList, input, { caller }) => {
    const page = await tasks.page(caller, input)
    return success(foundMessage(page), page)
  },
})
