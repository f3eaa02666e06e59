import type { Task } from '../api/model.ts'
import type { TaskChanges } from '../api/requests.ts'
import { markdownOf } from '../text/to-markdown.ts'
import { showReminder, showRepeat } from '../time/spans.ts'
import { localOf } from '../time/zoned.ts'

/** The fields that differ from the task. A description with the same Markdown is not written, so its HTML stays. */
export function realChanges(task: Task, wanted: TaskChanges): TaskChanges {
  const entries = Object.entries(wanted).filter(([name, value]) => {
    // Every field that can be changed is one of a task.
    const now = task[name as keyof TaskChanges]
    if (name === 'description' && typeof value === 'string')
      return markdownOf(value) !== markdownOf(task.description)
    return !isSame(now, value)
  })
  return Object.fromEntries(entries) as TaskChanges
}

/** In the format in which tools take them. */
export function shownChanges(changes: TaskChanges, timeZone: string): Record<string, unknown> {
  const { description, dueAt, startAt, endAt, reminders, repeat, percentDone, projectId } = changes
  const { isDone, isFavorite, title, priority, color } = changes
  const moment = (at: string | null) => (at === null ? 'none' : localOf(at, timeZone))
  return given({
    title,
    description: description && markdownOf(description),
    done: isDone,
    due: dueAt === undefined ? undefined : moment(dueAt),
    start: startAt === undefined ? undefined : moment(startAt),
    end: endAt === undefined ? undefined : moment(endAt),
    priority,
    percent_done: percentDone === undefined ? undefined : Math.round(percentDone * 100),
    color: color === null ? 'none' : color,
    favorite: isFavorite,
    repeat: repeat === undefined ? undefined : repeat === null ? 'none' : showRepeat(repeat),
    reminders: reminders?.map((reminder) => showReminder(reminder, timeZone)),
    project_id: projectId,
  })
}

function given(all: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function isSame(now: unknown, wanted: unknown): boolean {
  if (typeof now === 'string' && typeof wanted === 'string' && isMoment(now) && isMoment(wanted))
    return Date.parse(now) === Date.parse(wanted)
  if (Array.isArray(now) && Array.isArray(wanted)) return remindersAs(now) === remindersAs(wanted)
  return JSON.stringify(now) === JSON.stringify(wanted)
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text)
}

/** The server computes the time of a relative reminder, so the comparison ignores it. */
function remindersAs(reminders: readonly unknown[]): string {
  return JSON.stringify(
    reminders
      .map((each) => {
        const { at, relativeTo, secondsAfter } = each as {
          at?: string
          relativeTo?: string
          secondsAfter?: number
        }
        return relativeTo ? `${relativeTo} ${secondsAfter}` : String(Date.parse(at ?? ''))
      })
      .toSorted(),
  )
}
