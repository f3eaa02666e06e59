import { cleanLine } from '@quipu/kit'
import type { Comment, Instant, Task } from '../api/model.ts'
import type { Desk } from '../bridge/bridge.ts'
import { markdownOf } from '../text/to-markdown.ts'
import { showReminder, showRepeat } from '../time/spans.ts'
import { localOf, shortLocalOf } from '../time/zoned.ts'

/** For lists: the fields that distinguish tasks, without empty ones. */
export interface TaskLine {
  readonly id: number
  readonly title: string
  readonly [field: string]: unknown
}

type Shown = Pick<Desk, 'me' | 'names'>

/** `isOneProject`: the reader knows the project already. The number PROJ-12 names it too: see `projectsOf`. */
export async function linesOf(
  tasks: readonly Task[],
  { me, names }: Shown,
  isOneProject = false,
): Promise<TaskLine[]> {
  return Promise.all(
    tasks.map(async (task) => ({
      id: task.id,
      ...(hasIdentifier(task) ? { ref: task.identifier } : {}),
      title: cleanLine(task.title).slice(0, 250),
      ...(isOneProject || hasIdentifier(task)
        ? {}
        : { project: cleanLine(await names.titleOf(task.projectId)) }),
      ...(task.dueAt === null ? {} : { due: shortLocalOf(task.dueAt, me.timeZone) }),
      ...(task.isDone ? { done: true } : {}),
      ...(task.priority > 0 ? { priority: task.priority } : {}),
      ...listed(
        'labels',
        task.labels.map(({ title }) => title),
      ),
      ...listed(
        'assignees',
        task.assignees.map(({ username }) => username),
      ),
    })),
  )
}

/** What PROJ stands for in the numbers of these tasks: once for a list, because each row costs tokens. */
export async function projectsOf(
  tasks: readonly Task[],
  { names }: Shown,
): Promise<{ readonly projects?: Readonly<Record<string, string>> }> {
  const found = new Map<string, number>()
  for (const task of tasks)
    if (hasIdentifier(task)) found.set(task.identifier.replace(/-\d+$/, ''), task.projectId)
  if (found.size === 0) return {}
  const titles = [...found].map(async ([name, id]) => [cleanLine(name), cleanLine(await names.titleOf(id))])
  return { projects: Object.fromEntries(await Promise.all(titles)) as Record<string, string> }
}

/** All fields of one task. */
export async function fullTask(task: Task, desk: Desk, comments: readonly Comment[] = []): Promise<TaskLine> {
  const { me, names, webUrl } = desk
  const { timeZone } = me
  const description = markdownOf(task.description)
  const moment = (instant: Instant) => localOf(instant, timeZone)
  return {
    id: task.id,
    ...(task.identifier === '' ? {} : { ref: task.identifier }),
    title: cleanLine(task.title),
    ...(description === '' ? {} : { description }),
    project: cleanLine(await names.titleOf(task.projectId)),
    project_id: task.projectId,
    done: task.isDone,
    ...moments({ done_at: task.doneAt, due: task.dueAt, start: task.startAt, end: task.endAt }, timeZone),
    ...(task.priority > 0 ? { priority: task.priority } : {}),
    ...(task.percentDone > 0 ? { percent_done: Math.round(task.percentDone * 100) } : {}),
    ...(task.color === null ? {} : { color: task.color }),
    ...(task.isFavorite ? { favorite: true } : {}),
    ...(task.repeat === null ? {} : { repeat: showRepeat(task.repeat) }),
    ...listed(
      'reminders',
      task.reminders.map((reminder) => showReminder(reminder, timeZone)),
    ),
    ...listed(
      'labels',
      task.labels.map(({ title }) => title),
    ),
    ...listed(
      'assignees',
      task.assignees.map(({ username }) => username),
    ),
    ...listed(
      'buckets',
      (task.buckets ?? []).map(({ title }) => title),
    ),
    ...(task.relations.length === 0 ? {} : { relations: relationsOf(task) }),
    ...(task.attachments.length === 0
      ? {}
      : {
          attachments: task.attachments.map(({ id, name, type, size }) => ({
            id,
            name: cleanLine(name),
            type: cleanLine(type),
            size,
            download: desk.linkTo({ taskId: task.id, id }),
          })),
        }),
    ...(comments.length === 0 ? {} : { comments: comments.map((comment) => commentView(comment, timeZone)) }),
    ...(task.commentCount === null ? {} : { comment_count: task.commentCount }),
    ...(task.createdBy === null ? {} : { created_by: cleanLine(task.createdBy.username) }),
    created: moment(task.createdAt),
    updated: task.updatedAt,
    url: `${webUrl}/tasks/${task.id}`,
  }
}

export function commentView({ id, author, html, createdAt }: Comment, timeZone: string) {
  return {
    id,
    ...(author === null ? {} : { by: cleanLine(author.username) }),
    at: localOf(createdAt, timeZone),
    text: markdownOf(html),
  }
}

function relationsOf({ relations }: Task) {
  return relations.map(({ kind, task: { id, title, isDone } }) => ({
    kind,
    id,
    title: cleanLine(title),
    ...(isDone ? { done: true } : {}),
  }))
}

function moments(given: Readonly<Record<string, Instant | null>>, timeZone: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, at]) => (at === null ? [] : [[name, localOf(at, timeZone)]])),
  )
}

function listed(name: string, items: readonly string[]): Record<string, string[]> {
  return items.length === 0 ? {} : { [name]: items.map(cleanLine) }
}

/** "#12" is not shown: it says no more than the index. */
function hasIdentifier({ identifier }: Task): boolean {
  return identifier !== '' && !identifier.startsWith('#')
}
