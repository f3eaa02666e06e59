import { z } from 'zod'
import { Refused } from './refused.ts'
import type { ReminderRow, TaskRow } from './rows.ts'
import { never, type World } from './world.ts'

/** A task as Go reads it from JSON: what is missing has the empty value of its type. */
export const TaskInput = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  done: z.boolean().default(false),
  due_date: z.string().default(never),
  start_date: z.string().default(never),
  end_date: z.string().default(never),
  priority: z.int().default(0),
  percent_done: z.number().default(0),
  hex_color: z.string().default(''),
  repeat_after: z.int().default(0),
  repeat_mode: z.int().default(0),
  cover_image_attachment_id: z.int().default(0),
  project_id: z.int().default(0),
  is_favorite: z.boolean().default(false),
  reminders: z
    .array(
      z.object({
        reminder: z.string().default(never),
        relative_period: z.int().default(0),
        relative_to: z.string().default(''),
      }),
    )
    .nullish(),
  assignees: z.array(z.object({ id: z.int() })).nullish(),
})
export type TaskInput = z.output<typeof TaskInput>

const columns = [
  'title',
  'description',
  'done',
  'due_date',
  'start_date',
  'end_date',
  'priority',
  'percent_done',
  'hex_color',
  'repeat_after',
  'repeat_mode',
  'cover_image_attachment_id',
  'project_id',
  'bucket_id',
] as const
type Column = Exclude<(typeof columns)[number], 'bucket_id'>

export function createTask(world: World, user: number, projectId: number, input: TaskInput): TaskRow {
  const project = world.projectFor(user, projectId)
  if (project.is_archived)
    throw new Refused(412, 3008, 'This project is archived. Editing or creating is not possible.')
  if (input.title === '') throw new Refused(400, 4001, 'You must provide at least a project title.')
  const { is_favorite, assignees, reminders, project_id: _, ...fields } = input
  const task = world.addTask(projectId, user, {
    ...fields,
    hex_color: hexOf(fields.hex_color),
    reminders: remindersOf(reminders ?? [], input),
    assignees: (assignees ?? []).map(({ id }) => id),
    starredBy: is_favorite ? [user] : [],
  })
  if (task.done) task.done_at = world.now()
  return task
}

/**
 * The update of both generations. It replaces every column, or only those named in `fields`; assignees, reminders and
 * the star are replaced in any case, whatever `fields` says.
 */
export function updateTask(
  world: World,
  user: number,
  id: number,
  input: TaskInput,
  fields: readonly string[] = [],
): TaskRow {
  const task = world.taskFor(user, id)
  const unknown = fields.find((field) => !(columns as readonly string[]).includes(field))
  if (unknown !== undefined) throw new Refused(400, 4027, `The task field '${unknown}' is invalid.`)
  const named = fields.length === 0 ? columns : columns.filter((column) => fields.includes(column))
  const target = named.includes('project_id') ? input.project_id || task.project_id : task.project_id
  world.projectFor(user, target)
  const before = { ...task }
  for (const column of named) if (column !== 'bucket_id') setColumn(task, column, input)
  task.project_id = target
  task.assignees = (input.assignees ?? []).map((assignee) => assignee.id)
  task.starredBy = input.is_favorite
    ? [...new Set([...task.starredBy, user])]
    : task.starredBy.filter((other) => other !== user)
  task.reminders = remindersOf(input.reminders ?? [], task)
  if (target !== before.project_id) {
    task.index = world.nextIndex(target)
    for (const view of world.boardsOf(before.project_id)) world.places.delete(`${view.id}:${id}`)
    world.placeTask(task)
  }
  if (task.done !== before.done) settleDone(world, task, before)
  task.updated = world.now()
  return task
}

/** A repeating task opens again, with its dates moved on. */
export function settleDone(world: World, task: TaskRow, before: TaskRow): void {
  if (task.done && !before.done) {
    task.done_at = world.now()
    if (before.repeat_after > 0 || before.repeat_mode === 1) {
      task.done = false
      task.due_date = moved(before.due_date, before, world)
      task.start_date = moved(before.start_date, before, world)
      task.end_date = moved(before.end_date, before, world)
    }
  } else if (!task.done) task.done_at = never
  world.placeTask(task)
}

function moved(date: string, { repeat_mode, repeat_after }: TaskRow, world: World): string {
  if (date === never) return never
  const now = world.clock()
  if (repeat_mode === 2) return isoOf(now + repeat_after * 1000)
  let next = new Date(date)
  do {
    if (repeat_mode === 1) next.setUTCMonth(next.getUTCMonth() + 1)
    else next = new Date(next.getTime() + repeat_after * 1000)
  } while (next.getTime() < now)
  return isoOf(next.getTime())
}

/** Relative ones get their moment from the task's dates; two at the same moment are one; sorted. */
function remindersOf(
  reminders: readonly ReminderRow[],
  dates: Pick<TaskRow, 'due_date' | 'start_date' | 'end_date'>,
): ReminderRow[] {
  const byMoment = new Map<number, ReminderRow>()
  for (const reminder of reminders) {
    const anchors: Readonly<Record<string, string>> = { ...dates }
    const anchor = anchors[reminder.relative_to]
    if (reminder.relative_to === '' && reminder.relative_period !== 0)
      throw new Refused(400, 4022, 'Please provide what the reminder date is relative to')
    const moment =
      anchor === undefined || anchor === never
        ? reminder.reminder
        : isoOf(Date.parse(anchor) + reminder.relative_period * 1000)
    byMoment.set(Date.parse(moment), { ...reminder, reminder: moment })
  }
  return [...byMoment].toSorted(([a], [b]) => a - b).map(([, reminder]) => reminder)
}

function setColumn(task: TaskRow, column: Column, input: TaskInput): void {
  if (column === 'project_id') return
  Object.assign(task, { [column]: column === 'hex_color' ? hexOf(input.hex_color) : input[column] })
}

function hexOf(color: string): string {
  return color.replace(/^#/, '').slice(0, 6)
}

function isoOf(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}
