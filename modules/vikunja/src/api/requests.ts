import type { Instant, Project, Reminder, Repeat, Task } from './model.ts'
import type { VikunjaError } from './vikunja-error.ts'

export interface Paging {
  /** Default: 1. */
  readonly page?: number
  /** Default and maximum: the limit of the server, usually 50. */
  readonly perPage?: number
}

export interface Search extends Paging {
  readonly text?: string
}

export interface TaskQuery extends Search {
  readonly projectId?: number
  /** In Vikunja's filter language, labels and projects by their ids; see `resolveFilter`. */
  readonly filter?: string
  /** IANA name, for `now/d` and dates without a zone in the filter. Default: the server's. */
  readonly timeZone?: string
  /** Whether a comparison matches tasks without a value. Default: false. */
  readonly includeNulls?: boolean
  readonly sort?: readonly TaskOrder[]
}

export interface TaskOrder {
  readonly by:
    | 'due'
    | 'start'
    | 'end'
    | 'priority'
    | 'title'
    | 'created'
    | 'updated'
    | 'done'
    | 'percent'
    | 'id'
  /** Default: ascending. */
  readonly isDescending?: boolean
}

/** The fields of a task that are written with it. Labels, assignees and relations have methods of their own. */
export interface TaskFields {
  readonly title: string
  /** HTML. */
  readonly description: string
  readonly isDone: boolean
  readonly dueAt: Instant | null
  readonly startAt: Instant | null
  readonly endAt: Instant | null
  readonly priority: number
  readonly percentDone: number
  readonly color: string | null
  readonly isFavorite: boolean
  readonly repeat: Repeat | null
  /** The whole list: reminders that are not in it are removed. */
  readonly reminders: readonly Reminder[]
  readonly coverAttachmentId: number | null
}
export type NewTask = Pick<TaskFields, 'title'> & Partial<TaskFields>
/** `projectId` moves the task, which changes its index and buckets. */
export type TaskChanges = Partial<TaskFields & Pick<Task, 'projectId'>>

/** `failure` names the task that failed; the ones before it were created. */
export interface CreatedTasks {
  readonly tasks: readonly Task[]
  readonly failure: { readonly index: number; readonly error: VikunjaError } | null
}

export type ProjectFields = Pick<Project, 'title'> &
  Partial<Pick<Project, 'description' | 'identifier' | 'color' | 'parentId' | 'isFavorite'>>
export type ProjectChanges = Partial<ProjectFields & Pick<Project, 'isArchived' | 'position'>>

export interface LabelFields {
  readonly title: string
  readonly description?: string
  readonly color?: string | null
}
