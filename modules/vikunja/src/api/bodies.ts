import type { JsonObject } from '@quipu/kit'
import type { Reminder, Repeat } from './model.ts'
import type { LabelFields, ProjectChanges, TaskChanges } from './requests.ts'

/** How Vikunja writes a time that is not set. */
const noInstant = '0001-01-01T00:00:00Z'

/** An emptied description, as Vikunja's editor writes it. Vikunja ignores an empty text for a project. */
const emptyHtml = '<p></p>'

/** The named fields of a task, under Vikunja's names. */
export function taskBody(changes: TaskChanges): JsonObject {
  const { repeat, reminders, ...plain } = changes
  return {
    ...renamed(plain, taskNames),
    ...(repeat === undefined ? {} : repeatBody(repeat)),
    ...(reminders === undefined ? {} : { reminders: reminders.map(reminderBody) }),
  }
}

export function projectBody(changes: ProjectChanges): JsonObject {
  const { description, ...plain } = changes
  return {
    ...renamed(plain, projectNames),
    ...(description === undefined ? {} : { description: description || emptyHtml }),
  }
}

export function labelBody(changes: Partial<LabelFields>): JsonObject {
  return renamed(changes, { title: 'title', description: 'description', color: 'hex_color' })
}

const taskNames = {
  title: 'title',
  description: 'description',
  isDone: 'done',
  dueAt: 'due_date',
  startAt: 'start_date',
  endAt: 'end_date',
  priority: 'priority',
  percentDone: 'percent_done',
  color: 'hex_color',
  isFavorite: 'is_favorite',
  coverAttachmentId: 'cover_image_attachment_id',
  projectId: 'project_id',
} as const

const projectNames = {
  title: 'title',
  identifier: 'identifier',
  color: 'hex_color',
  parentId: 'parent_project_id',
  isFavorite: 'is_favorite',
  isArchived: 'is_archived',
  position: 'position',
} as const

/** Null in our model is the empty value of the field's type in Vikunja. */
const empty: Readonly<Record<string, string | number>> = {
  due_date: noInstant,
  start_date: noInstant,
  end_date: noInstant,
  hex_color: '',
  cover_image_attachment_id: 0,
  parent_project_id: 0,
}

type Plain = string | number | boolean | null | undefined

function renamed<Names extends Readonly<Record<string, string>>>(
  fields: { readonly [Name in keyof Names]?: Plain },
  names: Names,
): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([ours, theirs]) => {
      const value = fields[ours]
      return value === undefined ? [] : [[theirs, value ?? empty[theirs] ?? null]]
    }),
  )
}

const repeatModes = { interval: 0, monthly: 1, 'after-completion': 2 } as const

function repeatBody(repeat: Repeat | null): JsonObject {
  if (repeat === null) return { repeat_after: 0, repeat_mode: 0 }
  return {
    repeat_after: repeat.kind === 'monthly' ? 0 : repeat.seconds,
    repeat_mode: repeatModes[repeat.kind],
  }
}

function reminderBody(reminder: Reminder): JsonObject {
  if (!('secondsAfter' in reminder)) return { reminder: reminder.at }
  return { relative_to: `${reminder.relativeTo}_date`, relative_period: reminder.secondsAfter }
}
