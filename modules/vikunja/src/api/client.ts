import type { HttpRequest, JsonObject } from '@quipu/kit'
import type { z } from 'zod'
import {
  AttachmentAnswer,
  BucketAnswer,
  CommentAnswer,
  LabelAnswer,
  MeAnswer,
  NotificationAnswer,
  ProjectAnswer,
  TaskAnswer,
  TeamAnswer,
  UserAnswer,
  ViewAnswer,
} from './answers.ts'
import { labelBody, projectBody, taskBody } from './bodies.ts'
import { createMany } from './bulk-creation.ts'
import { isBefore, read, type Connection } from './connection.ts'
import type { Page, Project, Task, TokenCheck } from './model.ts'
import type { OperationName } from './operations.ts'
import { listOf, pageOf } from './paging.ts'
import type { Paging, Search, TaskQuery } from './requests.ts'
import { projectNamed, queryOf, walkById } from './task-lists.ts'
import { changeTask } from './task-updates.ts'
import { VikunjaError } from './vikunja-error.ts'
import type { BucketPlace, Vikunja } from './vikunja.ts'

type Params = Readonly<Record<string, string | number>>
type Query = HttpRequest['query']

/** The API of both generations behind one interface. Operations, paging and updates contain the differences. */
export class Client implements Vikunja {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async checkToken(): Promise<TokenCheck> {
    try {
      return { isValid: true, user: await this.me() }
    } catch (error) {
      const kind = error instanceof VikunjaError ? error.kind : undefined
      if (kind === 'unauthorized') return { isValid: false, user: null }
      if (kind === 'missing-scope') return { isValid: true, user: null }
      if (kind !== 'unsupported') throw error
      return { isValid: await this.#connection.isTokenAccepted(), user: null }
    }
  }

  me: Vikunja['me'] = () => this.#get('me', {}, MeAnswer)

  async findTasks(query: TaskQuery = {}): Promise<Page<Task>> {
    const { projectId, page, perPage } = query
    const name = projectId === undefined ? 'listTasks' : 'listProjectTasks'
    const params = projectId === undefined ? {} : { project: projectId }
    const { generation } = await this.#connection.info()
    return this.#page(name, params, TaskAnswer, { page, perPage }, queryOf(generation, query))
  }

  eachTask: Vikunja['eachTask'] = (query = {}) => walkById((next) => this.findTasks(next), query)

  async task(id: number): Promise<Task> {
    return this.#get('readTask', { task: id }, TaskAnswer, await this.#expanded())
  }

  async taskByIndex(project: number | string, index: number): Promise<Task> {
    const { generation } = await this.#connection.info()
    if (generation === 'v2')
      return this.#get('readTaskByIndex', { project, index }, TaskAnswer, await this.#expanded())
    const projectId = await projectNamed(project, (paging) =>
      this.projects({ ...paging, withArchived: true }),
    )
    const { items } = await this.findTasks({ projectId, filter: `index = ${index}` })
    if (items[0] === undefined) throw new VikunjaError('not-found', `The project has no task ${index}`)
    return this.task(items[0].id)
  }

  createTask: Vikunja['createTask'] = (projectId, task) =>
    this.#write(null, 'createTask', { project: projectId }, taskBody(task), TaskAnswer)

