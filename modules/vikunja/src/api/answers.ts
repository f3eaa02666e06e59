import { z } from 'zod'
import { relationKinds, viewKinds } from './model.ts'
import type {
  Attachment,
  Bucket,
  Comment,
  Label,
  Me,
  Notification,
  Project,
  Relation,
  RelationKind,
  Reminder,
  Repeat,
  Task,
  TaskRef,
  Team,
  User,
  View,
} from './model.ts'

/**
 * The answers of Vikunja, parsed into our model. Both generations use the same field names. Fields that we do not use may
 * be absent; an empty list may be null, and a time that is not set is one of the year 1.
 */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const id = z.int()
const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
/** Zero means none. */
const idOrNone = z
  .int()
  .nullish()
  .transform((value) => value || null)
const color = z
  .string()
  .nullish()
  .transform((value) => value?.replace(/^#/, '') || null)
const maybeInstant = z
  .string()
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null || value === '' || value.startsWith('0001-')) return null
    const ms = Date.parse(value)
    if (!Number.isNaN(ms)) return new Date(ms).toISOString()
    context.addIssue({ code: 'custom', message: 'no moment' })
    return z.NEVER
  })
const instant = maybeInstant.transform((value) => value ?? new Date(0).toISOString())

function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])
}

const userFields = { id, username: text, name: text, email: text }
type UserFields = z.output<z.ZodObject<typeof userFields>>
const asUser = ({ id, username, name, email }: UserFields): User => ({
  id,
  username,
  name,
  email: email || null,
})
export const UserAnswer = z.object(userFields).transform(asUser)
const maybeUser = UserAnswer.nullish().transform((user) => user ?? null)

export const MeAnswer = z
  .object({
    ...userFields,
    settings: z.object({ timezone: text, default_project_id: idOrNone }).nullish(),
  })
  .transform(({ settings, ...user }): Me => ({
    ...asUser(user),
    timeZone: settings?.timezone || null,
    defaultProjectId: settings?.default_project_id ?? null,
  }))

export const InfoAnswer = z.object({
  version: z.string(),
  max_items_per_page: z.int().positive().catch(50),
  /** Servers before 2.4 do not say; most of them run on SQLite. */
  concurrent_writes: z.boolean().catch(false),
  frontend_url: text,
  task_comments_enabled: z.boolean().catch(true),
  task_attachments_enabled: z.boolean().catch(true),
})

export const LabelAnswer = z
  .object({ id, title: text, description: text, hex_color: color })
  .transform(({ hex_color, ...label }): Label => ({ ...label, color: hex_color }))

const file = z.object({ name: text, mime: text, size: count }).nullish()
export const AttachmentAnswer = z
  .object({ id, file, created: instant, created_by: maybeUser })
  .transform(({ id, file, created, created_by }): Attachment => ({
    id,
    name: file?.name ?? '',
    type: file?.mime || 'application/octet-stream',
    size: file?.size ?? 0,
    createdAt: created,
    createdBy: created_by,
  }))

export const BucketAnswer = z
  .object({ id, title: text, project_view_id: count, limit: count, position: count })
  .transform(({ project_view_id, ...bucket }): Bucket => ({ ...bucket, viewId: project_view_id }))

const taskRefFields = { id, index: count, identifier: text, project_id: count, title: text, done: flag }
const TaskRefAnswer = z
  .object(taskRefFields)
  .transform(({ project_id, done, ...ref }): TaskRef => ({ ...ref, projectId: project_id, isDone: done }))

const anchors = { due_date: 'due', start_date: 'start', end_date: 'end' } as const
const ReminderAnswer = z
  .object({ reminder: maybeInstant, relative_period: count, relative_to: text })
  .transform(({ reminder, relative_period, relative_to }): Reminder => {
    const anchor = Object.entries(anchors).find(([name]) => name === relative_to)?.[1]
    return anchor === undefined
      ? { at: reminder ?? new Date(0).toISOString(), relativeTo: null }
      : { at: reminder, relativeTo: anchor, secondsAfter: relative_period }
  })

const RelationsAnswer = z
  .record(z.string(), list(TaskRefAnswer))
  .nullish()
  .transform((byKind): Relation[] =>
    Object.entries(byKind ?? {}).flatMap(([kind, tasks]) =>
      isRelationKind(kind) ? tasks.map((task) => ({ kind, task })) : [],
    ),
  )

