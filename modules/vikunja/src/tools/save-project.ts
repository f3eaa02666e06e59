import { cleanLine, defineTool, ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Project } from '../api/model.ts'
import type { ProjectChanges } from '../api/requests.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { projectLine } from '../projects/project-view.ts'
import { demandUnchanged, ExpectedUpdated } from '../tasks/expected-updated.ts'
import { most, Name, text, Titled } from '../tasks/inputs.ts'
import { taskShape } from '../tasks/task-fields.ts'
import { editedHtml } from '../text/edited-html.ts'

const Input = z.object({
  project: Name.describe('Default: a new one').optional(),
  title: text(most.title).optional(),
  description: taskShape.description,
  identifier: text(10).describe('PROJ of PROJ-12').optional(),
  color: taskShape.color,
  parent: Name.describe('Project above it, or "none"').optional(),
  archived: z.boolean().optional(),
  favorite: z.boolean().optional(),
  expected_updated: ExpectedUpdated,
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
  // What is cached of a project may be some seconds old.
  const before =
    input.project === undefined ? undefined : await api.project((await names.project(input.project)).id)
  demandUnchanged('project', before, input.expected_updated)
  const { archived, title = before?.title } = input
  if (title === undefined) throw new ToolError('VALIDATION_ERROR', 'A new project needs a title')
  const changes = await changesOf(desk, input, before)
  if (call.dryRun) return { project: await shown(desk, input, title, changes), dry_run: true }
  const made = before ?? (await api.createProject({ ...changes, title }))
  const wanted = before === undefined ? {} : changes
  const all: ProjectChanges = archived === undefined ? wanted : { ...wanted, isArchived: archived }
  const saved = Object.keys(all).length === 0 ? made : await api.updateProject(made.id, all)
  names.forget()
  return { project: { ...projectLine(saved, await names.projects()) } }
}

type Changes = Omit<ProjectChanges, 'isArchived'>

async function changesOf({ names }: Desk, input: Input, before: Project | undefined): Promise<Changes> {
  const { title, description, identifier, color, parent, favorite } = input
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: editedHtml(before?.description ?? '', description) }),
    ...(identifier === undefined ? {} : { identifier }),
    ...(color === undefined ? {} : { color: color === 'none' ? null : color.replace('#', '').toLowerCase() }),
    ...(parent === undefined
      ? {}
      : { parentId: parent === 'none' ? null : await parentFor(names, parent, before) }),
    ...(favorite === undefined ? {} : { isFavorite: favorite }),
  }
}

/** A project cannot be above itself. */
async function parentFor(names: Desk['names'], wanted: string, child: Project | undefined): Promise<number> {
  const parent = await names.project(wanted)
  if (child === undefined) return parent.id
  const all = await names.projects()
  for (let above: Project | undefined = parent, steps = 0; above !== undefined && steps <= all.length;) {
    if (above.id === child.id)
      throw new ToolError(
        'VALIDATION_ERROR',
        `${JSON.stringify(cleanLine(parent.title))} is ${parent.id === child.id ? 'the project itself' : 'below the project'}; give another parent`,
      )
    const next: number | null = above.parentId
    above = all.find(({ id }) => id === next)
    steps += 1
  }
  return parent.id
}

/** The result of a dry run, in the words of the input. */
async function shown({ names }: Desk, input: Input, title: string, { color, parentId }: Changes) {
  const { description, identifier, archived, favorite } = input
  const all = {
    description,
    identifier,
    color: color === null ? 'none' : color,
    parent: parentId === null ? 'none' : parentId && cleanLine(await names.titleOf(parentId)),
    archived,
    favorite,
  }
  const given = Object.entries(all).filter(([, value]) => value !== undefined)
  return { title: cleanLine(title), ...Object.fromEntries(given) }
}
