import type { HttpRequest } from '@quipu/kit'

export type Generation = 'v1' | 'v2'
type Method = NonNullable<HttpRequest['method']>

/** One operation of Vikunja: its route in each generation, and the scope that a token needs. */
export interface Operation {
  readonly v1?: `${Method} /${string}`
  readonly v2?: `${Method} /${string}`
  readonly scope: string | Readonly<Record<Generation, string>>
  /** A partial update of v2 reads first, with the token's own scopes. */
  readonly readsBy?: string
}

/**
 * v1 creates with PUT and updates with POST; v2 the other way round. Scopes are named as Vikunja shows them to people who
 * make a token: the group and the permission.
 */
export const operations = {
  me: { v1: 'GET /user', v2: 'GET /user', scope: 'other.user' },

  listTasks: { v1: 'GET /tasks', v2: 'GET /tasks', scope: 'tasks.read_all' },
  listProjectTasks: {
    v1: 'GET /projects/{project}/tasks',
    v2: 'GET /projects/{project}/tasks',
    scope: 'tasks.read_all',
  },
  readTask: { v1: 'GET /tasks/{task}', v2: 'GET /tasks/{task}', scope: 'tasks.read_one' },
  readTaskByIndex: {
    v2: 'GET /projects/{project}/tasks/by-index/{index}',
    scope: 'projects.tasks_by_index',
  },
  createTask: {
    v1: 'PUT /projects/{project}/tasks',
    v2: 'POST /projects/{project}/tasks',
    scope: 'tasks.create',
  },
  createTasks: { v2: 'POST /projects/{project}/tasks/bulk', scope: 'tasks.create_bulk' },
  patchTask: { v2: 'PATCH /tasks/{task}', scope: 'tasks.update', readsBy: 'tasks.read_one' },
  updateTasks: { v1: 'POST /tasks/bulk', scope: 'tasks.update_bulk' },
  deleteTask: { v1: 'DELETE /tasks/{task}', v2: 'DELETE /tasks/{task}', scope: 'tasks.delete' },
  moveToBucket: {
    v1: 'POST /projects/{project}/views/{view}/buckets/{bucket}/tasks',
    v2: 'PUT /projects/{project}/views/{view}/buckets/{bucket}/tasks',
    scope: 'projects.views_buckets_tasks',
  },

  listComments: {
    v1: 'GET /tasks/{task}/comments',
    v2: 'GET /tasks/{task}/comments',
    scope: 'tasks_comments.read_all',
  },
  createComment: {
    v1: 'PUT /tasks/{task}/comments',
    v2: 'POST /tasks/{task}/comments',
    scope: 'tasks_comments.create',
  },
  updateComment: {
    v1: 'POST /tasks/{task}/comments/{comment}',
    v2: 'PUT /tasks/{task}/comments/{comment}',
    scope: 'tasks_comments.update',
  },
  deleteComment: {
    v1: 'DELETE /tasks/{task}/comments/{comment}',
    v2: 'DELETE /tasks/{task}/comments/{comment}',
    scope: 'tasks_comments.delete',
  },

  listLabels: { v1: 'GET /labels', v2: 'GET /labels', scope: 'labels.read_all' },
  readLabel: { v1: 'GET /labels/{label}', v2: 'GET /labels/{label}', scope: 'labels.read_one' },
  createLabel: { v1: 'PUT /labels', v2: 'POST /labels', scope: 'labels.create' },
  updateLabel: { v1: 'POST /labels/{label}', v2: 'PUT /labels/{label}', scope: 'labels.update' },
  deleteLabel: { v1: 'DELETE /labels/{label}', v2: 'DELETE /labels/{label}', scope: 'labels.delete' },
  addLabel: { v1: 'PUT /tasks/{task}/labels', v2: 'POST /tasks/{task}/labels', scope: 'tasks_labels.create' },
  removeLabel: {
    v1: 'DELETE /tasks/{task}/labels/{label}',
    v2: 'DELETE /tasks/{task}/labels/{label}',
    scope: 'tasks_labels.delete',
  },

  assign: {
    v1: 'PUT /tasks/{task}/assignees',
    v2: 'POST /tasks/{task}/assignees',
    scope: 'tasks_assignees.create',
  },
  unassign: {
    v1: 'DELETE /tasks/{task}/assignees/{user}',
    v2: 'DELETE /tasks/{task}/assignees/{user}',
    scope: 'tasks_assignees.delete',
  },
  relate: {
    v1: 'PUT /tasks/{task}/relations',
    v2: 'POST /tasks/{task}/relations',
    scope: 'tasks_relations.create',
  },
  unrelate: {
    v1: 'DELETE /tasks/{task}/relations/{kind}/{other}',
    v2: 'DELETE /tasks/{task}/relations/{kind}/{other}',
    scope: 'tasks_relations.delete',
  },
  listAttachments: {
    v1: 'GET /tasks/{task}/attachments',
    v2: 'GET /tasks/{task}/attachments',
    scope: 'tasks_attachments.read_all',
  },
  downloadAttachment: {
    v1: 'GET /tasks/{task}/attachments/{attachment}',
    v2: 'GET /tasks/{task}/attachments/{attachment}',
    scope: 'tasks_attachments.read_one',
  },

  listProjects: { v1: 'GET /projects', v2: 'GET /projects', scope: 'projects.read_all' },
  readProject: { v1: 'GET /projects/{project}', v2: 'GET /projects/{project}', scope: 'projects.read_one' },
  createProject: { v1: 'PUT /projects', v2: 'POST /projects', scope: 'projects.create' },
  replaceProject: { v1: 'POST /projects/{project}', scope: 'projects.update' },
  patchProject: { v2: 'PATCH /projects/{project}', scope: 'projects.update', readsBy: 'projects.read_one' },
  deleteProject: {
    v1: 'DELETE /projects/{project}',
    v2: 'DELETE /projects/{project}',
    scope: 'projects.delete',
  },
  listViews: {
    v1: 'GET /projects/{project}/views',
    v2: 'GET /projects/{project}/views',
    scope: 'projects_views.read_all',
  },
  createView: {
    v1: 'PUT /projects/{project}/views',
    v2: 'POST /projects/{project}/views',
    scope: 'projects_views.create',
  },
  listBuckets: {
    v1: 'GET /projects/{project}/views/{view}/buckets',
    v2: 'GET /projects/{project}/views/{view}/buckets',
    scope: 'projects.views_buckets',
  },
  createBucket: {
    v1: 'PUT /projects/{project}/views/{view}/buckets',
    v2: 'POST /projects/{project}/views/{view}/buckets',
    scope: { v1: 'projects.views_buckets_put', v2: 'projects.views_buckets_post' },
  },
  updateBucket: {
    v1: 'POST /projects/{project}/views/{view}/buckets/{bucket}',
    v2: 'PUT /projects/{project}/views/{view}/buckets/{bucket}',
    scope: { v1: 'projects.views_buckets_post', v2: 'projects.views_buckets_put' },
  },
  deleteBucket: {
    v1: 'DELETE /projects/{project}/views/{view}/buckets/{bucket}',
    v2: 'DELETE /projects/{project}/views/{view}/buckets/{bucket}',
    scope: 'projects.views_buckets_delete',
  },

  listTeams: { v1: 'GET /teams', v2: 'GET /teams', scope: 'teams.read_all' },
  readTeam: { v1: 'GET /teams/{team}', v2: 'GET /teams/{team}', scope: 'teams.read_one' },
  searchUsers: { v1: 'GET /users', v2: 'GET /users', scope: 'other.users' },
  searchProjectUsers: {
    v1: 'GET /projects/{project}/projectusers',
    v2: 'GET /projects/{project}/users/search',
    scope: { v1: 'projects.projectusers', v2: 'projects.users_search' },
  },

  listNotifications: { v1: 'GET /notifications', v2: 'GET /notifications', scope: 'notifications.read_all' },
  markNotification: {
    v1: 'POST /notifications/{notification}',
    v2: 'PUT /notifications/{notification}',
    scope: 'notifications.update',
  },
  markAllNotifications: {
    v1: 'POST /notifications',
    v2: 'POST /notifications',
    scope: { v1: 'notifications.update', v2: 'notifications.create' },
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
