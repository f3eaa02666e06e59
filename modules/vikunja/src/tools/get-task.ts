import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge } from '../bridge/bridge.ts'
import { Item, Name } from '../tasks/inputs.ts'
import { fullTask } from '../tasks/task-view.ts'

export const getTask = defineTool({
  name: 'get_task',
  title: 'Get task',
  description: 'One Vikunja task with description, comments, relations and attachments with download links.',
  needs: 'vikunja:use',
  effect: 'read',
  openWorld: true,
  input: z.object({
    task: Name.describe('Id, PROJ-12, #12, URL or title'),
    project: Name.describe('Where #12 is').optional(),
  }),
  output: z.object({ task: Item }),
  run: (bridge: Bridge, { task: wanted, project }, call) =>
    bridge.work(call, async (desk) => {
      const { api, names } = desk
      const task = await names.task(wanted, project === undefined ? undefined : await names.project(project))
      const comments = task.commentCount === 0 ? [] : (await api.comments(task.id)).items
      return { task: await fullTask(task, desk, comments) }
    }),
})
