import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { filterOf } from './filter.ts'
import { Refused } from './refused.ts'
import { both, gone, listed, made, type Answer, type Asked } from './route.ts'
import type { TaskRow } from './rows.ts'
import { createTask, settleDone, TaskInput, updateTask } from './task-rules.ts'

export const taskRoutes = [
  ...both('GET /tasks', 'GET /tasks', (asked) => list(asked, () => true)),
  ...both('GET /projects/:project/tasks', 'GET /projects/:project/tasks', (asked) => {
    const { id } = asked.world.projectFor(asked.user, asked.id('project'))
    return list(asked, (task) => task.project_id === id)
  }),
  // The bulk route stands before the one with a parameter in its place.
  ...both('POST /tasks/bulk', 'PUT /tasks/bulk', bulkUpdate),
  ...both('GET /tasks/:projecttask', 'GET /tasks/:projecttask', (asked) =>
    readTask(asked, asked.world.taskFor(asked.user, asked.id('projecttask'))),
  ),
  ...both(
    'GET /projects/:project/tasks/by-index/:index',
    'GET /projects/:project/tasks/by-index/:index',
    readByIndex,
    { since: 2.4 },
  ),
  ...both('PUT /projects/:project/tasks', 'POST /projects/:project/tasks', (asked) => {
    const input = inputOf(asked, asked.body)
    return made(asked.show.task(createTask(asked.world, asked.user, asked.id('project'), input)))
  }),
  ...both(null, 'POST /projects/:project/tasks/bulk', bulkCreate, { since: 2.5 }),
  ...both('POST /tasks/:projecttask', 'PUT /tasks/:projecttask', (asked) => {
    const input = inputOf(asked, asked.body)
    const task = updateTask(asked.world, asked.user, asked.id('projecttask'), input)
    return { body: asked.show.task(task) }
  }),
  ...both(null, 'PATCH /tasks/:projecttask', patch),
  ...both('DELETE /tasks/:projecttask', 'DELETE /tasks/:projecttask', (asked) => {
    const task = asked.world.taskFor(asked.user, asked.id('projecttask'))
    asked.world.tasks.delete(task.id)
    return gone(asked)
  }),
  ...both(
    'POST /projects/:project/views/:view/buckets/:bucket/tasks',
    'PUT /projects/:project/views/:view/buckets/:bucket/tasks',
    moveToBucket,
  ),
]

function list(asked: Asked, isWanted: (task: TaskRow) => boolean): Answer {
  const { world, query, user, generation } = asked
  const text = (query.get(generation === 'v2' ? 'q' : 's') ?? '').toLowerCase()
  const filter = query.get('filter') ?? ''
  const isMet =
    filter === ''
      ? () => true
      : filterOf(filter, {
          timeZone: zoneOf(query.get('filter_timezone')),
          includeNulls: query.get('filter_include_nulls') === 'true',
          now: world.clock(),
          userNames: new Map([...world.users.values()].map(({ id, username }) => [id, username])),
        })
  const found = [...world.tasks.values()].filter(
    (task) =>
      isWanted(task) &&
      world.maySee(user, task.project_id) &&
      (text === '' || `${task.title} ${task.description}`.toLowerCase().includes(text)) &&
      isMet(task),
  )
  return listed(sorted(found, query), (task) => asked.show.task(task, asked.expand))
}

function zoneOf(name: string | null): string {
  if (name === null) return 'UTC'
  if (!Intl.supportedValuesOf('timeZone').includes(name) && name !== 'UTC')
    throw new Refused(400, 2003, `The timezone ${name} is invalid`)
  return name
}

const sortable = ['id', 'title', 'done', 'due_date', 'start_date', 'end_date', 'priority', 'percent_done']
const alsoSortable = ['created', 'updated', 'done_at', 'index', 'project_id']

/** As in Vikunja, by id where nothing else decides, and what has no date comes last. */
function sorted(tasks: TaskRow[], query: URLSearchParams): TaskRow[] {
  const fields = query.getAll('sort_by')
  const orders = query.getAll('order_by')
  const unknown = fields.find((field) => ![...sortable, ...alsoSortable].includes(field))
  if (unknown !== undefined) throw new Refused(400, 4013, `The task sort parameter ${unknown} is invalid`)
  const value = (task: TaskRow, field: string) => {
    const found = Reflect.get(task, field) as string | number | boolean
    return typeof found === 'string' && found.startsWith('0001-') ? '9999' : found
  }
  return tasks.toSorted((a, b) => {
    for (const [index, field] of fields.entries()) {
      const [left, right] = [value(a, field), value(b, field)]
      if (left !== right) return (left < right ? -1 : 1) * (orders[index] === 'desc' ? -1 : 1)
    }
    return a.id - b.id
  })
}

