import type { Change, Everyone, Module, Ports, Scope } from '@quipu/kit'
import { changeTopic } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import type { Engine } from '../environment/test-host.ts'
import { openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

export interface Task {
  readonly id: number
  readonly title: string
  readonly description: string | null
  readonly completed: boolean
  readonly completed_at: string | null
  readonly due_date: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface Page {
  readonly tasks: readonly Task[]
  readonly total: number
  readonly returned: number
  readonly next_cursor: string | null
}

/** An installation with the tasks module, and an eye on what the module does with its ports. */
export async function openTasks(engine: Engine) {
  const watch = new Watch()
  const host = await openTestHost(engine, [watch.over(tasks)])
  return {
    clock: host.clock,
    watch,
    url: host.url,
    person: async (options?: Parameters<typeof host.user>[0]) => new Person(await host.user(options)),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

class Person {
  readonly user: TestUser

  constructor(user: TestUser) {
    this.user = user
  }

  /** The data of a call that must succeed. */
  async call<Data = Task>(tool: string, input: object = {}): Promise<Data> {
    const { isError, body } = await this.user.call(tool, input)
    if (isError || body.status !== 'success') throw new Error(`${tool} failed: ${body.message}`)
    return body.data
  }

  /** The whole envelope, whatever it says. */
  async envelope(
    tool: string,
    input: object = {},
  ): Promise<{ status: string; message: string; data: unknown }> {
    return (await this.user.call(tool, input)).body
  }

  /** The message of a call that must fail. */
  async refusal(tool: string, input: object = {}): Promise<string> {
    const { isError, body } = await this.user.call(tool, input)
    if (!isError || body.status !== 'error' || body.data !== null) throw new Error(`${tool} did not fail`)
    return body.message
  }

  add(title: string, more: object = {}): Promise<Task> {
    return this.call('add_task', { title, ...more })
  }

  list(input: object = {}): Promise<Page> {
    return this.call<Page>('list_tasks', input)
  }

  async titles(input: object = {}, tool = 'list_tasks'): Promise<string[]> {
    return (await this.call<Page>(tool, input)).tasks.map(({ title }) => title)
  }

  /** All pages, one after the other. */
  async *pages(input: object): AsyncGenerator<Page> {
    let cursor: string | null = null
    do {
      const page: Page = await this.list(cursor === null ? input : { ...input, cursor })
      yield page
      cursor = page.next_cursor
    } while (cursor !== null)
  }
}

/** Sees every statement, change and job of the module; changes none. */
class Watch {
  readonly statements: {
    readonly scope: Scope
    readonly sql: string
    readonly parameters: readonly unknown[]
  }[] = []
  readonly changes: Change[] = []
  readonly jobs = new Map<
    string,
    { readonly seconds: number; readonly run: (everyone: Everyone) => Promise<void> }
  >()
  #ports: Ports | undefined

  get ports(): Ports {
    if (this.#ports === undefined) throw new Error('The module is not open yet')
    return this.#ports
  }

  over(module: Module): Module {
    return {
      ...module,
      open: (ports) => {
        this.#ports = ports
        // Only `resourceChanged` and `catalogueChanged` publish on this topic.
        ports.bus.subscribe(changeTopic, (message) => this.changes.push(message as Change))
        return module.open({
          ...ports,
          now: () => ports.now(),
          db: this.#watched(ports.db),
          jobs: this.#noted(ports.jobs),
        })
      },
    }
  }

  #watched(db: Ports['db']): Ports['db'] {
    return {
      query: (scope, query) => {
        const { sql, parameters } = query.compile()
        this.statements.push({ scope, sql, parameters })
        return db.query(scope, query)
      },
      transaction: (scope, work) => db.transaction(scope, work),
    }
  }

  #noted(jobs: Ports['jobs']): Ports['jobs'] {
    return {
      every: (seconds, name, run) => {
        this.jobs.set(name, { seconds, run })
        jobs.every(seconds, name, run)
      },
      define: (name, job) => jobs.define(name, job),
      enqueue: (scope, name, payload, options) => jobs.enqueue(scope, name, payload, options),
      get: (scope, id) => jobs.get(scope, id),
    }
  }
}
