import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge } from '../bridge/bridge.ts'
import { demandUnchanged, ExpectedUpdated } from '../tasks/expected-updated.ts'
import { most, Name, text, whole } from '../tasks/inputs.ts'
import { commentView } from '../tasks/task-view.ts'
import { htmlOf } from '../text/to-html.ts'

export const commentOnTask = defineTool({
  name: 'comment_on_task',
  title: 'Comment on task',
  description: 'Adds a comment to a Vikunja task, or replaces one.',
  needs: 'vikunja:use',
  effect: 'write',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: z.object({
    task: Name,
    text: text(most.description).describe('Markdown'),
    comment: whole(1, Number.MAX_SAFE_INTEGER).describe('Id of one to replace').optional(),
    expected_updated: ExpectedUpdated,
  }),
  output: z.looseObject({ comment: z.looseObject({ task: z.number(), text: z.string() }) }),
  run: (bridge: Bridge, { task: wanted, text: markdown, comment, expected_updated: expected }, call) =>
    bridge.work(call, async ({ api, names, me }) => {
      const task = await names.task(wanted)
      demandUnchanged('task', task, expected)
      const html = htmlOf(markdown)
      if (call.dryRun)
        return {
          comment: { task: task.id, ...(comment === undefined ? {} : { id: comment }), text: markdown },
          dry_run: true,
        }
      const written =
        comment === undefined
          ? await api.addComment(task.id, html)
          : await api.updateComment(task.id, comment, html)
      return { comment: { task: task.id, ...commentView(written, me.timeZone) } }
    }),
})
