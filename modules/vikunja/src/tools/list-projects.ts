import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge } from '../bridge/bridge.ts'
import { fold } from '../names/choose.ts'
import { pathOf } from '../names/directory.ts'
import { projectLine } from '../projects/project-view.ts'
import { Items, text } from '../tasks/inputs.ts'

const mostListed = 200

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Lists Vikunja projects, as "Work / Website".',
  needs: 'vikunja:use',
  effect: 'read',
  openWorld: true,
  input: z.object({ text: text(250).optional(), archived: z.boolean().optional() }),
  output: z.looseObject({ projects: Items }),
  run: (bridge: Bridge, { text: part = '', archived = false }, call) =>
    bridge.work(call, async ({ names }) => {
      names.forget()
      const all = await names.projects()
      const found = all.filter(
        (project) => project.isArchived === archived && fold(pathOf(project, all)).includes(fold(part)),
      )
      const projects = found.slice(0, mostListed).map((project) => projectLine(project, all))
      return { projects, ...(found.length > mostListed ? { left_out: found.length - mostListed } : {}) }
    }),
})
