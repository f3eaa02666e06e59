import { ToolError } from '@quipu/kit'
import type { Bucket, Label, Page, Project, Task, User, View } from '../api/model.ts'
import type { Vikunja } from '../api/vikunja.ts'
import { VikunjaError } from '../api/vikunja-error.ts'
import type { UserContext } from '../callers/user-context.ts'
import type { Candidate } from './choose.ts'
import { ambiguous, chooseNamed, fold, unknownName } from './choose.ts'
import type { KnownNames } from './recent-names.ts'
import type { TaskReference } from './task-reference.ts'
import { readTaskReference } from './task-reference.ts'

export interface DirectoryParts {
  readonly api: Vikunja
  readonly me: UserContext
  readonly known: KnownNames
  /** The URLs under which people know the server. */
  readonly homes: readonly string[]
}

/** The most pages that are read to find a name. */
const mostPages = 40

/** Resolves projects, labels, people, buckets and tasks from an id, name, number or URL. */
export class Directory {
  readonly #parts: DirectoryParts

  constructor(parts: DirectoryParts) {
    this.#parts = parts
  }

  /** Those that are not archived first. */
  projects(): Promise<readonly Project[]> {
    const { known, api } = this.#parts
    known.projects ??= forgettable(
      everything((page) => api.projects({ page, withArchived: true })),
      () => delete known.projects,
    )
    return known.projects
  }

  labels(): Promise<readonly Label[]> {
    const { known, api } = this.#parts
    known.labels ??= forgettable(
      everything((page) => api.labels({ page })),
      () => delete known.labels,
    )
    return known.labels
  }

  /** Forgets cached names, which may have changed. */
  forget(): void {
    delete this.#parts.known.projects
    delete this.#parts.known.labels
  }

