import type { Account, Ports } from '@quipu/kit'
import { resourceChanged, ToolError } from '@quipu/kit'
import { cursorOf, positionOf } from './cursor.ts'
import type { Owner, TaskRow, TaskStore } from './store.ts'
import type { DeletedTask, NewTask, Selection, Task, TaskChanges, TaskPage } from './task.ts'

const daysKept = 30
export const listUri = 'tasks://list'

interface PageRequest extends Omit<Selection, 'sort_by' | 'sort_order'> {
  readonly sort_by?: Selection['sort_by'] | undefined
  readonly sort_order?: Selection['sort_order'] | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
}

/** The tasks of one person: someone else's task is not found. */
export class TaskList {
  readonly #store: TaskStore
  readonly #ports: Pick<Ports, 'account' | 'bus' | 'now' | 'settings'>

  constructor(store: TaskStore, ports: Pick<Ports, 'account' | 'bus' | 'now' | 'settings'>) {
    this.#store = store
    this.#ports = ports
  }

  async add(caller: Owner, task: NewTask): Promise<Task> {
    return this.#changed(caller, await this.#store.insert(caller, task, this.#ports.now()))
  }

  async find(caller: Owner, id: number): Promise<Task | undefined> {
    const row = await this.#store.find(caller, id)
    return row && view(row)
  }

  async get(caller: Owner, id: number): Promise<Task> {
    return (await this.find(caller, id)) ?? missing(id)
  }

  async update(caller: Owner, id: number, changes: TaskChanges): Promise<Task> {
    if (Object.values(changes).every((value) => value === undefined)) {
      throw new ToolError('VALIDATION_ERROR', 'title, description or due_date is required')
    }
    const row = await this.#store.update(caller, id, changes, this.#ports.now())
    return this.#changed(caller, row ?? missing(id))
  }

  async toggle(caller: Owner, id: number): Promise<Task> {
    return this.#changed(caller, (await this.#store.toggle(caller, id, this.#ports.now())) ?? missing(id))
  }

  /** Hidden at once, purged after `daysKept` days; for good at once if `permanent`. */
  async delete(caller: Owner, id: number, permanent: boolean): Promise<DeletedTask> {
    const now = this.#ports.now()
    const row = permanent
      ? await this.#store.remove(caller, id, daysBefore(now))
      : await this.#store.hide(caller, id, now)
    const { title } = this.#changed(caller, row ?? missing(id))
    return { id, title, restorable_until: permanent ? null : daysAfter(now).toISOString() }
  }

  async restore(caller: Owner, id: number): Promise<Task> {
    const now = this.#ports.now()
    const row = await this.#store.show(caller, id, daysBefore(now), now)
    return this.#changed(caller, row ?? missing(id))
  }

  async page(caller: Owner, request: PageRequest): Promise<TaskPage> {
    const { limit, offset, cursor, ...filters } = request
    const { sort_by = 'created_at', sort_order = sort_by === 'created_at' ? 'desc' : 'asc' } = filters
    const selection = { ...filters, sort_by, sort_order }
    if (cursor !== undefined && offset > 0) {
      throw new ToolError('VALIDATION_ERROR', 'cursor and offset cannot be combined; leave one of them out')
    }
    const after = cursor === undefined ? undefined : positionOf(selection, cursor)
    const window = { after, offset, limit }
    const { rows, last, total, isMore } = await this.#store.list(
      caller,
      selection,
      window,
      daysBefore(this.#ports.now()),
    )
    const next_cursor = last === undefined ? null : cursorOf(selection, last)
    const page = { tasks: rows.map(view), total, returned: rows.length, next_cursor }
    return isMore ? { ...page, total_is_lower_bound: true } : page
  }

  async idsStarting(caller: Owner, typed: string): Promise<readonly string[]> {
    if (!/^\d{0,18}$/.test(typed)) return []
    return (await this.#store.idsStarting(caller, typed, 100)).map(String)
  }

  async account(caller: Owner): Promise<Account> {
    const account = await this.#ports.account.own(caller)
    if (account === undefined) throw new ToolError('NOT_FOUND', 'User not found')
    return account
  }

  /** The calendar day that it is for this person. */
  async today(caller: Owner): Promise<string> {
    const { timeZone } = await this.#ports.settings.of(caller)
    return dayIn(timeZone, this.#ports.now())
  }

  #changed(caller: Owner, row: TaskRow): Task {
    resourceChanged(this.#ports.bus, listUri, caller)
    resourceChanged(this.#ports.bus, taskUri(row.id), caller)
    return view(row)
  }
}

function taskUri(id: number): string {
  return `tasks://task/${id}`
}

/** Tasks deleted before this moment cannot be restored. */
export function daysBefore(now: Date): Date {
  return new Date(now.valueOf() - daysKept * msPerDay)
}

const msPerDay = 86_400_000

function daysAfter(now: Date): Date {
  return new Date(now.valueOf() + daysKept * msPerDay)
}

function dayIn(timeZone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

function view(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    completed: row.completed,
    completed_at: row.completed_at?.toISOString() ?? null,
    due_date: row.due_date,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function missing(id: number): never {
  throw new ToolError('NOT_FOUND', `Task not found with id ${id}`)
}
