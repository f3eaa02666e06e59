import { z } from 'zod'
import { Refused } from './refused.ts'
import { both, gone, listed, made, type Asked } from './route.ts'
import type { CommentRow, LabelRow } from './rows.ts'
import { never } from './world.ts'

export const otherRoutes = [
  ...both('GET /user', 'GET /user', ({ world, user }) => {
    const settings = {
      name: '',
      email_reminders_enabled: true,
      discoverable_by_name: false,
      discoverable_by_email: false,
      overdue_tasks_reminders_enabled: true,
      overdue_tasks_reminders_time: '09:00',
      default_project_id: 0,
      week_start: 1,
      language: 'en',
      timezone: 'Europe/Berlin',
    }
    const more = { deletion_scheduled_at: never, is_local_user: true, auth_provider: 'local' }
    return { body: { ...world.users.get(user), settings, ...more } }
  }),
  ...both('GET /token/test', 'GET /token/test', () => ({ body: { message: 'ok' } }), { since: 1 }),
  ...both('GET /users', 'GET /users', (asked) => {
    const text = textOf(asked)
    const found = [...asked.world.users.values()].filter(
      ({ username, name, email }) =>
        text !== '' && (`${username} ${name}`.toLowerCase().includes(text) || email.toLowerCase() === text),
    )
    return listed(found, ({ id }) => asked.show.user(id))
  }),

  ...both('GET /labels', 'GET /labels', (asked) => {
    const found = [...asked.world.labels.values()].filter(
      (label) => isSeen(asked, label) && label.title.toLowerCase().includes(textOf(asked)),
    )
    return listed(found, (label) => asked.show.label(label))
  }),
  ...both('GET /labels/:label', 'GET /labels/:id', (asked) => ({ body: asked.show.label(labelOf(asked)) })),
  ...both('PUT /labels', 'POST /labels', (asked) => {
    const { title, ...more } = LabelInput.parse(asked.body)
    return made(asked.show.label(asked.world.addLabel(asked.user, title, more)))
  }),
  ...both('POST /labels/:label', 'PUT /labels/:id', (asked) => {
    const label = Object.assign(labelOf(asked), LabelInput.parse(asked.body), { updated: asked.world.now() })
    return { body: asked.show.label(label) }
  }),
  ...both('DELETE /labels/:label', 'DELETE /labels/:id', (asked) => {
    const { id } = labelOf(asked)
    asked.world.labels.delete(id)
    for (const task of asked.world.tasks.values()) task.labels = task.labels.filter((label) => label !== id)
    return gone(asked)
  }),
  ...both('PUT /tasks/:projecttask/labels', 'POST /tasks/:projecttask/labels', (asked) => {
    const task = asked.world.taskFor(asked.user, asked.id('projecttask'))
    const { label_id } = z.object({ label_id: z.int() }).parse(asked.body)
    const label = asked.world.labels.get(label_id)
    if (label === undefined) throw new Refused(404, 8002, 'This label does not exist.')
    if (!isSeen(asked, label)) throw new Refused(403, 8003, 'You do not have access to this label')
    if (task.labels.includes(label_id)) throw new Refused(400, 8001, 'This label already exists on the task.')
    task.labels.push(label_id)
    task.updated = asked.world.now()
    return made({ label_id, created: asked.world.now() })
  }),
  ...both('DELETE /tasks/:projecttask/labels/:label', 'DELETE /tasks/:projecttask/labels/:label', (asked) => {
    const task = asked.world.taskFor(asked.user, asked.id('projecttask'))
    task.labels = task.labels.filter((label) => label !== asked.id('label'))
    task.updated = asked.world.now()
    return gone(asked)
  }),

  ...both('PUT /tasks/:projecttask/assignees', 'POST /tasks/:projecttask/assignees', (asked) => {
    const task = asked.world.taskFor(asked.user, asked.id('projecttask'))
    const { user_id } = z.object({ user_id: z.int() }).parse(asked.body)
    if (!asked.world.maySee(user_id, task.project_id))
      throw new Refused(403, 3004, 'This user does not have access to the project')
    if (task.assignees.includes(user_id)) throw new Refused(400, 4021, 'This user is already assigned.')
    task.assignees.push(user_id)
    return made({ user_id, created: asked.world.now() })
  }),
  ...both(
    'DELETE /tasks/:projecttask/assignees/:user',
    'DELETE /tasks/:projecttask/assignees/:user',
    (asked) => {
      const task = asked.world.taskFor(asked.user, asked.id('projecttask'))
      task.assignees = task.assignees.filter((user) => user !== asked.id('user'))
      return gone(asked)
    },
  ),

  ...both('PUT /tasks/:task/relations', 'POST /tasks/:task/relations', (asked) => {
    const { other_task_id: other, relation_kind: kind } = RelationInput.parse(asked.body)
    const task = asked.world.taskFor(asked.user, asked.id('task'))
    const related = asked.world.taskFor(asked.user, other)
    if (task === related) throw new Refused(400, 4010, 'Tasks cannot relate to itself')
    if (task.relations.some((one) => one.other === other && one.kind === kind))
      throw new Refused(409, 4008, 'The task relation already exists.')
    task.relations.push({ kind, other })
    related.relations.push({ kind: inverses[kind], other: task.id })
    const created_by = asked.show.user(asked.user)
    return made({
      task_id: task.id,
      other_task_id: other,
      relation_kind: kind,
      created_by,
      created: asked.world.now(),
    })
  }),
  ...both(
    'DELETE /tasks/:task/relations/:relationKind/:otherTask',
    'DELETE /tasks/:task/relations/:relationKind/:otherTask',
    (asked) => {
      const kind = RelationKind.parse(asked.params['relationKind'])
      const task = asked.world.taskFor(asked.user, asked.id('task'))
      const related = asked.world.taskFor(asked.user, asked.id('otherTask'))
      const isIt = (one: { kind: string; other: number }) => one.kind === kind && one.other === related.id
      if (!task.relations.some(isIt)) throw new Refused(404, 4009, 'The task relation does not exist.')
      task.relations = task.relations.filter((one) => !isIt(one))
      related.relations = related.relations.filter(
        (one) => one.kind !== inverses[kind] || one.other !== task.id,
      )
      return gone(asked)
    },
  ),

  ...both('GET /tasks/:task/comments', 'GET /tasks/:task/comments', (asked) => {
    const { id } = asked.world.taskFor(asked.user, asked.id('task'))
    const found = [...asked.world.comments.values()].filter((comment) => comment.task === id)
    return listed(found, (comment) => asked.show.comment(comment))
  }),
  ...both('PUT /tasks/:task/comments', 'POST /tasks/:task/comments', (asked) => {
    const { id } = asked.world.taskFor(asked.user, asked.id('task'))
    const { comment } = z.object({ comment: z.string() }).parse(asked.body)
    return made(asked.show.comment(asked.world.addComment(id, asked.user, comment)))
  }),
  ...both('POST /tasks/:task/comments/:commentid', 'PUT /tasks/:task/comments/:commentid', (asked) => {
    const { comment } = z.object({ comment: z.string() }).parse(asked.body)
    const row = Object.assign(commentOf(asked), { comment, updated: asked.world.now() })
    return { body: asked.show.comment(row) }
  }),
  ...both('DELETE /tasks/:task/comments/:commentid', 'DELETE /tasks/:task/comments/:commentid', (asked) => {
    asked.world.comments.delete(commentOf(asked).id)
    return gone(asked)
  }),

  ...both('GET /tasks/:task/attachments', 'GET /tasks/:task/attachments', (asked) => {
    const { id } = asked.world.taskFor(asked.user, asked.id('task'))
    const found = [...asked.world.attachments.values()].filter(({ task }) => task === id)
    return listed(found, (attachment) => asked.show.attachment(attachment))
  }),
  ...both('GET /tasks/:task/attachments/:attachment', 'GET /tasks/:task/attachments/:attachment', (asked) => {
    const { id } = asked.world.taskFor(asked.user, asked.id('task'))
    const found = asked.world.attachments.get(asked.id('attachment'))
    if (found?.task !== id) throw new Refused(404, 4011, 'This task attachment does not exist.')
    return { file: { type: found.mime, bytes: found.bytes } }
  }),

  ...both('GET /teams', 'GET /teams', (asked) => {
    const found = [...asked.world.teams.values()].filter(
      ({ name, members }) =>
        members.some(({ user }) => user === asked.user) && name.toLowerCase().includes(textOf(asked)),
    )
    return listed(found, (team) => asked.show.team(team))
  }),
  ...both('GET /teams/:team', 'GET /teams/:id', (asked) => {
    const team = asked.world.teams.get(asked.id(asked.generation === 'v1' ? 'team' : 'id'))
    if (team === undefined) throw new Refused(404, 6002, 'This team does not exist.')
    if (!team.members.some(({ user }) => user === asked.user))
      throw new Refused(403, 1, "You're not allowed to do this.")
    return { body: asked.show.team(team) }
  }),

  ...both('GET /notifications', 'GET /notifications', (asked) => {
    const found = [...asked.world.notifications.values()].filter(({ user }) => user === asked.user)
    return listed(found.toReversed(), (row) => asked.show.notification(row))
  }),
  ...both('POST /notifications/:notificationid', 'PUT /notifications/:notificationid', (asked) => {
    const { read } = z.object({ read: z.boolean().default(false) }).parse(asked.body)
    const row = asked.world.notifications.get(asked.id('notificationid'))
    if (row?.user !== asked.user) throw new Refused(403, 1, "You're not allowed to do this.")
    row.read_at = read ? asked.world.now() : never
    return { body: { ...asked.show.notification(row), read } }
  }),
  ...both('POST /notifications', 'POST /notifications', (asked) => {
    for (const row of asked.world.notifications.values())
      if (row.user === asked.user) row.read_at = asked.world.now()
    return { body: { message: 'success' } }
  }),
]

