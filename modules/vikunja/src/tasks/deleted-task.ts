import { z } from 'zod'
import type { Comment, Task } from '../api/model.ts'
import { relationKinds } from '../api/model.ts'
import type { NewTask } from '../api/requests.ts'

const Id = z.int()
const Instant = z.string()
const Reminder = z.union([
  z.object({
    relativeTo: z.enum(['due', 'start', 'end']),
    secondsAfter: z.number(),
  }),
  z.object({ at: Instant }),
])
const Repeat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('interval'), seconds: z.number() }),
  z.object({ kind: z.literal('monthly') }),
  z.object({ kind: z.literal('after-completion'), seconds: z.number() }),
])

/** A task as it was when it was deleted, with everything that can be restored. */
const DeletedTask = z.object({
  id: Id,
  projectId: Id,
  fields: z.object({
    title: z.string(),
    description: z.string(),
    isDone: z.boolean(),
    dueAt: Instant.nullable(),
    startAt: Instant.nullable(),
    endAt: Instant.nullable(),
    priority: z.number(),
    percentDone: z.number(),
    color: z.string().nullable(),
    isFavorite: z.boolean(),
    repeat: Repeat.nullable(),
    reminders: z.array(Reminder),
  }),
  labels: z.array(Id),
  assignees: z.array(Id),
  relations: z.array(z.object({ kind: z.enum(relationKinds), id: Id })),
  buckets: z.array(z.object({ id: Id, viewId: Id })),
  comments: z.array(z.object({ by: z.string(), at: z.string(), html: z.string() })),
  attachments: z.int(),
})
export type DeletedTask = z.infer<typeof DeletedTask>
export const DeletedTasks = z.array(DeletedTask)

export function deletedTask(task: Task, comments: readonly Comment[]): DeletedTask {
  return {
    id: task.id,
    projectId: task.projectId,
    fields: {
      title: task.title,
      description: task.description,
      isDone: task.isDone,
      dueAt: task.dueAt,
      startAt: task.startAt,
      endAt: task.endAt,
      priority: task.priority,
      percentDone: task.percentDone,
      color: task.color,
      isFavorite: task.isFavorite,
      repeat: task.repeat,
      reminders: task.reminders.map((reminder) =>
        'secondsAfter' in reminder
          ? { relativeTo: reminder.relativeTo, secondsAfter: reminder.secondsAfter }
          : { at: reminder.at },
      ),
    },
    labels: task.labels.map(({ id }) => id),
    assignees: task.assignees.map(({ id }) => id),
    relations: task.relations.map(({ kind, task: { id } }) => ({ kind, id })),
    buckets: (task.buckets ?? []).map(({ id, viewId }) => ({ id, viewId })),
    comments: comments.map(({ author, createdAt, html }) => ({
      by: author?.username ?? 'somebody',
      at: createdAt,
      html,
    })),
    attachments: task.attachments.length,
  }
}

/** A repeating task would open again if it were created as done. */
export function newTaskOf({ fields }: DeletedTask): NewTask {
  return fields
}