export const TaskAnswer = z
  .object({
    ...taskRefFields,
    description: text,
    done_at: maybeInstant,
    due_date: maybeInstant,
    start_date: maybeInstant,
    end_date: maybeInstant,
    priority: count,
    percent_done: count,
    hex_color: color,
    is_favorite: flag,
    repeat_after: count,
    repeat_mode: count,
    reminders: list(ReminderAnswer),
    labels: list(LabelAnswer),
    assignees: list(UserAnswer),
    related_tasks: RelationsAnswer,
    attachments: list(AttachmentAnswer),
    cover_image_attachment_id: idOrNone,
    buckets: z.array(BucketAnswer).nullish(),
    comment_count: z.int().nullish(),
    created_by: maybeUser,
    created: instant,
    updated: instant,
  })
  .transform((task): Task => ({
    id: task.id,
    index: task.index,
    identifier: task.identifier || `#${task.index}`,
    projectId: task.project_id,
    title: task.title,
    description: task.description,
    isDone: task.done,
    doneAt: task.done_at,
    dueAt: task.due_date,
    startAt: task.start_date,
    endAt: task.end_date,
    priority: task.priority,
    percentDone: task.percent_done,
    color: task.hex_color,
    isFavorite: task.is_favorite,
    repeat: repeatOf(task.repeat_mode, task.repeat_after),
    reminders: task.reminders,
    labels: task.labels,
    assignees: task.assignees,
    relations: task.related_tasks,
    attachments: task.attachments,
    coverAttachmentId: task.cover_image_attachment_id,
    buckets: task.buckets?.map(({ id, title, viewId }) => ({ id, title, viewId })) ?? null,
    commentCount: task.comment_count ?? null,
    createdBy: task.created_by,
    createdAt: task.created,
    updatedAt: task.updated,
  }))

/** Fields that a partial update of v1 must send along unchanged. */
export const KeptAnswer = z.object({
  percent_done: count,
  is_favorite: flag,
  reminders: list(
    z
      .object({ reminder: text, relative_period: count, relative_to: text })
      .transform(({ reminder, ...relative }) => ({
        reminder,
        ...(relative.relative_to === '' ? {} : relative),
      })),
  ),
  assignees: list(z.object({ id, username: text })),
  updated: instant,
})

export const CommentAnswer = z
  .object({ id, comment: text, author: maybeUser, created: instant, updated: instant })
  .transform(({ id, comment, author, created, updated }): Comment => ({
    id,
    author,
    html: comment,
    createdAt: created,
    updatedAt: updated,
  }))

export const ViewAnswer = z
  .object({
    id,
    project_id: count,
    title: text,
    view_kind: z.enum(viewKinds).catch('list'),
    default_bucket_id: idOrNone,
    done_bucket_id: idOrNone,
  })
  .transform((view): View => ({
    id: view.id,
    projectId: view.project_id,
    title: view.title,
    kind: view.view_kind,
    defaultBucketId: view.default_bucket_id,
    doneBucketId: view.done_bucket_id,
  }))

const accesses = ['read', 'write', 'admin'] as const
export const ProjectAnswer = z
  .object({
    id,
    title: text,
    description: text,
    identifier: text,
    hex_color: color,
    parent_project_id: idOrNone,
    is_archived: flag,
    is_favorite: flag,
    position: count,
    owner: maybeUser,
    max_permission: z.int().nullish(),
    views: list(ViewAnswer),
    created: instant,
    updated: instant,
  })
  .transform((project): Project => ({
    id: project.id,
    title: project.title,
    description: project.description,
    identifier: project.identifier,
    color: project.hex_color,
    parentId: project.parent_project_id,
    isArchived: project.is_archived,
    isFavorite: project.is_favorite,
    position: project.position,
    owner: project.owner,
    access: accesses[project.max_permission ?? -1] ?? null,
    views: project.views,
    createdAt: project.created,
    updatedAt: project.updated,
  }))

const member = z
  .object({ ...userFields, admin: flag })
  .transform(({ admin, ...user }) => ({ ...asUser(user), isAdmin: admin }))
export const TeamAnswer = z
  .object({ id, name: text, description: text, members: list(member) })
  .transform((team): Team => team)

/** Each kind has its own payload; a missing field is null. */
const payload = z
  .object({
    task: TaskRefAnswer.nullable().catch(null),
    project: z.object({ id, title: text }).nullable().catch(null),
    doer: maybeUser.catch(null),
    comment: z.object({ comment: text }).nullable().catch(null),
  })
  .catch({ task: null, project: null, doer: null, comment: null })
export const NotificationAnswer = z
  .object({ id, name: text, notification: payload, read_at: maybeInstant, created: instant })
  .transform(({ id, name, notification, read_at, created }): Notification => ({
    id,
    kind: name,
    readAt: read_at,
    createdAt: created,
    task: notification.task,
    project: notification.project,
    doer: notification.doer,
    html: notification.comment?.comment ?? null,
  }))

function repeatOf(mode: number, seconds: number): Repeat | null {
  if (mode === 1) return { kind: 'monthly' }
  if (seconds === 0) return null
  return { kind: mode === 2 ? 'after-completion' : 'interval', seconds }
}

function isRelationKind(kind: string): kind is RelationKind {
  return (relationKinds as readonly string[]).includes(kind)
}
