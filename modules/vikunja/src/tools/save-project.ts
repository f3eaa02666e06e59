import { defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { ProjectChanges } from '../api/requests.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { projectLine } from '../projects/project-view.ts'
import { most, Name, text, Titled } from '../tasks/inputs.ts'
import { taskShape } from '../tasks/task-fields.ts'
import { htmlOf } from '../text/to-html.ts'

const Input = z.object({
  project: Name.describe('Default: a new one').optional(),
  title: text(most.title).optional(),
  description: taskShape.description,
  identifier: text(10).describe('PROJ of PROJ-12').optional(),
  color: taskShape.color,
  parent: Name.describe('Project above it, or "none"').optional(),
  archived: z.boolean().optional(),
  favorite: z.boolean().optional(),
})
type Input = z.output<typeof Input>

export const saveProject = defineTool({
  name: 'save_project',
  title: 'Save project',
  description: 'Creates a project, or changes or archives one. The rest stays as it is.',
  needs: 'vikunja:use',
  effect: 'write',
  openWorld: true,
  atomic: false,
  dryRun: true,
  input: Input,
  output: z.looseObject({ project: Titled }),
  run: (bridge: Bridge, input, call) => bridge.work(call, (desk) => save(desk, input)),
})

async function save(
  desk: Desk,
  input: Input,
): Promise<{ project: z.input<typeof Titled>; dry_run?: boolean }> {
  const { api, names, call } = desk
  const before = input.project === undefined ? undefined : await names.project(input.project)
  const { archived, title = before?.title } = input
  if (title === undefined) throw new ToolError('VALIDATION_ERROR', 'A new project needs a title')
  const changes = await changesOf(desk, input)
  if (call.dryRun) return { project: { ...changes, title }, dry_run: true }
  const made = before ?? (await api.createProject({ ...changes, title }))
  const wanted = before === undefined ? {} : changes
  const all: ProjectChanges = archived === undefined ? wanted : { ...wanted, isArchived: archived }
  const saved = Object.keys(all).length === 0 ? made : await api.updateProject(made.id, all)
  names.forget()
  return { project: { ...projectLine(saved, await names.projects()) } }
}

async function changesOf({ names }: Desk, input: Input): Promise<Omit<ProjectChanges, 'isArchived'>> {
  const { title, description, identifier, color, parent, favorite } = input
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: htmlOf(description) }),
    ...(identifier === undefined ? {} : { identifier }),
    ...(color === undefined ? {} : { color: color === 'none' ? null : color.replace('#', '').toLowerCase() }),
    ...(parent === undefined
      ? {}
      : { parentId: parent === 'none' ? null : (await names.project(parent)).id }),
    ...(favorite === undefined ? {} : { isFavorite: favorite }),
  }
}
