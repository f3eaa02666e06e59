import { z } from 'zod'
import type { sortKeys, sortOrders, statuses } from './fields.ts'

export type Task = z.input<typeof Task>
export const Task = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  completed: z.boolean(),
  completed_at: z.string().nullable(),
  due_date: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

export type TaskPage = z.input<typeof TaskPage>
export const TaskPage = z.object({
  tasks: z.array(Task),
  total: z.int(),
  returned: z.int(),
  next_cursor: z.string().nullable(),
  total_is_lower_bound: z.boolean().optional(),
})

export type DeletedTask = z.input<typeof DeletedTask>
export const DeletedTask = z.object({
  id: z.int(),
  title: z.string(),
  restorable_until: z.string().nullable(),
})

export interface NewTask {
  readonly title: string
  readonly description?: string | null | undefined
  readonly due_date?: string | null | undefined
}

/** An absent field stays as it is; null clears it. */
export interface TaskChanges {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly due_date?: string | null | undefined
  readonly completed?: boolean | undefined
}

/** Which tasks, and in which order. */
export interface Selection {
  readonly status: (typeof statuses)[number]
  readonly sort_by: (typeof sortKeys)[number]
  readonly sort_order: (typeof sortOrders)[number]
  readonly due_after?: string | undefined
  readonly due_before?: string | undefined
  readonly keyword?: string | undefined
  /** The deleted ones that can still be restored, instead of those on the list. */
  readonly deleted?: boolean | undefined
}

/** The page of a list: from a position onwards, or after an offset. */
export interface Window {
  readonly after: Position | undefined
  readonly offset: number
  readonly limit: number
}

/** Where one task stands in a sorted list. */
export interface Position {
  readonly key: string
  readonly id: number
}

export function foundMessage({ total, returned, total_is_lower_bound: isMore = false }: TaskPage): string {
  const found = `Found ${isMore ? 'at least ' : ''}${total} ${total === 1 ? 'task' : 'tasks'}`
  return returned < total ? `${found}, returned ${returned}` : found
}

export function completionMessage({ completed }: Task): string {
  return completed ? 'Task marked as completed' : 'Task marked as pending'
}
