import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { resolveFilter } from '../api/filter-names.ts'
import type { TaskOrder } from '../api/requests.ts'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { Items, Name, text, whole } from '../tasks/inputs.ts'
import { linesOf, projectsOf } from '../tasks/task-view.ts'

const orders = ['due', 'priority', 'title', 'created', 'updated', 'done'] as const

const Input = z.object({
  text: text(250).optional(),
  project: Name.optional(),
  label: Name.optional(),
  assignee: Name.describe('A name or "me"').optional(),
  due: z.enum(['overdue', 'today', 'week']).optional(),
  done: z.boolean().optional(),
  filter: text(2000).describe("Vikunja's filter language: priority >= 3 && labels in urgent").optional(),
  sort: z.enum(orders).optional(),
  descending: z.boolean().optional(),
  limit: whole(1, 100).default(50),
  page: whole(1, 10_000).default(1),
})
type Input = z.output<typeof Input>

export const findTasks = defineTool({
  name: 'find_tasks',
  title: 'Find tasks',
  description: 'Lists Vikunja tasks, open ones by default, soonest due first. Give names or ids.',
  needs: 'vikunja:use',
  effect: 'read',
  openWorld: true,
  input: Input,
  output: z.looseObject({ tasks: Items }),
  run: (bridge: Bridge, input, call) => bridge.work(call, (desk) => find(desk, input)),
})

async function find(desk: Desk, input: Input) {
  const { api, me, names } = desk
  const project = input.project === undefined ? undefined : await names.project(input.project)
  const [filter] = await Promise.all([filterOf(desk, input), names.projects()])
  const { items, page, pages, total } = await api.findTasks({
    ...(input.text === undefined ? {} : { text: input.text }),
    ...(project === undefined ? {} : { projectId: project.id }),
    ...(filter === '' ? {} : { filter, timeZone: me.timeZone }),
    sort: [orderOf(input), { by: 'id' }],
    page: input.page,
    perPage: input.limit,
  })
  return {
    tasks: await linesOf(items, desk, project !== undefined),
    ...(project === undefined ? await projectsOf(items, desk) : {}),
    ...(page < pages ? { next_page: page + 1 } : {}),
    ...(total === null ? {} : { total }),
  }
}

function orderOf({ sort, descending, text }: Input): TaskOrder {
  const isDescending = descending ?? sort === 'priority'
  return sort === undefined
    ? { by: text === undefined ? 'due' : 'updated', isDescending: text !== undefined }
    : { by: sort, isDescending }
}

async function filterOf({ names }: Desk, input: Input): Promise<string> {
  const { label, assignee, due, done, filter } = input
  const isFree = filter !== undefined && /\bdone(?:_?at)?\s*(?:[=!<>]|in\b|not\b)/i.test(filter)
  return [
    ...(done === undefined && isFree ? [] : [`done = ${done ?? false}`]),
    ...(label === undefined ? [] : [`labels in ${(await names.label(label)).id}`]),
    ...(assignee === undefined ? [] : [`assignees in ${(await names.person(assignee)).username}`]),
    ...(due === undefined ? [] : [dueFilters[due]]),
    ...(filter === undefined ? [] : [`(${await withIds(names, filter)})`]),
  ].join(' && ')
}

/** People write names; the filter language takes ids of labels and projects, and user names. */
function withIds(names: Desk['names'], filter: string): Promise<string> {
  return resolveFilter(filter, async (kind, name) => {
    if (kind === 'person') return (await names.person(name)).username
    return kind === 'label' ? (await names.label(name)).id : (await names.project(name)).id
  })
}

export const dueFilters = {
  overdue: 'due_date < now',
  today: 'due_date >= now/d && due_date < now/d+1d',
  week: 'due_date >= now/d && due_date < now/d+7d',
} as const
