/** Rows as the API shows them, so that what is stored is what is answered. */
export interface UserRow {
  id: number
  username: string
  name: string
  email: string
  created: string
  updated: string
}

export interface ReminderRow {
  reminder: string
  relative_period: number
  relative_to: string
}

export interface TaskRow {
  id: number
  index: number
  project_id: number
  title: string
  description: string
  done: boolean
  done_at: string
  due_date: string
  start_date: string
  end_date: string
  priority: number
  percent_done: number
  hex_color: string
  repeat_after: number
  repeat_mode: number
  cover_image_attachment_id: number
  reminders: ReminderRow[]
  /** Ids of users and labels; a star is one user's own. */
  assignees: number[]
  labels: number[]
  starredBy: number[]
  relations: { kind: string; other: number }[]
  created_by: number
  created: string
  updated: string
}

export interface ProjectRow {
  id: number
  title: string
  description: string
  identifier: string
  hex_color: string
  parent_project_id: number
  is_archived: boolean
  position: number
  starredBy: number[]
  owner: number
  members: number[]
  created: string
  updated: string
}

export interface ViewRow {
  id: number
  project_id: number
  title: string
  view_kind: string
  bucket_configuration_mode: string
  default_bucket_id: number
  done_bucket_id: number
  position: number
  created: string
  updated: string
}

export interface BucketRow {
  id: number
  title: string
  project_view_id: number
  limit: number
  position: number
  created_by: number
  created: string
  updated: string
}

export interface LabelRow {
  id: number
  title: string
  description: string
  hex_color: string
  created_by: number
  created: string
  updated: string
}

export interface CommentRow {
  id: number
  task: number
  comment: string
  author: number
  created: string
  updated: string
}

export interface AttachmentRow {
  id: number
  task: number
  name: string
  mime: string
  bytes: Uint8Array
  created_by: number
  created: string
}

export interface TeamRow {
  id: number
  name: string
  description: string
  members: { user: number; admin: boolean }[]
  created: string
  updated: string
}

export interface NotificationRow {
  id: number
  user: number
  name: string
  notification: unknown
  read_at: string
  created: string
}

/** `scopes`: group → permissions; undefined for a token of a signed-in person, which may do everything. */
export interface TokenRow {
  user: number
  scopes: Readonly<Record<string, readonly string[]>> | undefined
  isExpired: boolean
}
