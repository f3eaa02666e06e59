import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Refused } from './refused.ts'
import { both, gone, listed, made, type Answer, type Asked } from './route.ts'
import type { BucketRow, ProjectRow, ViewRow } from './rows.ts'

export const projectRoutes = [
  ...both('GET /projects', 'GET /projects', (asked) => {
    const { world, query, user } = asked
    const text = (query.get(asked.generation === 'v2' ? 'q' : 's') ?? '').toLowerCase()
    const withArchived = query.get('is_archived') === 'true'
    const found = [...world.projects.values()].filter(
      (project) =>
        world.maySee(user, project.id) &&
        (withArchived || !project.is_archived) &&
        project.title.toLowerCase().includes(text),
    )
    return listed(found, (project) => asked.show.project(project))
  }),
  ...both('GET /projects/:project', 'GET /projects/:project', (asked) => {
    const project = asked.world.projectFor(asked.user, asked.id('project'))
    return readProject(asked, project)
  }),
  ...both('PUT /projects', 'POST /projects', (asked) => {
    const { is_favorite, ...fields } = inputOf(asked, asked.body)
    demandUnused(asked, fields.identifier, 0)
    const starredBy = is_favorite ? [asked.user] : []
    const more = { ...fields, parent_project_id: fields.parent_project_id ?? 0, starredBy }
    return made(asked.show.project(asked.world.addProject(asked.user, fields.title, more)))
  }),
  ...both('POST /projects/:project', 'PUT /projects/:project', (asked) => {
    const project = asked.world.projectFor(asked.user, asked.id('project'))
    return { body: asked.show.project(replaceProject(asked, project, inputOf(asked, asked.body))) }
  }),
  ...both(null, 'PATCH /projects/:project', (asked) => {
    const project = asked.world.projectFor(asked.user, asked.id('project'))
    const now = asked.show.project(project)
    const merged = { ...now, ...z.record(z.string(), z.unknown()).parse(asked.body) }
    if (isDeepStrictEqual(merged, now)) return { status: 304 }
    return { body: asked.show.project(replaceProject(asked, project, inputOf(asked, merged))) }
  }),
  ...both('DELETE /projects/:project', 'DELETE /projects/:project', (asked) => {
    const project = asked.world.projectFor(asked.user, asked.id('project'))
    asked.world.projects.delete(project.id)
    for (const task of asked.world.tasks.values())
      if (task.project_id === project.id) asked.world.tasks.delete(task.id)
    return gone(asked)
  }),
  ...both('GET /projects/:project/views', 'GET /projects/:project/views', (asked) => {
    const { id } = asked.world.projectFor(asked.user, asked.id('project'))
    const views = [...asked.world.views.values()].filter((view) => view.project_id === id)
    return listed(views, (view) => asked.show.view(view))
  }),
  ...both('PUT /projects/:project/views', 'POST /projects/:project/views', (asked) => {
    const { id } = asked.world.projectFor(asked.user, asked.id('project'))
    const fields = ViewInput.parse(asked.body)
    return made(asked.show.view(asked.world.addView(id, asked.user, fields)))
  }),
  ...both(
    'GET /projects/:project/views/:view/buckets',
    'GET /projects/:project/views/:view/buckets',
    (asked) => listed(bucketsOf(asked, viewOf(asked)), (bucket) => asked.show.bucket(bucket)),
  ),
  ...both(
    'PUT /projects/:project/views/:view/buckets',
    'POST /projects/:project/views/:view/buckets',
    (asked) => {
      const { position: _, ...fields } = BucketInput.parse(asked.body)
      return made(asked.show.bucket(asked.world.addBucket(viewOf(asked).id, asked.user, fields)))
    },
  ),
  ...both(
    'POST /projects/:project/views/:view/buckets/:bucket',
    'PUT /projects/:project/views/:view/buckets/:bucket',
    (asked) => {
      // Title, limit and position are replaced, each with the empty value if it is missing.
      const bucket = Object.assign(bucketOf(asked), BucketInput.parse(asked.body))
      return { body: asked.show.bucket(bucket) }
    },
  ),
  ...both(
    'DELETE /projects/:project/views/:view/buckets/:bucket',
    'DELETE /projects/:project/views/:view/buckets/:bucket',
    (asked) => {
      const bucket = bucketOf(asked)
      const view = viewOf(asked)
      if (bucketsOf(asked, view).length === 1)
        throw new Refused(412, 10003, 'You cannot delete the last bucket on this project.')
      asked.world.buckets.delete(bucket.id)
      for (const [place, id] of asked.world.places)
        if (id === bucket.id) asked.world.places.set(place, view.default_bucket_id)
      return gone(asked)
    },
  ),
  ...both('GET /projects/:project/projectusers', 'GET /projects/:project/users/search', (asked) => {
    const { owner, members } = asked.world.projectFor(asked.user, asked.id('project'))
    const text = (asked.query.get(asked.generation === 'v2' ? 'q' : 's') ?? '').toLowerCase()
    const users = [owner, ...members].flatMap((id) => asked.world.users.get(id) ?? [])
    const found = users.filter(({ username, name }) => `${username} ${name}`.toLowerCase().includes(text))
    return listed(found, ({ id }) => asked.show.user(id))
  }),
]

