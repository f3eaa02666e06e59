import type { Module } from '@quipu/kit'
import fc from 'fast-check'
import { FakeVikunja } from '../environment/fake-vikunja/fake-vikunja.ts'
import type { Draft, Ways } from './inputs.ts'
import { words } from './inputs.ts'
import type { Person } from './person.ts'

/** There are at least this many things of each kind for everyone. */
const least = 3
const tokenName = 'vikunja token'

type Kind = 'projects' | 'tasks' | 'labels' | 'comments' | 'attachments' | 'teams' | 'notifications' | 'users'

/** A Vikunja server where every person is someone else, and valid calls of its tools. */
export class VikunjaScene implements AsyncDisposable {
  readonly #fake: FakeVikunja | undefined
  readonly #users = new Map<Person, number>()

  private constructor(fake: FakeVikunja | undefined) {
    this.#fake = fake
  }

  static async open(modules: readonly Module[]): Promise<VikunjaScene> {
    const isNeeded = modules.some(({ name }) => name === 'vikunja')
    return new VikunjaScene(isNeeded ? await FakeVikunja.start() : undefined)
  }

  get settings(): Readonly<Record<string, unknown>> {
    return this.#fake === undefined ? {} : { url: this.#fake.url }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#fake?.[Symbol.asyncDispose]()
  }

