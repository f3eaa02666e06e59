import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dataAgent } from '@quipu/data-agent'
import type { Host } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import { universe } from '@quipu/universe'
import { makeOntology } from '../crowd/crowd-client.ts'
import { writeSqlite } from '../crowd/crowd-data.ts'
import type { Calls, Cost } from './cost.ts'
import { costsOf } from './cost.ts'
import { Filler } from './filler.ts'
import { openMeasuredHost, ownProcessorTime } from './measured-host.ts'

/** Tasks, audit, universes and a connected source, each with as many rows. The caller owns a tenth of them. */
export class House implements AsyncDisposable {
  readonly #host: Host
  readonly #filler: Filler
  readonly #folder: string
  readonly #url: string
  readonly #people: string[] = []
  #rows = 0

  static async open(folder: string): Promise<House> {
    const filler = new Filler()
    const { host, url } = await openHouse(folder, filler)
    const house = new House(host, filler, folder, url)
    await house.#host.listen()
    for (let person = 0; person <= 40; person += 1)
      await house.#addPerson(person === 0 ? 'admin' : 'contributor')
    return house
  }

  private constructor(host: Host, filler: Filler, folder: string, url: string) {
    this.#host = host
    this.#filler = filler
    this.#folder = folder
    this.#url = url
  }

  async measure(rows: number): Promise<Map<string, Cost>> {
    const [me = '', ...others] = this.#people
    await this.#filler.fill(me, others, this.#rows, rows)
    this.#rows = rows
    const ontology = await this.#connect(me, rows)
    await this.#filler.settle()
    return costsOf(this.#calls(me, ontology), ownProcessorTime)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host.close()
  }

  async #addPerson(role: 'admin' | 'contributor'): Promise<void> {
    const email = `person-${this.#people.length}@example.com`
    this.#people.push((await this.#host.accounts.create({ email, role })).id)
  }

  async #connect(me: string, rows: number): Promise<string> {
    const token = await this.#host.tokens.issue({
      userId: me,
      clientId: 'bench',
      scope: [],
      resource: this.#url,
      ttlSeconds: 3600,
    })
    const place = join(this.#folder, 'sources', String(rows))
    await mkdir(place)
    const source = writeSqlite(place, rows)
    return makeOntology(this.#url, token, { name: `Orders ${rows}`, kind: 'sqlite', file: source }, [])
  }

  #calls(me: string, ontology: string): Calls {
    const { audit } = this.#host
    const get = (path: string) => () => this.#host.request(me, { method: 'GET', path })
    const post = (path: string, body: object) => () => this.#host.request(me, { method: 'POST', path, body })
    const ask = (question: string) => post('/api/data-agent/ask', { ontology_id: ontology, question })
    return {
      'add a task': post('/api/tasks', { title: 'Water the plants' }),
      'list the newest tasks': get('/api/tasks?limit=20'),
      'list tasks by title': get('/api/tasks?limit=20&sort_by=title'),
      'list tasks by due date': get('/api/tasks?limit=20&sort_by=due_date'),
      'list completed tasks': get('/api/tasks?limit=20&status=completed'),
      'search a rare word': get('/api/tasks?limit=20&keyword=zebra77'),
      'search a frequent word': get('/api/tasks?limit=20&keyword=plants'),
      'search a word that is nowhere': get('/api/tasks?limit=20&keyword=quetzal'),
      'list the audit of one person': () => audit.list({ userId: me }, { limit: 20 }),
      'list the audit of all': () => audit.list({}, { limit: 20 }),
      'list the audit of one action': () => audit.list({ action: 'api.call' }, { limit: 20 }),
      'list the audit of an action that never was': () => audit.list({ action: 'never.was' }, { limit: 20 }),
      'list the audit of a type that never was': () => audit.list({ resourceType: 'never' }, { limit: 20 }),
      'list the audit of an outcome that never was': () => audit.list({ outcome: 'NEVER' }, { limit: 20 }),
      'list universes': get('/universes?limit=20'),
      'ask for a number': ask('how many orders are there'),
      'ask for a table': ask('total amount by region'),
    }
  }
}

function openHouse(folder: string, filler: Filler) {
  return openMeasuredHost(folder, {
    limitOverrides: { ask_question: { points: 1_000_000_000, seconds: 60 } },
    moduleSettings: { 'data-agent': { sourceRoots: [join(folder, 'sources')] } },
    modules: [tasks, universe, dataAgent, filler.module],
  })
}