  createTasks: Vikunja['createTasks'] = (projectId, tasks) =>
    createMany(this.#connection, projectId, tasks, (task) => this.createTask(projectId, task))

  async updateTask(...[id, changes, options = {}]: Parameters<Vikunja['updateTask']>): Promise<Task> {
    if (Object.keys(taskBody(changes)).length > 0)
      await this.#connection.write(ofTask(id), () => changeTask(this.#connection, id, changes, options))
    return this.task(id)
  }

  deleteTask: Vikunja['deleteTask'] = (id) => this.#do(ofTask(id), 'deleteTask', { task: id })

  moveToBucket: Vikunja['moveToBucket'] = (place, taskId) =>
    this.#do(ofTask(taskId), 'moveToBucket', paramsOf(place), { task_id: taskId })

  comments: Vikunja['comments'] = (task, paging) =>
    this.#page('listComments', { task }, CommentAnswer, paging)
  addComment: Vikunja['addComment'] = (task, html) =>
    this.#write(null, 'createComment', { task }, { comment: html }, CommentAnswer)
  updateComment: Vikunja['updateComment'] = (task, comment, html) =>
    this.#write(null, 'updateComment', { task, comment }, { comment: html }, CommentAnswer)
  deleteComment: Vikunja['deleteComment'] = (task, comment) =>
    this.#do(null, 'deleteComment', { task, comment })

  labels: Vikunja['labels'] = (search) => this.#search('listLabels', {}, LabelAnswer, search)
  label: Vikunja['label'] = (label) => this.#get('readLabel', { label }, LabelAnswer)
  createLabel: Vikunja['createLabel'] = (label) =>
    this.#write(null, 'createLabel', {}, labelBody(label), LabelAnswer)
  updateLabel: Vikunja['updateLabel'] = (label, changes) =>
    this.#connection.write(`label ${label}`, async () => {
      const json = labelBody({ ...(await this.label(label)), ...changes })
      return read(LabelAnswer, await this.#connection.send('updateLabel', { label }, { json }))
    })
  deleteLabel: Vikunja['deleteLabel'] = (label) => this.#do(null, 'deleteLabel', { label })
  addLabel: Vikunja['addLabel'] = (task, labelId) =>
    unlessAlready(8001, this.#do(ofTask(task), 'addLabel', { task }, { label_id: labelId }))
  removeLabel: Vikunja['removeLabel'] = (task, label) =>
    this.#do(ofTask(task), 'removeLabel', { task, label })

  assign: Vikunja['assign'] = (task, userId) =>
    unlessAlready(4021, this.#do(ofTask(task), 'assign', { task }, { user_id: userId }))
  unassign: Vikunja['unassign'] = (task, user) => this.#do(ofTask(task), 'unassign', { task, user })

  relate: Vikunja['relate'] = (task, kind, other) => {
    const body = { other_task_id: other, relation_kind: kind }
    return unlessAlready(4008, this.#do(ofTask(task), 'relate', { task }, body))
  }
  unrelate: Vikunja['unrelate'] = (task, kind, other) =>
    unlessAlready(4009, this.#do(ofTask(task), 'unrelate', { task, kind, other }))

  attachments: Vikunja['attachments'] = (task, paging) =>
    this.#page('listAttachments', { task }, AttachmentAnswer, paging)
  async openAttachment(task: number, attachment: number) {
    const limits = { maxBytes: mostAttachmentBytes }
    const { headers, bytes } = await this.#connection.open('downloadAttachment', { task, attachment }, limits)
    const size = Number(headers['content-length'] ?? Number.NaN)
    const type = headers['content-type'] ?? 'application/octet-stream'
    return { type, size: Number.isInteger(size) ? size : null, bytes }
  }

  projects: Vikunja['projects'] = ({ withArchived, ...search } = {}) =>
    this.#search('listProjects', {}, ProjectAnswer, search, { is_archived: withArchived })
  async project(project: number): Promise<Project> {
    const answer = await this.#connection.send('readProject', { project })
    const found = read(ProjectAnswer, answer)
    return {
      ...found,
      access: found.access ?? accesses[Number(answer.headers['x-max-permission'] ?? -1)] ?? null,
    }
  }
  createProject: Vikunja['createProject'] = (project) =>
    this.#write(null, 'createProject', {}, projectBody(project), ProjectAnswer)
  async updateProject(...[project, changes]: Parameters<Vikunja['updateProject']>): Promise<Project> {
    const { generation } = await this.#connection.info()
    await this.#connection.write(`project ${project}`, async () => {
      if (generation === 'v2') {
        const headers = { 'content-type': 'application/merge-patch+json' }
        await this.#connection.send('patchProject', { project }, { json: projectBody(changes), headers })
        return
      }
      // v1 replaces the project, so all writable fields are sent along unchanged.
      const json = projectBody({ ...(await this.project(project)), ...changes })
      await this.#connection.send('replaceProject', { project }, { json })
    })
    return this.project(project)
  }
  deleteProject: Vikunja['deleteProject'] = (project) => this.#do(null, 'deleteProject', { project })

  views: Vikunja['views'] = (project) => this.#list('listViews', { project }, ViewAnswer)
  createView: Vikunja['createView'] = (project, { title, kind }) => {
    const mode = kind === 'kanban' ? 'manual' : 'none'
    const body = { title, view_kind: kind, bucket_configuration_mode: mode }
    return this.#write(null, 'createView', { project }, body, ViewAnswer)
  }
  buckets: Vikunja['buckets'] = (project, view) => this.#list('listBuckets', { project, view }, BucketAnswer)
  createBucket: Vikunja['createBucket'] = (project, view, { title, limit = 0 }) =>
    this.#write(null, 'createBucket', { project, view }, { title, limit }, BucketAnswer)
  updateBucket: Vikunja['updateBucket'] = (place, changes) =>
    this.#connection.write(`bucket ${place.bucketId}`, async () => {
      const buckets = await this.buckets(place.projectId, place.viewId)
      const known = buckets.find(({ id }) => id === place.bucketId)
      if (known === undefined) throw new VikunjaError('not-found', 'The board has no such bucket')
      const { title, limit, position } = { ...known, ...changes }
      const json = { title, limit, position }
      return read(BucketAnswer, await this.#connection.send('updateBucket', paramsOf(place), { json }))
    })
  deleteBucket: Vikunja['deleteBucket'] = (place) => this.#do(null, 'deleteBucket', paramsOf(place))

  teams: Vikunja['teams'] = (search) => this.#search('listTeams', {}, TeamAnswer, search)
  team: Vikunja['team'] = (team) => this.#get('readTeam', { team }, TeamAnswer)
  async users({ text, projectId }: Parameters<Vikunja['users']>[0]) {
    const query = await this.#textQuery(text)
    if (projectId === undefined) return this.#list('searchUsers', {}, UserAnswer, query)
    return this.#list('searchProjectUsers', { project: projectId }, UserAnswer, query)
  }

  notifications: Vikunja['notifications'] = (paging) =>
    this.#page('listNotifications', {}, NotificationAnswer, paging)
  markNotification: Vikunja['markNotification'] = (notification, isRead) =>
    this.#do(null, 'markNotification', { notification }, { read: isRead })
  markAllNotificationsRead: Vikunja['markAllNotificationsRead'] = () =>
    this.#do(null, 'markAllNotifications', {})

  async #get<Schema extends z.ZodType>(
    name: OperationName,
    params: Params,
    schema: Schema,
    query: Query = {},
  ) {
    return read(schema, await this.#connection.send(name, params, { query }))
  }

  async #list<Item extends z.ZodType>(name: OperationName, params: Params, item: Item, query: Query = {}) {
    const { generation } = await this.#connection.info()
    return listOf(generation, item, await this.#connection.send(name, params, { query }))
  }

  async #page<Item extends z.ZodType>(
    name: OperationName,
    params: Params,
    item: Item,
    paging: { readonly [Name in keyof Paging]: Paging[Name] | undefined } = {},
    query: Query = {},
  ): Promise<Page<z.output<Item>>> {
    const { generation, maxItemsPerPage } = await this.#connection.info()
    const page = Math.max(1, paging.page ?? 1)
    const perPage = Math.max(1, Math.min(paging.perPage ?? maxItemsPerPage, maxItemsPerPage))
    const all = { ...query, page, per_page: perPage }
    const answer = await this.#connection.send(name, params, { query: all })
    return pageOf(generation, item, answer, { page, perPage })
  }

