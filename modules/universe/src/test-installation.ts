import type { Bus, Call, Caller, Db, Ports } from '@quipu/kit'
import { defineModule, defineTool, ToolError } from '@quipu/kit'
import { afterAll, beforeAll, describe } from 'vitest'
import { z } from 'zod'
import { servers } from '../../../test/environment/index.ts'
import { engines, openTestHost, type Engine, type TestHost } from '../../../test/environment/test-host.ts'
import type { Pace } from './live/live.ts'
import { universeMigrations } from './migrations/universe-migrations.ts'
import type { LiveEvent } from './service/universe-service.ts'
import { Universes } from './universes.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

export type Installation = Awaited<ReturnType<typeof openInstallation>>

/** An installation with universes, whose bus and whose commits can be made to fail. */
export async function openInstallation(
  engine: Engine,
  more: Parameters<typeof openTestHost>[2] = {},
  pace: Pace = { lookMs: 100, presenceMs: 100 },
) {
  const faults = new Faults()
  const { promise, resolve } = Promise.withResolvers<{ ports: Ports; universes: Universes }>()
  const module = defineModule({
    name: 'universe',
    title: 'Universe',
    permissions: {},
    tools: [takeTwoSteps],
    migrations: universeMigrations,
    open: (ports) => {
      const universes = new Universes(
        { ...ports, db: faults.ofDb(ports.db), bus: faults.ofBus(ports.bus) },
        pace,
      )
      resolve({ ports, universes })
      return universes
    },
  })
  const host = await openTestHost(engine, [module], more)
  return {
    host,
    faults,
    ...(await promise),
    person: (name?: string) => newPerson(host, name),
    personOf: personAs,
    /** As the host's own work sees the store. */
    rows: async (statement: string, parameters: readonly unknown[]) =>
      (await promise).ports.db.query({ everyone: true }, plain(statement, parameters)),
    rowsAs: async ({ caller }: Person, statement: string) =>
      (await promise).ports.db.query(caller, plain(statement, [])),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

/** `Db` asks a query for nothing but its text and parameters. */
function plain(statement: string, parameters: readonly unknown[]): Parameters<Db['query']>[1] {
  return { compile: () => ({ sql: statement, parameters }) } as Parameters<Db['query']>[1]
}

export interface Person {
  readonly caller: Caller
  readonly email: string
  /** A call by them; `signal` ends a stream. */
  call(client?: string, signal?: AbortSignal): Call
}

async function newPerson({ host }: TestHost, name = 'Ada'): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await host.accounts.create({ email, name, role: 'contributor' })
  return personAs(id, email)
}

function personAs(userId: string, email: string): Person {
  const caller: Caller = {
    userId,
    username: email,
    role: 'contributor',
    permissions: new Set(['universe:read', 'universe:write']),
    clientId: 'test',
    tokenHash: 'h',
  }
  const call = (client?: string, signal = new AbortController().signal): Call => ({
    caller,
    client: client === undefined ? undefined : { name: client, version: '1' },
    transport: 'http',
    signal,
    requestId: 'r',
    dryRun: false,
    progress: () => {},
    log: () => {},
    ask: () => Promise.reject(new Error('Nobody to ask')),
    canAsk: () => false,
  })
  return { caller, email, call }
}

/** One call that writes twice and reads its own writes, as a route that renames and replaces does. */
const takeTwoSteps = defineTool({
  name: 'take_two_steps',
  title: 'Take two steps',
  description: 'Adds two stars in one call.',
  effect: 'write',
  input: z.object({ universeId: z.string(), ids: z.array(z.string()), fails: z.boolean() }),
  output: z.object({ seen: z.array(z.number()) }),
  run: async (universes: Universes, { universeId, ids, fails }, call) => {
    const seen: number[] = []
    for (const id of ids) {
      const { model } = await universes.send(call, universeId, star(id))
      seen.push(model.size('stars'), (await universes.get(call.caller, universeId)).model.size('stars'))
    }
    if (fails) throw new ToolError('CONFLICT', 'Thought better of it')
    return { seen }
  },
})

/** What can go wrong outside the module. */
class Faults {
  /** The next transactions do their work and fail to commit. */
  commitsToFail = 0
  /** The bus accepts messages and delivers them to nobody. */
  isBusSilent = false
  onQuery: ((query: { sql: string; parameters: readonly unknown[] }) => void) | undefined

  ofDb(db: Db): Db {
    return {
      query: (scope, query) => {
        this.onQuery?.(query.compile())
        return db.query(scope, query)
      },
      transaction: (scope, work) =>
        db.transaction(scope, async (tx) => {
          const result = await work({
            query: (query) => {
              this.onQuery?.(query.compile())
              return tx.query(query)
            },
          })
          if (this.commitsToFail > 0) {
            this.commitsToFail -= 1
            throw new Error('The commit failed')
          }
          return result
        }),
    }
  }

  ofBus(bus: Bus): Bus {
    return {
      publish: (topic, message) => {
        if (!this.isBusSilent) bus.publish(topic, message)
      },
      subscribe: (topic, listener) => bus.subscribe(topic, listener),
    }
  }
}

/** Reads a stream until it has seen enough. */
export async function take<Kind extends LiveEvent['kind']>(
  live: AsyncIterable<LiveEvent>,
  kind: Kind,
  count: number,
): Promise<Extract<LiveEvent, { kind: Kind }>[]> {
  const seen: Extract<LiveEvent, { kind: Kind }>[] = []
  for await (const event of live) {
    // Narrowed by the comparison beside it.
    if (event.kind === kind) seen.push(event as Extract<LiveEvent, { kind: Kind }>)
    if (seen.length >= count) return seen
  }
  return seen
}

/** A stream read by hand. */
export class Stream {
  readonly #events: AsyncIterator<LiveEvent>

  constructor(live: AsyncIterable<LiveEvent>) {
    this.#events = live[Symbol.asyncIterator]()
  }

  /** The next one of its kind; others are passed over. */
  async next<Kind extends LiveEvent['kind']>(kind: Kind): Promise<Extract<LiveEvent, { kind: Kind }>> {
    for (;;) {
      const { done, value } = await this.#events.next()
      if (done) throw new Error(`The stream ended without ${kind}`)
      // Narrowed by the comparison beside it.
      if (value.kind === kind) return value as Extract<LiveEvent, { kind: Kind }>
    }
  }

  /** The rest of a stream that ends by itself. */
  async rest(): Promise<LiveEvent[]> {
    const events: LiveEvent[] = []
    for (let next = await this.#events.next(); !next.done; next = await this.#events.next())
      events.push(next.value)
    return events
  }

  async close(): Promise<void> {
    await this.#events.return?.()
  }
}

export function star(id: string, more: object = {}): object {
  const payload = { name: id, mass: 1, radius: 1, color: '#ffffff', parentId: null }
  return {
    type: 'addStar',
    id,
    payload: { ...payload, orbitalDistance: 0, orbitalSpeed: 0, orbitalPhase: 0, ...more },
  }
}

/** The same tests on every engine, each on one installation that they share; each test brings its own people. */
export function onEachEngine(
  tests: (start: () => ReturnType<typeof begin>, installation: () => Installation) => void,
): void {
  describe.each(available)('on %s', (engine) => {
    let opened: Installation | undefined
    beforeAll(async () => {
      opened = await openInstallation(engine)
    })
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]()
    })
    const installation = () => {
      if (opened === undefined) throw new Error('No installation yet')
      return opened
    }
    tests(() => begin(installation()), installation)
  })
}

/** A new universe and its owner. */
async function begin(installation: Installation) {
  const ada = await installation.person('Ada')
  const { id } = await installation.universes.create(ada.caller, { name: 'Home' })
  return { universes: installation.universes, faults: installation.faults, ada, id }
}
