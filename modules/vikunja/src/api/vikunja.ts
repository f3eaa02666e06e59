import type {
  Attachment,
  AttachmentDownload,
  Bucket,
  Comment,
  Label,
  Me,
  Notification,
  Page,
  Project,
  RelationKind,
  ServerInfo,
  Task,
  Team,
  TokenCheck,
  User,
  View,
  ViewKind,
} from './model.ts'
import type {
  CreatedTasks,
  LabelFields,
  NewTask,
  Paging,
  ProjectChanges,
  ProjectFields,
  Search,
  TaskChanges,
  TaskQuery,
} from './requests.ts'

/** One Vikunja server. Knows its generation of the API, and sends one write at a time if the server requires it. */
export interface VikunjaServer {
  /** Public. Cached for five minutes. */
  info(): Promise<ServerInfo>
  /** With the token of one person. Only the returned object holds the token. */
  as(token: string, options?: { readonly signal?: AbortSignal }): Vikunja
}

/** What one token may see and do. A method that fails always throws a `VikunjaError`. */
export interface Vikunja {
  /** Whether the server accepts the token, and who owns it. Throws only if the server cannot be asked. */
  checkToken(): Promise<TokenCheck>
  /** Needs the scope `other.user`. */
  me(): Promise<Me>

  findTasks(query?: TaskQuery): Promise<Page<Task>>
  /** Every task that matches, page by page. */
  eachTask(query?: Omit<TaskQuery, 'page'>): AsyncIterable<Task>
  task(id: number): Promise<Task>
  /** By the number within its project; the project by its id or its identifier, such as PROJ of PROJ-12. */
  taskByIndex(project: number | string, index: number): Promise<Task>
  createTask(projectId: number, task: NewTask): Promise<Task>
  /** At most 100. All or none if the server supports it; otherwise in order, up to the first that fails. */
  createTasks(projectId: number, tasks: readonly NewTask[]): Promise<CreatedTasks>
  /** Changes only the named fields. */
  updateTask(id: number, changes: TaskChanges, options?: UpdateOptions): Promise<Task>
  deleteTask(id: number): Promise<void>
  moveToBucket(place: BucketPlace, taskId: number): Promise<void>

  comments(taskId: number, paging?: Paging): Promise<Page<Comment>>
  addComment(taskId: number, html: string): Promise<Comment>
  updateComment(taskId: number, commentId: number, html: string): Promise<Comment>
  deleteComment(taskId: number, commentId: number): Promise<void>

  labels(search?: Search): Promise<Page<Label>>
  label(id: number): Promise<Label>
  createLabel(label: LabelFields): Promise<Label>
  updateLabel(id: number, changes: Partial<LabelFields>): Promise<Label>
  deleteLabel(id: number): Promise<void>
  /** Adding an existing label or removing a missing one changes nothing. The same holds for assignees. */
  addLabel(taskId: number, labelId: number): Promise<void>
  removeLabel(taskId: number, labelId: number): Promise<void>

  assign(taskId: number, userId: number): Promise<void>
  unassign(taskId: number, userId: number): Promise<void>

  /** The inverse relation of the other task is added and removed with it. */
  relate(taskId: number, kind: RelationKind, otherTaskId: number): Promise<void>
  unrelate(taskId: number, kind: RelationKind, otherTaskId: number): Promise<void>

  attachments(taskId: number, paging?: Paging): Promise<Page<Attachment>>
  /** Read the stream to its end, or cancel it. */
  openAttachment(taskId: number, attachmentId: number): Promise<AttachmentDownload>

  projects(search?: Search & { readonly withArchived?: boolean }): Promise<Page<Project>>
  project(id: number): Promise<Project>
  createProject(project: ProjectFields): Promise<Project>
  /** Changes only the named fields; `isArchived` also archives the projects below it. */
  updateProject(id: number, changes: ProjectChanges): Promise<Project>
  deleteProject(id: number): Promise<void>

  views(projectId: number): Promise<readonly View[]>
  /** A new board has the buckets To-Do, Doing and Done. */
  createView(projectId: number, view: { readonly title: string; readonly kind: ViewKind }): Promise<View>
  buckets(projectId: number, viewId: number): Promise<readonly Bucket[]>
  createBucket(projectId: number, viewId: number, bucket: BucketFields): Promise<Bucket>
  updateBucket(place: BucketPlace, changes: Partial<BucketFields>): Promise<Bucket>
  deleteBucket(place: BucketPlace): Promise<void>

  teams(search?: Search): Promise<Page<Team>>
  team(id: number): Promise<Team>
  /** By name, user name or whole e-mail address. With a project: the people who can see it; the text is then optional. */
  users(search: { readonly text: string; readonly projectId?: number }): Promise<readonly User[]>

  notifications(paging?: Paging): Promise<Page<Notification>>
  markNotification(id: number, isRead: boolean): Promise<void>
  markAllNotificationsRead(): Promise<void>
}

export interface UpdateOptions {
  /** The `updatedAt` that the caller saw. If it differs now, that is a conflict and nothing is changed. */
  readonly expectedUpdatedAt?: string
}

export interface BucketPlace {
  readonly projectId: number
  readonly viewId: number
  readonly bucketId: number
}

export interface BucketFields {
  readonly title: string
  /** The limit of tasks in it; 0 for no limit. */
  readonly limit?: number
}
