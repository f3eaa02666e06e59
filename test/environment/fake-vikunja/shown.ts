import type {
  AttachmentRow,
  BucketRow,
  CommentRow,
  LabelRow,
  NotificationRow,
  ProjectRow,
  TaskRow,
  TeamRow,
  ViewRow,
} from './rows.ts'
import type { World } from './world.ts'

export type Shown = Record<string, unknown>

/** Rows as an answer shows them to one user. */
export class Shower {
  readonly #world: World
  readonly #user: number

  constructor(world: World, user: number) {
    this.#world = world
    this.#user = user
  }

  /** The addresses of others are not shown. */
  user(id: number): Shown {
    const user = this.#world.users.get(id)
    if (user === undefined) return { id, username: 'gone', name: '' }
    const { email: _, ...others } = user
    return others
  }

  task(task: TaskRow, expand: readonly string[] = []): Shown {
    const { starredBy, relations, assignees, labels, ...row } = task
    const world = this.#world
    const attachments = [...world.attachments.values()].filter((one) => one.task === task.id)
    const related: Record<string, Shown[]> = {}
    for (const { kind, other } of relations) {
      const found = world.tasks.get(other)
      if (found !== undefined) (related[kind] ??= []).push(this.#relatedTask(found))
    }
    return {
      ...row,
      identifier: this.#identifierOf(task),
      // Empty lists are null, as Go writes them.
      reminders: task.reminders.length > 0 ? task.reminders : null,
      assignees: assignees.length > 0 ? assignees.map((id) => this.user(id)) : null,
      labels: labels.length > 0 ? labels.map((id) => this.label(world.labels.get(id))) : null,
      related_tasks: related,
      attachments: attachments.length > 0 ? attachments.map((one) => this.attachment(one)) : null,
      is_favorite: starredBy.includes(this.#user),
      bucket_id: 0,
      position: 0,
      created_by: this.user(task.created_by),
      ...(expand.includes('comment_count')
        ? { comment_count: [...world.comments.values()].filter((one) => one.task === task.id).length }
        : {}),
      ...(expand.includes('buckets') ? { buckets: this.#bucketsOf(task) } : {}),
    }
  }

  #relatedTask(task: TaskRow): Shown {
    const { starredBy: _, relations: _r, assignees: _a, labels: _l, reminders: _m, ...row } = task
    return { ...row, identifier: this.#identifierOf(task), created_by: this.user(task.created_by) }
  }

  #identifierOf(task: TaskRow): string {
    const prefix = this.#world.projects.get(task.project_id)?.identifier ?? ''
    return prefix === '' ? `#${task.index}` : `${prefix}-${task.index}`
  }

  #bucketsOf(task: TaskRow): Shown[] {
    return this.#world.boardsOf(task.project_id).flatMap((view) => {
      const bucket = this.#world.buckets.get(this.#world.places.get(`${view.id}:${task.id}`) ?? 0)
      return bucket === undefined ? [] : [this.bucket(bucket)]
    })
  }

  project(project: ProjectRow): Shown {
    const { starredBy, members: _, owner, ...row } = project
    const views = [...this.#world.views.values()].filter((view) => view.project_id === project.id)
    return {
      ...row,
      is_favorite: starredBy.includes(this.#user),
      owner: this.user(owner),
      views: views.map((view) => this.view(view)),
    }
  }

  view({ ...view }: ViewRow): Shown {
    return view
  }

  bucket({ created_by, ...bucket }: BucketRow): Shown {
    const places = [...this.#world.places.values()].filter((place) => place === bucket.id)
    return { ...bucket, count: places.length, created_by: this.user(created_by) }
  }

  label(label: LabelRow | undefined): Shown {
    if (label === undefined) return {}
    return { ...label, created_by: this.user(label.created_by) }
  }

  comment({ id, comment, author, created, updated }: CommentRow): Shown {
    return { id, comment, author: this.user(author), created, updated }
  }

  notification({ id, name, notification, read_at, created }: NotificationRow): Shown {
    return { id, name, notification, read_at, created }
  }

  attachment({ id, task, name, mime, bytes, created_by, created }: AttachmentRow): Shown {
    const file = { id, name, mime, size: bytes.byteLength, created }
    return { id, task_id: task, file, created, created_by: this.user(created_by) }
  }

  team({ members, ...team }: TeamRow): Shown {
    return {
      ...team,
      members: members.map(({ user, admin }) => ({ ...this.user(user), admin })),
      created_by: this.user(members[0]?.user ?? 0),
    }
  }
}