const ProjectInput = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  identifier: z.string().default(''),
  hex_color: z.string().default(''),
  parent_project_id: z.int().optional(),
  is_archived: z.boolean().default(false),
  is_favorite: z.boolean().default(false),
  position: z.number().default(0),
})
const ViewInput = z.object({
  title: z.string().min(1),
  view_kind: z.enum(['list', 'gantt', 'table', 'kanban']),
  bucket_configuration_mode: z.enum(['none', 'manual', 'filter']).default('none'),
})
const BucketInput = z.object({
  title: z.string().default(''),
  limit: z.int().default(0),
  position: z.number().default(0),
})

/** Replaces all but an empty description and a parent that is not named, which stay as they are. */
function replaceProject(asked: Asked, project: ProjectRow, input: z.output<typeof ProjectInput>): ProjectRow {
  demandUnused(asked, input.identifier, project.id)
  const { is_favorite, description, parent_project_id, ...fields } = input
  Object.assign(project, fields, { updated: asked.world.now() })
  if (description !== '') project.description = description
  if (parent_project_id !== undefined) project.parent_project_id = parent_project_id
  const others = project.starredBy.filter((user) => user !== asked.user)
  project.starredBy = is_favorite ? [...others, asked.user] : others
  for (const child of asked.world.projects.values())
    if (child.parent_project_id === project.id) child.is_archived = project.is_archived
  return project
}

function readProject(asked: Asked, project: ProjectRow): Answer {
  const permission = project.owner === asked.user ? 2 : 1
  const body = asked.show.project(project)
  if (asked.generation === 'v1') return { body, headers: { 'x-max-permission': String(permission) } }
  const etag = `"${Date.parse(project.updated)}000000-${permission}"`
  return { body: { ...body, max_permission: permission }, headers: { etag } }
}

function inputOf(asked: Asked, body: unknown): z.output<typeof ProjectInput> {
  const { data } = ProjectInput.safeParse(body)
  if (data === undefined || data.title === '')
    throw new Refused(asked.generation === 'v1' ? 412 : 422, 2002, 'Invalid Data')
  return data
}

function demandUnused(asked: Asked, identifier: string, own: number): void {
  const isUsed = [...asked.world.projects.values()].some(
    (project) => identifier !== '' && project.identifier === identifier && project.id !== own,
  )
  if (isUsed) throw new Refused(400, 3007, 'A project with this identifier already exists.')
}

function viewOf(asked: Asked): ViewRow {
  const { id } = asked.world.projectFor(asked.user, asked.id('project'))
  const view = asked.world.views.get(asked.id('view'))
  if (view?.project_id !== id) throw new Refused(404, 3014, 'This project view does not exist.')
  return view
}

function bucketsOf(asked: Asked, view: ViewRow): BucketRow[] {
  const buckets = [...asked.world.buckets.values()].filter((bucket) => bucket.project_view_id === view.id)
  return buckets.toSorted((a, b) => a.position - b.position)
}

function bucketOf(asked: Asked): BucketRow {
  const view = viewOf(asked)
  const bucket = asked.world.buckets.get(asked.id('bucket'))
  if (bucket?.project_view_id !== view.id) throw new Refused(404, 10001, 'This bucket does not exist.')
  return bucket
}
