import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { relationKinds } from '../api/model.ts'
import type { Bridge } from '../bridge/bridge.ts'
import { demandUnchanged, ExpectedUpdated } from '../tasks/expected-updated.ts'
import { Name } from '../tasks/inputs.ts'

export const relateTasks = defineTool({
  name: 'relate_tasks',
  title: 'Relate tasks',
  description: 'Makes "other" the subtask, blocking task and so on of "task".',
  needs: 'vikunja:use',
  effect: 'write',
  idempotent: true,
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: z.object({
    task: Name,
    kind: z.enum(relationKinds),
    other: Name,
    remove: z.boolean().describe('Ends the relation').optional(),
    expected_updated: ExpectedUpdated,
  }),
  output: z.looseObject({ relation: z.string() }),
  run: (bridge: Bridge, input, call) =>
    bridge.work(call, async ({ api, names }) => {
      const { kind, remove = false } = input
      const [task, other] = [await names.task(input.task), await names.task(input.other)]
      demandUnchanged('task', task, input.expected_updated)
      if (task.id === other.id)
        throw new ToolError('VALIDATION_ERROR', 'A task has no relation to itself; give another one')
      const isThere = task.relations.some((each) => each.kind === kind && each.task.id === other.id)
      const isToDo = isThere === remove && !call.dryRun
      if (isToDo && remove) await api.unrelate(task.id, kind, other.id)
      if (isToDo && !remove) await api.relate(task.id, kind, other.id)
      const says = `${cleanLine(task.title)} (${task.id}) ${remove ? 'no longer has' : 'has'} ${kind} ${cleanLine(other.title)} (${other.id})`
      return { relation: says, ...(call.dryRun ? { dry_run: true } : {}) }
    }),
})
