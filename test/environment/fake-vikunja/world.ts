import { randomBytes } from 'node:crypto'
import { Refused } from './refused.ts'
import type {
  AttachmentRow,
  BucketRow,
  CommentRow,
  LabelRow,
  NotificationRow,
  ProjectRow,
  TaskRow,
  TeamRow,
  TokenRow,
  UserRow,
  ViewRow,
} from './rows.ts'

export const never = '0001-01-01T00:00:00Z'

/** All that a Vikunja server stores, in memory, with the rules that both generations of its API share. */
export class World {
  readonly users = new Map<number, UserRow>()
  readonly tokens = new Map<string, TokenRow>()
  /** Accounts whose tokens are refused. */
  readonly disabled = new Set<number>()
  readonly projects = new Map<number, ProjectRow>()
  readonly views = new Map<number, ViewRow>()
  readonly buckets = new Map<number, BucketRow>()
  readonly tasks = new Map<number, TaskRow>()
  readonly labels = new Map<number, LabelRow>()
  readonly comments = new Map<number, CommentRow>()
  readonly attachments = new Map<number, AttachmentRow>()
  readonly teams = new Map<number, TeamRow>()
  readonly notifications = new Map<number, NotificationRow>()
  /** `view:task` → bucket. */
  readonly places = new Map<string, number>()
  /** Vikunja keeps whole seconds. */
  clock: () => number = Date.now
  #lastId = 0

  now(): string {
    return new Date(Math.floor(this.clock() / 1000) * 1000).toISOString().replace('.000Z', 'Z')
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #stamped<Row>(row: Row): Row & { id: number; created: string; updated: string } {
    return { id: this.nextId(), created: this.now(), updated: this.now(), ...row }
  }

  addUser(username: string, more: Partial<UserRow> = {}): UserRow {
    const user = this.#stamped({ username, name: '', email: `${username}@example.com`, ...more })
    this.users.set(user.id, user)
    return user
  }

  /** An API token with these scopes; without any, the token of a signed-in person. */
  addToken(user: number, scopes?: TokenRow['scopes']): string {
    const token = `${scopes === undefined ? 'eyJ' : 'tk_'}${randomBytes(20).toString('hex')}`
    this.tokens.set(token, { user, scopes, isExpired: false })
    return token
  }

  addProject(owner: number, title: string, more: Partial<ProjectRow> = {}): ProjectRow {
    const fields = {
      description: '',
      identifier: '',
      hex_color: '',
      parent_project_id: 0,
      is_archived: false,
    }
    const lists = { starredBy: [], members: [], owner }
    const project = this.#stamped({ title, ...fields, ...lists, position: 65536, ...more })
    this.projects.set(project.id, project)
    for (const kind of ['list', 'gantt', 'table', 'kanban'])
      this.addView(project.id, owner, { title: kind, view_kind: kind })
    return project
  }

  addView(projectId: number, user: number, more: Partial<ViewRow>): ViewRow {
    const view: ViewRow = this.#stamped({
      project_id: projectId,
      title: 'View',
      view_kind: 'list',
      bucket_configuration_mode: more.view_kind === 'kanban' ? 'manual' : 'none',
      default_bucket_id: 0,
      done_bucket_id: 0,
      position: 100,
      ...more,
    })
    this.views.set(view.id, view)
    if (view.bucket_configuration_mode === 'manual') {
      const [todo, , done] = ['To-Do', 'Doing', 'Done'].map((title) =>
        this.addBucket(view.id, user, { title }),
      )
      view.default_bucket_id = todo?.id ?? 0
      view.done_bucket_id = done?.id ?? 0
      for (const task of this.tasks.values())
        if (task.project_id === projectId) this.places.set(`${view.id}:${task.id}`, view.default_bucket_id)
    }
    return view
  }

  addBucket(viewId: number, user: number, more: Partial<BucketRow>): BucketRow {
    const position = 100 * (1 + [...this.buckets.values()].filter((b) => b.project_view_id === viewId).length)
    const fields = { title: 'Bucket', project_view_id: viewId, limit: 0, position, created_by: user }
    const bucket = this.#stamped({ ...fields, ...more })
    this.buckets.set(bucket.id, bucket)
    return bucket
  }

  addTask(projectId: number, user: number, more: Partial<TaskRow> = {}): TaskRow {
    const task: TaskRow = this.#stamped({
      index: this.nextIndex(projectId),
      project_id: projectId,
      title: 'Task',
      description: '',
      done: false,
      done_at: never,
      due_date: never,
      start_date: never,
      end_date: never,
      priority: 0,
      percent_done: 0,
      hex_color: '',
      repeat_after: 0,
      repeat_mode: 0,
      cover_image_attachment_id: 0,
      reminders: [],
      assignees: [],
      labels: [],
      starredBy: [],
      relations: [],
      created_by: user,
      ...more,
    })
    this.tasks.set(task.id, task)
    this.placeTask(task)
    return task
  }

  /** In the default bucket of each board of its project, or in the one for done tasks. */
  placeTask(task: TaskRow): void {
    for (const view of this.boardsOf(task.project_id)) {
      const bucket = task.done && view.done_bucket_id > 0 ? view.done_bucket_id : view.default_bucket_id
      this.places.set(`${view.id}:${task.id}`, bucket)
    }
  }

  boardsOf(projectId: number): ViewRow[] {
    return [...this.views.values()].filter(
      (view) => view.project_id === projectId && view.bucket_configuration_mode === 'manual',
    )
  }

  nextIndex(projectId: number): number {
    const next = (this.#indexes.get(projectId) ?? 0) + 1
    this.#indexes.set(projectId, next)
    return next
  }
  readonly #indexes = new Map<number, number>()

  addLabel(user: number, title: string, more: Partial<LabelRow> = {}): LabelRow {
    const label = this.#stamped({ title, description: '', hex_color: '', created_by: user, ...more })
    this.labels.set(label.id, label)
    return label
  }

  addComment(task: number, author: number, comment: string): CommentRow {
    const row = this.#stamped({ task, author, comment })
    this.comments.set(row.id, row)
    return row
  }

  addAttachment(task: number, user: number, name: string, mime: string, bytes: Uint8Array): AttachmentRow {
    const { updated: _, ...row } = this.#stamped({ task, name, mime, bytes, created_by: user })
    this.attachments.set(row.id, row)
    return row
  }

  addTeam(name: string, members: TeamRow['members']): TeamRow {
    const team = this.#stamped({ name, description: '', members })
    this.teams.set(team.id, team)
    return team
  }

  addNotification(user: number, name: string, notification: unknown): NotificationRow {
    const { updated: _, ...row } = this.#stamped({ user, name, notification, read_at: never })
    this.notifications.set(row.id, row)
    return row
  }

  maySee(user: number, projectId: number): boolean {
    const project = this.projects.get(projectId)
    return project !== undefined && (project.owner === user || project.members.includes(user))
  }

  projectFor(user: number, id: number): ProjectRow {
    const project = this.projects.get(id)
    if (project === undefined) throw new Refused(404, 3001, 'This project does not exist.')
    if (!this.maySee(user, id)) throw new Refused(403, 1, "You're not allowed to do this.")
    return project
  }

  taskFor(user: number, id: number): TaskRow {
    const task = this.tasks.get(id)
    if (task === undefined) throw new Refused(404, 4002, 'This task does not exist')
    this.projectFor(user, task.project_id)
    return task
  }
}
