import { setTimeout as sleep } from 'node:timers/promises'
import { TestUser } from '../../test/environment/test-user.ts'

const mostTasks = 200
const firms = 300

/** One person's typical calls, repeated. It removes what it adds, so the data does not grow. */
export class Load {
  calls = 0
  /** Refused by a limit, as expected at this rate. */
  limited = 0
  readonly failures: string[] = []
  /** The call that the server worked longest for, or for others before it: in seconds of its processor time. */
  longestCpu = 0
  longestWait = 0
  readonly #user: TestUser
  readonly #cpuSeconds: () => number
  readonly #tasks: number[] = []
  #universeId = ''
  #turn = 0

  /** `cpuSeconds` tells the processor time of the server so far. */
  static async open(url: string, token: string, cpuSeconds: () => number): Promise<Load> {
    const load = new Load(new TestUser({ id: '', email: '', token, url, path: '' }), cpuSeconds)
    load.#universeId = (await load.#call<{ id: string }>('create_universe', { name: 'Soak' })).id
    const orbit = { parentId: null, orbitalDistance: 0, orbitalSpeed: 0, orbitalPhase: 0 }
    const payload = { name: 'Sun', mass: 1, radius: 1, color: '#ffcc00', ...orbit }
    await load.#command({ type: 'addStar', id: 'sun', payload })
    return load
  }

  private constructor(user: TestUser, cpuSeconds: () => number) {
    this.#user = user
    this.#cpuSeconds = cpuSeconds
  }

  /** Calls as fast as possible, with several clients, for a while; returns the calls per second. */
  async sprint(seconds: number): Promise<number> {
    const before = this.calls
    const end = performance.now() + seconds * 1000
    const run = async () => {
      while (performance.now() < end) await this.#step()
    }
    await Promise.all(Array.from({ length: 8 }, run))
    return (this.calls - before) / seconds
  }

  /** Calls at a fixed rate, whether or not earlier calls are answered. */
  async walk(perSecond: number, seconds: number): Promise<void> {
    const begin = performance.now()
    const under = new Set<Promise<void>>()
    for (let n = 0; performance.now() - begin < seconds * 1000; n += 1) {
      const due = begin + (n * 1000) / perSecond
      if (due > performance.now()) await sleep(due - performance.now())
      // When it falls behind, it waits, as people would.
      if (under.size >= mostAtOnce) await Promise.race(under)
      const step = this.#step().finally(() => under.delete(step))
      under.add(step)
    }
    await Promise.all(under)
  }

  async #step(): Promise<void> {
    this.#turn += 1
    const work = works[this.#turn % works.length]
    const [cpu, began] = [this.#cpuSeconds(), performance.now()]
    try {
      await work?.call(this, this.#turn)
      this.calls += 1
      this.longestCpu = Math.max(this.longestCpu, this.#cpuSeconds() - cpu)
      this.longestWait = Math.max(this.longestWait, (performance.now() - began) / 1000)
    } catch (error) {
      if (String(error).includes('RATE_LIMIT')) this.limited += 1
      else this.failures.push(String(error))
    }
  }

  async add(turn: number): Promise<void> {
    const title = `Task ${turn}`
    const { data } = await this.#call<{ data: { id: number } }>('add_task', { title, idempotency_key: title })
    this.#tasks.push(data.id)
    const old = this.#tasks.length > mostTasks ? this.#tasks.shift() : undefined
    if (old !== undefined) await this.#call('delete_task', { task_id: old, permanent: true })
  }

  async list(): Promise<void> {
    await this.#call('list_tasks', { limit: 20 })
  }

  async search(turn: number): Promise<void> {
    await this.#call('search_tasks', { keyword: String(turn % 100) })
  }

  /** Repeated facts are one source each. */
  async state(turn: number): Promise<void> {
    const entities = [{ entity_type: 'company', name: `Firm ${turn % firms}`, city: 'Lima' }]
    await this.#call('ingest', { entities })
  }

  async find(turn: number): Promise<void> {
    await this.#call('search_truth', { query: `Firm ${turn % firms}` })
  }

  async move(turn: number): Promise<void> {
    await this.#command({ type: 'updateStar', id: 'sun', payload: { mass: 1 + (turn % 10) } })
  }

  async look(): Promise<void> {
    await this.#call('get_universe_state', { universeId: this.#universeId })
  }

  async tools(): Promise<void> {
    const answer = await this.#user.post('tools/list')
    await answer.text()
    if (answer.status !== 200) throw new Error(`tools/list answered ${answer.status}`)
  }

  /** Connects, listens and disconnects. */
  async listen(): Promise<void> {
    const leaving = new AbortController()
    const params = { notifications: { toolsListChanged: true } }
    const answer = await this.#user.post('subscriptions/listen', params, { signal: leaving.signal })
    leaving.abort()
    if (answer.status !== 200) throw new Error(`subscriptions/listen answered ${answer.status}`)
  }

  async #command(command: object): Promise<void> {
    await this.#call('send_universe_command', { universeId: this.#universeId, command, include_state: false })
  }

  async #call<Body>(tool: string, input: object): Promise<Body> {
    const { isError, raw } = await this.#user.call(tool, input)
    if (isError) throw new Error(`${tool}: ${JSON.stringify(raw['structuredContent'])}`)
    return raw['structuredContent'] as Body
  }
}

const { add, list, search, state, find, move, look, tools, listen } = Load.prototype
const works = [add, list, search, list, state, find, list, move, look, list, tools, listen]
const mostAtOnce = 64