  async project(wanted: string | number): Promise<Project> {
    const named = readAddressOfProject(String(wanted)) ?? wanted
    return this.#anew(async () => {
      const all = (await this.projects()).map((project, _index, every) => candidateOf(project, every))
      const open = all.filter(({ project }) => !project.isArchived)
      const isOpen = open.some(({ names }) => names.some((name) => fold(name) === fold(String(named))))
      return chooseNamed('project', named, isOpen ? open : all).project
    })
  }

  async label(wanted: string | number): Promise<Label> {
    return this.#anew(async () => {
      const all = await this.labels()
      return chooseNamed(
        'label',
        wanted,
        all.map((label) => ({ ...label, names: [label.title] })),
      )
    })
  }

  async titleOf(projectId: number): Promise<string> {
    const project = (await this.projects()).find(({ id }) => id === projectId)
    return project?.title ?? `project ${projectId}`
  }

  /** The id of "me", or of a person by id, user name, name or whole e-mail address. */
  async person(wanted: string | number, projectId?: number): Promise<User> {
    const { api, me } = this.#parts
    const text = String(wanted).trim().replace(/^@/, '')
    if (fold(text) === 'me') return this.#self()
    if (
      me.userId !== null &&
      [me.username, me.email].some((name) => name !== undefined && fold(name) === fold(text))
    )
      return this.#self()
    const within = projectId === undefined ? [] : await api.users({ text: '', projectId })
    const known = people(within)
    const isKnown = known.some(
      ({ id, names }) => String(id) === text || names.some((name) => fold(name) === fold(text)),
    )
    if (isKnown) return chooseNamed('person', text, known).user
    const found = people(await api.users({ text }))
    // The answer does not contain the address, but a search for a whole address finds only its owner.
    const [only] = found
    if (text.includes('@') && found.length === 1 && only !== undefined) return only.user
    return chooseNamed('person', text, found.length === 0 ? known : found).user
  }

  #self(): User {
    const { userId, username, email } = this.#parts.me
    if (userId === null)
      throw new ToolError('FORBIDDEN', 'Who "me" is cannot be known: the token lacks the scope other.user', {
        missing_scope: 'other.user',
      })
    return { id: userId, username, name: '', email: email ?? null }
  }

  /** A column of a board of the project. */
  async bucket(project: Project, wanted: string | number): Promise<Bucket & { readonly view: View }> {
    const all = await this.buckets(project.id)
    if (all.length === 0)
      throw new ToolError('NOT_FOUND', `${project.title} has no board. Make one with set_up_board.`)
    const found = chooseNamed(
      'bucket',
      wanted,
      all.map((bucket) => ({
        ...bucket,
        names: [bucket.title, `${bucket.view.title} / ${bucket.title}`],
        shownAs: `${bucket.view.title} / ${bucket.title}`,
      })),
    )
    return found
  }

  async buckets(projectId: number): Promise<readonly (Bucket & { readonly view: View })[]> {
    const { api } = this.#parts
    const boards = (await api.views(projectId)).filter(({ kind }) => kind === 'kanban')
    const found = await Promise.all(
      boards.map(async (view) =>
        (await api.buckets(projectId, view.id)).map((bucket) => ({ ...bucket, view })),
      ),
    )
    return found.flat()
  }

  /** `project` limits "#12" and titles to one project. */
  async task(wanted: string | number, project?: Project): Promise<Task> {
    const { api, homes } = this.#parts
    const reference = readTaskReference(wanted, homes)
    switch (reference.by) {
      case 'id':
        return api.task(reference.id)
      case 'index':
        return project === undefined
          ? this.#numbered(reference)
          : api.taskByIndex(project.id, reference.index)
      case 'identifier':
        return this.#identified(reference, project)
      case 'title':
        return this.#titled(reference.text, project)
      case 'elsewhere':
        throw new ToolError(
          'VALIDATION_ERROR',
          `${reference.origin} is another server. Only tasks of ${homes[0] ?? 'this Vikunja'} can be used.`,
        )
    }
  }

  /** "#12" in any project. Projects without an identifier show it to people in this form. */
  async #numbered({ index }: Extract<TaskReference, { by: 'index' }>): Promise<Task> {
    const { items } = await this.#parts.api.findTasks({ filter: `index = ${index}` })
    const found = items.filter(({ index: number }) => number === index)
    const shown = found.filter(({ identifier }) => identifier === '' || identifier === `#${index}`)
    const meant = shown.length > 0 ? shown : found
    const [only, ...others] = meant
    if (only === undefined)
      throw new ToolError(
        'NOT_FOUND',
        `No task that you can see has the number #${index}. A plain ${index} means the id.`,
      )
    if (others.length > 0) throw ambiguous('task', `#${index}`, await this.#candidates(meant))
    return this.#parts.api.task(only.id)
  }

  async #identified(
    { project, index, text }: Extract<TaskReference, { by: 'identifier' }>,
    within: Project | undefined,
  ): Promise<Task> {
    const all = await this.projects()
    const owner = all.find(({ identifier }) => identifier !== '' && fold(identifier) === fold(project))
    if (owner === undefined) return this.#titled(text, within)
    return this.#parts.api.taskByIndex(owner.id, index)
  }

  async #titled(text: string, project: Project | undefined): Promise<Task> {
    const { api } = this.#parts
    const { items } = await api.findTasks({
      text,
      ...(project === undefined ? {} : { projectId: project.id }),
    })
    const same = items.filter(({ title }) => fold(title) === fold(text))
    const open = same.filter(({ isDone }) => !isDone)
    const meant = open.length > 0 ? open : same
    const [only, ...others] = meant
    if (only === undefined) throw unknownName('task', text, await this.#candidates(items))
    if (others.length > 0) throw ambiguous('task', text, await this.#candidates(meant))
    return api.task(only.id)
  }

  async #candidates(tasks: readonly Task[]): Promise<readonly Candidate[]> {
    const titles = new Map((await this.projects()).map(({ id, title }) => [id, title]))
    return tasks.map(({ id, title, projectId }) => ({
      id,
      names: [title],
      shownAs: `${title} in ${titles.get(projectId) ?? `project ${projectId}`}`,
    }))
  }

  /** A name that is not in the cache may be new. */
  async #anew<Found>(find: () => Promise<Found>): Promise<Found> {
    try {
      return await find()
    } catch (error) {
      if (!(error instanceof ToolError) || error instanceof VikunjaError || error.code !== 'NOT_FOUND')
        throw error
      this.forget()
      return find()
    }
  }
}

function candidateOf(project: Project, all: readonly Project[]): Candidate & { readonly project: Project } {
  const { id, title, identifier } = project
  const path = pathOf(project, all)
  return { id, project, names: [title, path, ...(identifier === '' ? [] : [identifier])], shownAs: path }
}

/** `Work / Website` for a project below another. */
export function pathOf({ title, parentId, id }: Project, all: readonly Project[]): string {
  const titles = [title]
  const seen = new Set([id])
  for (let above = parentId; above !== null && above !== 0 && !seen.has(above);) {
    const parent = all.find((each) => each.id === above)
    if (parent === undefined) break
    seen.add(parent.id)
    titles.unshift(parent.title)
    above = parent.parentId
  }
  return titles.join(' / ')
}

function readAddressOfProject(text: string): number | undefined {
  const [, id] = /^(?:vikunja:\/|https?:\/\/[^/]+.*)\/projects\/(-?\d{1,15})(?:\/|$)/.exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

function people(users: readonly User[]): readonly (Candidate & { readonly user: User })[] {
  return users.map((user) => ({
    id: user.id,
    user,
    names: [user.username, ...(user.name === '' ? [] : [user.name])],
    shownAs: user.name === '' ? user.username : `${user.username}, ${user.name}`,
  }))
}

async function everything<Item>(read: (page: number) => Promise<Page<Item>>): Promise<readonly Item[]> {
  const first = await read(1)
  const items = [...first.items]
  for (let page = 2; page <= Math.min(first.pages, mostPages); page += 1)
    items.push(...(await read(page)).items)
  return items
}

function forgettable<Found>(found: Promise<Found>, forget: () => void): Promise<Found> {
  found.catch(forget)
  return found
}
