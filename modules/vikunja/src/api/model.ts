/** A time as `2026-11-16T08:00:00.000Z`. */
export type Instant = string

export interface ServerInfo {
  /** As the server says, such as `v2.4.0`. */
  readonly version: string
  readonly generation: 'v1' | 'v2'
  readonly maxItemsPerPage: number
  /** False: it takes one write at a time. */
  readonly hasConcurrentWrites: boolean
  /** Where people open it with a browser, without a slash at the end, if it says so. */
  readonly webUrl: string | null
  readonly hasComments: boolean
  readonly hasAttachments: boolean
}

/** `user` is null for a token that is not accepted, and for one that may not ask whose it is. */
export interface TokenCheck {
  readonly isValid: boolean
  readonly user: Me | null
}

export interface User {
  readonly id: number
  readonly username: string
  /** Empty if they gave none. */
  readonly name: string
  /** Known only for the token's owner. */
  readonly email: string | null
}

export interface Me extends User {
  /** IANA name. */
  readonly timeZone: string | null
  readonly defaultProjectId: number | null
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly page: number
  readonly pages: number
  /** The number of items on all pages; v1 does not report it. */
  readonly total: number | null
}

export interface Task {
  readonly id: number
  /** Its number within the project. */
  readonly index: number
  /** Such as PROJ-12, or #12 in a project without an identifier. */
  readonly identifier: string
  readonly projectId: number
  readonly title: string
  /** HTML. */
  readonly description: string
  readonly isDone: boolean
  readonly doneAt: Instant | null
  readonly dueAt: Instant | null
  readonly startAt: Instant | null
  readonly endAt: Instant | null
  /** 0 none, 1 low, 2 medium, 3 high, 4 urgent, 5 do now. */
  readonly priority: number
  /** From 0 to 1. */
  readonly percentDone: number
  /** Six hexadecimal digits. */
  readonly color: string | null
  readonly isFavorite: boolean
  readonly repeat: Repeat | null
  readonly reminders: readonly Reminder[]
  readonly labels: readonly Label[]
  readonly assignees: readonly User[]
  readonly relations: readonly Relation[]
  readonly attachments: readonly Attachment[]
  readonly coverAttachmentId: number | null
  /** Its buckets, one for each board. Only set when a single task is read. */
  readonly buckets: readonly BucketRef[] | null
  readonly commentCount: number | null
  readonly createdBy: User | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** When a repeating task is completed, it is reopened and its dates move forward. */
export type Repeat =
  | { readonly kind: 'interval'; readonly seconds: number }
  | { readonly kind: 'monthly' }
  /** Counted from the completion, not from the dates of the task. */
  | { readonly kind: 'after-completion'; readonly seconds: number }

/** `secondsAfter` is negative for a reminder before; the server then computes `at`. */
export type Reminder =
  | { readonly at: Instant; readonly relativeTo?: null }
  | {
      readonly at?: Instant | null
      readonly relativeTo: 'due' | 'start' | 'end'
      readonly secondsAfter: number
    }

export const relationKinds = [
  'subtask',
  'parenttask',
  'related',
  'duplicateof',
  'duplicates',
  'blocking',
  'blocked',
  'precedes',
  'follows',
  'copiedfrom',
  'copiedto',
] as const
export type RelationKind = (typeof relationKinds)[number]

export interface Relation {
  readonly kind: RelationKind
  readonly task: TaskRef
}
export type TaskRef = Pick<Task, 'id' | 'index' | 'identifier' | 'projectId' | 'title' | 'isDone'>
export type BucketRef = Pick<Bucket, 'id' | 'title' | 'viewId'>

export interface Label {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly color: string | null
}

export interface Comment {
  readonly id: number
  readonly author: User | null
  /** HTML. */
  readonly html: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface Attachment {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly size: number
  readonly createdAt: Instant
  readonly createdBy: User | null
}

export interface AttachmentDownload {
  readonly type: string
  /** In bytes, if the server says. */
  readonly size: number | null
  readonly bytes: ReadableStream<Uint8Array>
}

export interface Project {
  /** Negative for a saved filter, which looks like a project. */
  readonly id: number
  readonly title: string
  /** HTML. */
  readonly description: string
  /** Such as PROJ; empty for none. */
  readonly identifier: string
  readonly color: string | null
  readonly parentId: number | null
  readonly isArchived: boolean
  readonly isFavorite: boolean
  readonly position: number
  readonly owner: User | null
  /** Of the token's owner. Only set when a single project is read. */
  readonly access: 'read' | 'write' | 'admin' | null
  readonly views: readonly View[]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const viewKinds = ['list', 'gantt', 'table', 'kanban'] as const
export type ViewKind = (typeof viewKinds)[number]

export interface View {
  readonly id: number
  readonly projectId: number
  readonly title: string
  readonly kind: ViewKind
  /** Of a board: the buckets for new tasks and for done tasks. */
  readonly defaultBucketId: number | null
  readonly doneBucketId: number | null
}

export interface Bucket {
  readonly id: number
  readonly title: string
  readonly viewId: number
  /** 0 for any number of tasks. */
  readonly limit: number
  readonly position: number
}

export interface Team {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly members: readonly (User & { readonly isAdmin: boolean })[]
}

export interface Notification {
  readonly id: number
  /** Such as `task.reminder` or `task.comment`. */
  readonly kind: string
  readonly readAt: Instant | null
  readonly createdAt: Instant
  /** Its subject and actor, as far as they are given. */
  readonly task: TaskRef | null
  readonly project: Pick<Project, 'id' | 'title'> | null
  readonly doer: User | null
  /** HTML, of a comment. */
  readonly html: string | null
}
