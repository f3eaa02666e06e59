import type { Host } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import type { Calls, Cost } from './cost.ts'
import { costsOf } from './cost.ts'
import { Filler } from './filler.ts'
import { openMeasuredHost, ownProcessorTime } from './measured-host.ts'

const searchesAtOnce = 20
const lists = 300
const warmUp = 50
/** A frequent word, a rare one, one that is nowhere, and one that is too short for the index. */
const words = ['plants', 'zebra77', 'quetzal', 'al']

/** In milliseconds. */
export interface Times {
  readonly calls: number
  readonly p50: number
  readonly p95: number
  readonly longest: number
}

export interface Noise {
  /** The lists while nobody else calls, before the searches and after them. */
  readonly before: Times
  readonly after: Times
  readonly during: Times
  readonly searches: Times
}

/** One person has so many tasks, and another has 50. */
export class OwnTasks implements AsyncDisposable {
  readonly #host: Host
  readonly #filler: Filler
  readonly #loud: string
  readonly #quiet: string
  #rows = 0

  static async open(folder: string): Promise<OwnTasks> {
    const filler = new Filler()
    const { host } = await openMeasuredHost(folder, { modules: [tasks, filler.module] })
    const people: string[] = []
    for (const name of ['loud', 'quiet'])
      people.push((await host.accounts.create({ email: `${name}@example.com`, role: 'contributor' })).id)
    const [loud = '', quiet = ''] = people
    await filler.fillTasks(quiet, 0, 50)
    return new OwnTasks(host, filler, loud, quiet)
  }

  private constructor(host: Host, filler: Filler, loud: string, quiet: string) {
    this.#host = host
    this.#filler = filler
    this.#loud = loud
    this.#quiet = quiet
  }

  /** What calls of the one with many tasks cost. */
  async measure(rows: number): Promise<Map<string, Cost>> {
    await this.#filler.fillTasks(this.#loud, this.#rows, rows)
    this.#rows = rows
    await this.#filler.settle()
    return costsOf(this.#calls(), ownProcessorTime)
  }

  /** The one with 50 tasks lists them, while the other searches many times at once. */
  async noise(): Promise<Noise> {
    const list = () => this.#get(this.#quiet, '/api/tasks?limit=20')
    await timesOf(list, warmUp)
    const before = await timesOf(list, lists)
    const stop = new AbortController()
    const searching = Array.from({ length: searchesAtOnce }, (_, lane) => this.#search(lane, stop.signal))
    await timesOf(list, warmUp)
    const during = await timesOf(list, lists)
    stop.abort()
    const searches = summary((await Promise.all(searching)).flat())
    return { before, during, after: await timesOf(list, lists), searches }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host.close()
  }

  #calls(): Calls {
    const get = (query: string) => () => this.#get(this.#loud, `/api/tasks?limit=20${query}`)
    return {
      'own tasks: the newest': get(''),
      'own tasks: pending': get('&status=pending'),
      'own tasks: completed': get('&status=completed'),
      'own tasks: by title': get('&sort_by=title'),
      'own tasks: by due date': get('&sort_by=due_date'),
      'own tasks: due before a day': get('&sort_by=due_date&due_before=2027-01-01'),
      ...Object.fromEntries(words.map((word) => [`own tasks: with “${word}”`, get(`&keyword=${word}`)])),
    }
  }

  async #search(lane: number, stop: AbortSignal): Promise<number[]> {
    const times: number[] = []
    for (let round = lane; !stop.aborted; round += 1) {
      const began = performance.now()
      await this.#get(this.#loud, `/api/tasks?limit=20&keyword=${words[round % words.length]}`)
      times.push(performance.now() - began)
    }
    return times
  }

  async #get(person: string, path: string): Promise<void> {
    await this.#host.request(person, { method: 'GET', path })
  }
}

async function timesOf(call: () => Promise<void>, calls: number): Promise<Times> {
  const times: number[] = []
  for (let sample = 0; sample < calls; sample += 1) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return summary(times)
}

function summary(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN
  return { calls: sorted.length, p50: at(0.5), p95: at(0.95), longest: at(1) }
}
