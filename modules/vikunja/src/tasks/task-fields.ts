import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { TaskFields } from '../api/requests.ts'
import { htmlOf } from '../text/to-html.ts'
import { readReminder, readRepeat } from '../time/spans.ts'
import type { Edge } from '../time/zoned.ts'
import { instantOf } from '../time/zoned.ts'
import { listOf, most, text, whole } from './inputs.ts'

/** The fields of a task that a caller may set. "none" clears an optional one. */
export const taskShape = {
  title: text(most.title).optional(),
  description: z
    .string()
    .refine(
      (given) => given.length <= most.description,
      `exceeds maximum length of ${most.description} characters`,
    )
    .optional(),
  due: text(40).optional(),
  start: text(40).optional(),
  end: text(40).optional(),
  priority: whole(0, 5).optional(),
  percent_done: whole(0, 100).optional(),
  color: text(7)
    .refine((given) => /^(?:#?[0-9a-f]{6}|none)$/i.test(given), 'must be six hexadecimal digits, or "none"')
    .optional(),
  favorite: z.boolean().optional(),
  repeat: text(40).optional(),
  reminders: listOf(text(60), most.names).optional(),
}

/** With descriptions, which only one tool publishes, for all. */
export const explainedShape = {
  ...taskShape,
  title: text(most.title),
  description: taskShape.description.describe('Markdown'),
  due: taskShape.due.describe('2026-11-20 or 2026-11-20T17:00, local time'),
  priority: taskShape.priority.describe('0 to 5, 5 is most urgent'),
  repeat: taskShape.repeat.describe('"every 3d", "monthly", "2w after completion"'),
  reminders: taskShape.reminders.describe('times, or "1h before due"'),
}

const Given = z.object(taskShape)
export type GivenFields = z.output<typeof Given>

/** Only the given fields, under the names of the API. */
export function fieldsOf(given: GivenFields, timeZone: string): Partial<TaskFields> {
  const moment = (text: string, edge: Edge) => (isNone(text) ? null : instantOf(text, timeZone, edge))
  const { title, description, due, start, end, priority, color, favorite, repeat, reminders } = given
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: htmlOf(description) }),
    ...(due === undefined ? {} : { dueAt: moment(due, 'end') }),
    ...(start === undefined ? {} : { startAt: moment(start, 'start') }),
    ...(end === undefined ? {} : { endAt: moment(end, 'end') }),
    ...(priority === undefined ? {} : { priority }),
    ...(given.percent_done === undefined ? {} : { percentDone: given.percent_done / 100 }),
    ...(color === undefined ? {} : { color: isNone(color) ? null : color.replace('#', '').toLowerCase() }),
    ...(favorite === undefined ? {} : { isFavorite: favorite }),
    ...(repeat === undefined ? {} : { repeat: readRepeat(repeat) }),
    ...(reminders === undefined ? {} : { reminders: reminders.map((each) => readReminder(each, timeZone)) }),
  }
}

/** Vikunja would store such a reminder without ever sending it. */
export function demandDatesOfReminders(fields: Partial<TaskFields>): void {
  const dates = { due: fields.dueAt, start: fields.startAt, end: fields.endAt }
  for (const reminder of fields.reminders ?? [])
    if ('secondsAfter' in reminder && (dates[reminder.relativeTo] ?? null) === null)
      throw new ToolError(
        'VALIDATION_ERROR',
        `A reminder is relative to the ${reminder.relativeTo} date, and the task has none. Give ${reminder.relativeTo} too.`,
      )
}

function isNone(text: string): boolean {
  return text.trim().toLowerCase() === 'none'
}