  async #search<Item extends z.ZodType>(
    name: OperationName,
    params: Params,
    item: Item,
    { text, ...paging }: Search = {},
    query: Query = {},
  ) {
    return this.#page(name, params, item, paging, { ...query, ...(await this.#textQuery(text)) })
  }

  /** Additional parts of a single task. Until 2.1 the parameter had another name. */
  async #expanded(): Promise<Query> {
    const { version } = await this.#connection.info()
    return { [isBefore(version, 2, 2) ? 'expand[]' : 'expand']: ['buckets', 'comment_count'] }
  }

  async #textQuery(text: string | undefined): Promise<Query> {
    const { generation } = await this.#connection.info()
    return generation === 'v2' ? { q: text } : { s: text }
  }

  #write<Schema extends z.ZodType>(
    key: string | null,
    name: OperationName,
    params: Params,
    json: JsonObject,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    return this.#connection.write(key, async () =>
      read(schema, await this.#connection.send(name, params, { json })),
    )
  }

  async #do(key: string | null, name: OperationName, params: Params, json?: JsonObject): Promise<void> {
    const body = json === undefined ? {} : { json }
    await this.#connection.write(key, () => this.#connection.send(name, params, body))
  }
}

/** Vikunja's default limit for files is 20 MB. */
const mostAttachmentBytes = 512 * 2 ** 20
const accesses = ['read', 'write', 'admin'] as const

function ofTask(id: number): string {
  return `task ${id}`
}

function paramsOf({ projectId, viewId, bucketId }: BucketPlace): Params {
  return { project: projectId, view: viewId, bucket: bucketId }
}

/** `code` is Vikunja's error for a change that is already in place. */
async function unlessAlready(code: number, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof VikunjaError) || error.details['vikunja_code'] !== code) throw error
  })
}
