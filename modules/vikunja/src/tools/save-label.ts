import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge } from '../bridge/bridge.ts'
import { most, Name, text, Titled } from '../tasks/inputs.ts'
import { taskShape } from '../tasks/task-fields.ts'

export const saveLabel = defineTool({
  name: 'save_label',
  title: 'Save label',
  description: 'Creates a label, or changes one.',
  needs: 'vikunja:use',
  effect: 'write',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: z.object({
    label: Name.describe('Default: a new one').optional(),
    title: text(most.title).optional(),
    color: taskShape.color,
  }),
  output: z.looseObject({ label: Titled }),
  run: (bridge: Bridge, { label: wanted, title: given, color: shade }, call) =>
    bridge.work(call, async ({ api, names }) => {
      const before = wanted === undefined ? undefined : await names.label(wanted)
      const title = given ?? before?.title
      if (title === undefined) throw new ToolError('VALIDATION_ERROR', 'A new label needs a title')
      const color =
        shade === undefined ? {} : { color: shade === 'none' ? null : shade.replace('#', '').toLowerCase() }
      const changes = { ...(given === undefined ? {} : { title }), ...color }
      if (call.dryRun)
        return {
          label: { ...(before === undefined ? {} : { id: before.id }), title: cleanLine(title), ...color },
          dry_run: true,
        }
      const saved =
        before === undefined
          ? await api.createLabel({ title, ...color })
          : await api.updateLabel(before.id, changes)
      names.forget()
      return { label: { id: saved.id, title: cleanLine(saved.title), color: saved.color } }
    }),
})