function readTask(asked: Asked, task: TaskRow): Answer {
  const body = asked.show.task(task, asked.expand)
  if (asked.generation === 'v1') return { body, headers: { 'x-max-permission': '2' } }
  const etag = `"${Date.parse(task.updated)}000000-2"`
  if (asked.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
  const wanted = asked.headers['if-match']
  if (wanted !== undefined && wanted !== etag) throw new Refused(412, 0, 'Precondition failed')
  return { body: { ...body, max_permission: 2 }, headers: { etag } }
}

function readByIndex(asked: Asked): Answer {
  const { world, params } = asked
  const name = params['project'] ?? ''
  const project = [...world.projects.values()].find(({ id, identifier }) =>
    /^\d+$/.test(name) ? id === Number(name) : identifier.toLowerCase() === name.toLowerCase(),
  )
  if (project === undefined) throw new Refused(404, 3001, 'This project does not exist.')
  world.projectFor(asked.user, project.id)
  const task = [...world.tasks.values()].find(
    (one) => one.project_id === project.id && one.index === asked.id('index'),
  )
  if (task === undefined) throw new Refused(404, 4002, 'This task does not exist')
  return readTask(asked, task)
}

const Bulk = z.object({
  task_ids: z.array(z.int()).nullish(),
  fields: z.array(z.string()).nullish(),
  values: z.unknown(),
})

/** Atomic over permissions: one task that is not there, or not one's own, and none is changed. */
function bulkUpdate(asked: Asked): Answer {
  const { task_ids, fields, values } = Bulk.parse(asked.body)
  const ids = task_ids ?? []
  if (ids.length === 0) throw new Refused(400, 4003, 'Need at least one task to do bulk editing.')
  for (const id of ids) asked.world.taskFor(asked.user, id)
  const input = inputOf(asked, values ?? {}, true)
  const tasks = ids.map((id) => updateTask(asked.world, asked.user, id, input, fields ?? []))
  return {
    body: { task_ids: ids, fields: fields ?? null, values, tasks: tasks.map((one) => asked.show.task(one)) },
  }
}

function bulkCreate(asked: Asked): Answer {
  const { tasks } = z.object({ tasks: z.array(z.unknown()) }).parse(asked.body)
  if (tasks.length === 0 || tasks.length > 100)
    throw new Refused(400, 4030, 'The number of tasks must be between 1 and 100')
  asked.world.projectFor(asked.user, asked.id('project'))
  const inputs = tasks.map((task, index) => {
    const input = inputOf(asked, task, true)
    if (input.title === '') throw new Refused(400, 4031, `The task at index ${index} is invalid`)
    return input
  })
  const created = inputs.map((input) => createTask(asked.world, asked.user, asked.id('project'), input))
  return made({ tasks: created.map((task) => asked.show.task(task)) })
}

/** Reads, merges and puts, as the library under v2 does; what changes nothing is 304. If-Match is not looked at. */
function patch(asked: Asked): Answer {
  const task = asked.world.taskFor(asked.user, asked.id('projecttask'))
  const { max_permission: _, ...now } = { max_permission: 2, ...asked.show.task(task) }
  const merged = { ...now, ...z.record(z.string(), z.unknown()).parse(asked.body) }
  if (isDeepStrictEqual(merged, now)) return { status: 304 }
  const updated = updateTask(asked.world, asked.user, task.id, inputOf(asked, merged))
  return { body: asked.show.task(updated) }
}

function moveToBucket(asked: Asked): Answer {
  const { world } = asked
  const { task_id } = z.object({ task_id: z.int() }).parse(asked.body)
  const task = world.taskFor(asked.user, task_id)
  const view = world.views.get(asked.id('view'))
  const bucket = world.buckets.get(asked.id('bucket'))
  if (view?.project_id !== asked.id('project') || task.project_id !== view.project_id)
    throw new Refused(404, 3014, 'This project view does not exist.')
  if (bucket?.project_view_id !== view.id) throw new Refused(404, 10001, 'This bucket does not exist.')
  const inside = [...world.places].filter(
    ([place, id]) => id === bucket.id && place !== `${view.id}:${task.id}`,
  )
  if (bucket.limit > 0 && inside.length >= bucket.limit)
    throw new Refused(412, 10004, 'You cannot add the task to this bucket as it already exceeded the limit')
  const before = { ...task }
  task.done = view.done_bucket_id === bucket.id
  if (task.done !== before.done) settleDone(world, task, before)
  if (!(before.repeat_after > 0 && view.done_bucket_id === bucket.id))
    world.places.set(`${view.id}:${task.id}`, bucket.id)
  task.updated = world.now()
  const row = { bucket_id: bucket.id, project_view_id: view.id, task_id: task.id }
  return { body: { ...row, bucket: asked.show.bucket(bucket), task: asked.show.task(task) } }
}

/** v1 answers a value that does not fit with 412, v2 with 422. */
function inputOf(asked: Asked, body: unknown, mayLackTitle = false): TaskInput {
  const { data } = TaskInput.safeParse(body)
  if (data === undefined || (data.title === '' && !mayLackTitle))
    throw new Refused(asked.generation === 'v1' ? 412 : 422, 2002, 'Invalid Data')
  return data
}