const LabelInput = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  hex_color: z.string().default(''),
})

const inverses = {
  subtask: 'parenttask',
  parenttask: 'subtask',
  related: 'related',
  duplicateof: 'duplicates',
  duplicates: 'duplicateof',
  blocking: 'blocked',
  blocked: 'blocking',
  precedes: 'follows',
  follows: 'precedes',
  copiedfrom: 'copiedto',
  copiedto: 'copiedfrom',
} as const
const RelationKind = z.enum(Object.keys(inverses) as (keyof typeof inverses)[])
const RelationInput = z.object({ other_task_id: z.int(), relation_kind: RelationKind })

function textOf({ query, generation }: Asked): string {
  return (query.get(generation === 'v2' ? 'q' : 's') ?? '').toLowerCase()
}

/** One's own labels, and those of tasks that one may see. */
function isSeen({ world, user }: Asked, label: LabelRow): boolean {
  if (label.created_by === user) return true
  return [...world.tasks.values()].some(
    (task) => task.labels.includes(label.id) && world.maySee(user, task.project_id),
  )
}

function labelOf(asked: Asked): LabelRow {
  const label = asked.world.labels.get(asked.id(asked.generation === 'v1' ? 'label' : 'id'))
  if (label === undefined) throw new Refused(404, 8002, 'This label does not exist.')
  if (!isSeen(asked, label)) throw new Refused(403, 8003, 'You do not have access to this label')
  return label
}

function commentOf(asked: Asked): CommentRow {
  const { id } = asked.world.taskFor(asked.user, asked.id('task'))
  const comment = asked.world.comments.get(asked.id('commentid'))
  if (comment?.task !== id) throw new Refused(404, 4015, 'This task comment does not exist.')
  return comment
}