  /** A user in Vikunja, whose token the person keeps. */
  welcome(person: Person): void {
    if (this.#fake === undefined) return
    const { id } = this.#fake.world.addUser(`user-${this.#users.size}`)
    this.#users.set(person, id)
    person.keep(tokenName, this.#fake.world.addToken(id))
  }

  /** Before a turn: their token is stored, if they may, and they have something of each kind. */
  async prepare(person: Person): Promise<void> {
    const user = this.#users.get(person)
    if (this.#fake === undefined || user === undefined) return
    const path = '/api/vikunja/token'
    const { text } = await person.send({ kind: 'rest', method: 'GET', path })
    if (text.includes('"connected":false')) {
      const token = person.kept(tokenName)
      await person.send({ kind: 'rest', method: 'PUT', path, body: { token } })
    }
    this.#furnish(person, user)
    for (const [kind, ids] of Object.entries(this.#idsOf(user))) person.setIds(`vikunja ${kind}`, ids)
    person.setIds('attachments', this.#idsOf(user).attachments)
  }

  /** All rows that belong to anyone else. */
  othersOf(person: Person): string {
    const own = this.#users.get(person)
    return JSON.stringify(
      [...this.#users.values()].filter((user) => user !== own).map((user) => this.#rowsOf(user)),
    )
  }

  countOf(person: Person): number {
    const user = this.#users.get(person)
    if (this.#fake === undefined || user === undefined) return 0
    return Object.values(this.#rowsOf(user)).flat().length
  }

  #furnish(person: Person, user: number): void {
    if (this.#fake === undefined) return
    const { world } = this.#fake
    const { mark } = person
    const missing = (kind: Kind) => this.#idsOf(user)[kind].length < least
    while (missing('projects')) world.addProject(user, `Project ${mark}`, { description: mark })
    const [project = 0] = this.#idsOf(user).projects
    while (missing('tasks')) world.addTask(project, user, { title: `Task ${mark}`, description: mark })
    const [task = 0] = this.#idsOf(user).tasks
    while (missing('labels')) world.addLabel(user, `Label ${mark}`)
    while (missing('comments')) world.addComment(task, user, mark)
    while (missing('attachments'))
      world.addAttachment(task, user, `${mark}.txt`, 'text/plain', Buffer.from(mark))
    while (missing('teams')) world.addTeam(`Team ${mark}`, [{ user, admin: true }])
    while (missing('notifications'))
      world.addNotification(user, 'task.reminder', { task: { id: task, title: mark } })
  }

  #idsOf(user: number): Record<Kind, number[]> {
    const { projects, tasks, labels, comments, attachments, teams, notifications } = this.#rowsOf(user)
    const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
    return {
      projects: ids(projects),
      tasks: ids(tasks),
      labels: ids(labels),
      comments: ids(comments),
      attachments: ids(attachments),
      teams: ids(teams),
      notifications: ids(notifications),
      users: [user],
    }
  }

  #rowsOf(user: number) {
    if (this.#fake === undefined) throw new Error('There is no Vikunja here')
    const { world } = this.#fake
    const projects = [...world.projects.values()].filter(({ owner }) => owner === user)
    const isIn = ({ project_id: id }: { project_id: number }) => projects.some((each) => each.id === id)
    const tasks = [...world.tasks.values()].filter(isIn)
    const isOf = ({ task }: { task: number }) => tasks.some(({ id }) => id === task)
    const views = [...world.views.values()].filter(isIn)
    return {
      projects,
      tasks,
      views,
      buckets: [...world.buckets.values()].filter((row) =>
        views.some(({ id }) => id === row.project_view_id),
      ),
      labels: [...world.labels.values()].filter(({ created_by }) => created_by === user),
      comments: [...world.comments.values()].filter(isOf),
      attachments: [...world.attachments.values()].filter(isOf),
      teams: [...world.teams.values()].filter(({ members }) => members.some((each) => each.user === user)),
      notifications: [...world.notifications.values()].filter((row) => row.user === user),
      tokens: [...world.tokens].filter(([, row]) => row.user === user),
    }
  }

  /** By the name of a field. */
  waysOf(operation: string): Ways {
    const [kind, ...rest] = operation.split(' ')
    const name = rest.at(-1) ?? ''
    if (kind === 'resource') return { id: someones(`${name}s`) }
    if (kind === 'route') return { token: fc.constant({ $kept: tokenName }) }
    const task = someones('tasks')
    const label = someones('labels')
    return {
      ...plainWays,
      project: someones('projects'),
      task,
      other: task,
      label,
      labels: fc.tuple(label),
      add_labels: fc.tuple(label),
      remove_labels: fc.tuple(label),
      ids: fc.tuple(someones('notifications')),
      undo: someones('undos'),
      item: fc.oneof(label, someones('projects'), someones('comments')),
      comment: fc.oneof(nothing, someones('comments')),
      parent: name === 'create_tasks' ? fc.oneof(nothing, task) : nothing,
      tasks: name === 'create_tasks' ? fc.tuple(newTask) : fc.array(task, { minLength: 1, maxLength: 2 }),
      due: name === 'find_tasks' ? fc.constantFrom('today', 'week') : day,
    }
  }
}

function someones(kind: string): fc.Arbitrary<Draft> {
  return fc.record({
    $id: fc.constant(`vikunja ${kind}`),
    whose: fc.constantFrom<('own' | 'others')[]>('own', 'own', 'own', 'others'),
    at: fc.nat(20),
  })
}

const text: fc.Arbitrary<Draft> = fc.constantFrom(...words).map(($marked) => ({ $marked }))
const day = fc.constantFrom('2026-11-20', '2026-11-02T17:00')
/** JSON leaves out a field that is undefined. */
const nothing: fc.Arbitrary<Draft> = fc.constant(undefined as unknown as Draft)
const newTask = fc.record({ title: text, description: text, due: day })

/** Limits that no schema states. */
const plainWays: Ways = {
  title: text,
  description: text,
  text,
  start: day,
  end: day,
  bucket: fc.oneof(nothing, fc.constant('Doing')),
  columns: fc.tuple(fc.record({ title: text })),
  filter: fc.constantFrom('priority >= 0', 'done = false'),
  priority: fc.nat(5),
  percent_done: fc.nat(100),
  color: fc.constantFrom('00ff00', 'none'),
  repeat: fc.constantFrom('every 3d', 'none'),
  reminders: fc.constant(['2026-12-01T10:00']),
  limit: fc.constant(50),
  page: fc.constant(1),
  identifier: nothing,
  archived: fc.constant(false),
  expected_updated: nothing,
  assignee: fc.constant('me'),
  assign: fc.constant(['me']),
  unassign: fc.constant(['me']),
  assignees: fc.constant(['me']),
}
