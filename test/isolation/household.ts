import { randomUUID } from 'node:crypto'
import type { Json, Module } from '@quipu/kit'
import fc from 'fast-check'
import type { Engine, TestHost } from '../environment/test-host.ts'
import { openTestHost } from '../environment/test-host.ts'
import { OAuthClient } from '../oauth/oauth-client.ts'
import type { Draft, Id } from './inputs.ts'
import { Ledger } from './ledger.ts'
import type { RestRequest } from './operations.ts'
import { newcomers } from './person.ts'
import type { PublishedRoute } from './published.ts'
import { kindsIn, publishedRoutes } from './published.ts'
import type { Door, Reply } from './resident.ts'
import { doors, Resident } from './resident.ts'
import { VikunjaScene } from './vikunja-scene.ts'

interface Call {
  readonly route: PublishedRoute
  readonly draft: Draft
  readonly door: Door
}

const guestsAtOnce = 3

/** Two people, an admin and guests who may be removed, each trying every route that the server describes. */
export class Household implements AsyncDisposable {
  readonly #host: TestHost
  readonly #ledger: Ledger
  readonly #vikunja: VikunjaScene
  readonly #clientId: string
  readonly #people: readonly Resident[]
  readonly #admin: Resident
  readonly #routes: readonly PublishedRoute[]
  readonly #kinds: ReadonlyMap<string, string>
  /** Everyone who was there, also if removed since: what was theirs stays theirs. */
  readonly #visitors: Resident[] = []
  #guests: Resident[] = []
  #clients: readonly string[] = []
  #turns = 0
  /** How often each route was tried, and how often it went well. */
  readonly tried = new Map<string, { calls: number; good: number }>()
  /** In how many exports people found what is theirs. */
  exports = 0

  private constructor(parts: {
    host: TestHost
    ledger: Ledger
    vikunja: VikunjaScene
    clientId: string
    people: readonly Resident[]
    admin: Resident
    routes: readonly PublishedRoute[]
  }) {
    this.#host = parts.host
    this.#ledger = parts.ledger
    this.#vikunja = parts.vikunja
    this.#clientId = parts.clientId
    this.#people = parts.people
    this.#admin = parts.admin
    this.#routes = parts.routes
    this.#kinds = kindsListedBy(parts.routes)
    for (const { name } of parts.routes) this.tried.set(name, { calls: 0, good: 0 })
  }

  static async gather(engine: Engine, modules: readonly Module[]): Promise<Household> {
    const ledger = new Ledger()
    const vikunja = await VikunjaScene.open(modules)
    const host = await openTestHost(engine, [...modules, ledger.module], {
      authorizationsPerMinute: 1_000_000,
      moduleSettings: { vikunja: vikunja.settings },
    })
    await ledger.open()
    const { id: clientId } = await OAuthClient.register(host)
    const ada = await Resident.join(host, 'contributor', clientId)
    const bob = await Resident.join(host, 'contributor', clientId)
    const admin = await Resident.join(host, 'admin', clientId)
    for (const { person } of [ada, bob, admin]) vikunja.welcome(person)
    const routes = await publishedRoutes(ada.person.mcp, host.url)
    return new Household({ host, ledger, vikunja, clientId, people: [ada, bob, admin], admin, routes })
  }

  /** Everyone in turn tries each route once. Rejects with what was seen that should not have been. */
  async play(turns: number): Promise<void> {
    const size = this.#routes.length
    const turn = fc
      .record({
        order: fc.shuffledSubarray([...this.#routes], { minLength: size, maxLength: size }),
        used: fc.array(fc.constantFrom(...doors), { minLength: size, maxLength: size }),
      })
      .chain(({ order, used }) =>
        fc.tuple(
          ...order.map((route, at) =>
            route.inputs.map((draft): Call => ({ route, draft, door: used[at] ?? 'token' })),
          ),
        ),
      )
    const { failed, errorInstance, seed } = await fc.check(
      fc.asyncProperty(turn, (calls) => this.#turn(calls)),
      // What came before is part of the case, so a smaller one would be another one.
      { numRuns: turns, endOnFailure: true },
    )
    if (failed) throw new Error(`With seed ${seed}: ${String(errorInstance)}`, { cause: errorInstance })
    for (const person of this.#people) await this.#readAudit(person)
  }

  /** Routes that were refused each time, so that they have shown nothing. */
  get neverGood(): readonly string[] {
    return [...this.tried].filter(([, { good }]) => good === 0).map(([name]) => name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host[Symbol.asyncDispose]()
    await this.#vikunja[Symbol.asyncDispose]()
  }

  async #turn(calls: readonly Call[]): Promise<void> {
    const caller = this.#people[this.#turns++ % this.#people.length] ?? this.#admin
    await this.#prepare(caller)
    const leaving = await this.#visitor()
    const before = await this.#printOfOthers(caller, leaving)
    for (const { route, draft, door } of calls) {
      if (route.endsCaller) await this.#call(leaving, { route, draft, door: 'token' })
      else await this.#call(caller, { route, draft, door })
    }
    if (before !== (await this.#printOfOthers(caller, leaving)))
      throw new Error(
        `One of ${calls.map(({ route }) => route.name).join(', ')} changed the rows of someone else`,
      )
    await caller.look(this.#kinds)
  }

  /** Everyone has something of each kind; an admin also has people and clients to send away. */
  async #prepare(caller: Resident): Promise<void> {
    if (caller === this.#admin) {
      const accounts = await this.#host.host.accounts.list()
      const isHere = ({ id }: Resident) => accounts.some((each) => each.id === id && !each.isDisabled)
      this.#guests = this.#guests.filter(isHere)
      while (this.#guests.length < guestsAtOnce) this.#guests.push(await this.#visitor())
      await this.#host.host.clients.add({
        id: `client-${randomUUID()}`,
        redirectUris: ['https://client.example/callback'],
      })
      const clients = await this.#host.host.clients.list()
      this.#clients = clients.filter(({ origin }) => origin === 'added').map(({ id }) => id)
    }
    for (const each of caller === this.#admin ? [caller, ...this.#guests] : [caller]) {
      await each.look(this.#kinds)
      if (each.own('connected-apps').length > 0) continue
      await each.connect()
      await each.look(this.#kinds)
    }
  }

  async #visitor(): Promise<Resident> {
    const visitor = await Resident.join(this.#host, 'contributor', this.#clientId)
    this.#visitors.push(visitor)
    return visitor
  }

  async #printOfOthers(caller: Resident, leaving: Resident): Promise<string> {
    if (caller !== this.#admin) return this.#ledger.othersOf(caller.id, [leaving.id])
    const accounts = await this.#host.host.accounts.list()
    const strangers = accounts.filter(({ id }) => !this.#people.some((person) => person.id === id))
    // An admin is sent to change these only.
    const gone = this.#visitors.map(({ id }) => id)
    return this.#ledger.othersOf(caller.id, [...gone, ...strangers.map(({ id }) => id)])
  }

  async #call(caller: Resident, { route, draft, door }: Call): Promise<void> {
    const { name, isManaging } = route
    const request = route.request(this.#input(caller, route, draft))
    const reply = await caller.send(door, request)
    const { status, isGood, isZip, text } = reply
    const seen = name.includes(' /api/admin/audit') ? withoutAudited(reply.seen) : reply.seen
    const tried = this.tried.get(name) ?? { calls: 0, good: 0 }
    this.tried.set(name, { calls: tried.calls + 1, good: tried.good + (isGood ? 1 : 0) })
    if (status === 401 || status >= 500) throw new Error(`${name} answered ${status} by ${door}: ${text}`)
    if (isManaging && caller !== this.#admin && status !== 403 && status !== 404)
      throw new Error(`${name} answered someone who may not manage with ${status}: ${text}`)
    const sent = request.path + JSON.stringify(request.body ?? null)
    const hidden = this.#hiddenFrom(caller, isManaging)
    if (hidden.some((secret) => seen.includes(secret) && !sent.includes(secret)))
      throw new Error(`${name} showed what belongs to someone else: ${text}`)
    const named = hidden.find((secret) => request.path.includes(secret))
    if (named !== undefined) await this.#compareWithUnknown(caller, { name, door, request, reply, named })
    caller.learn(request, reply, isManaging)
    if (isZip && text.includes(caller.person.mark)) this.exports += 1
  }

  /** What is someone else's is answered as if it did not exist. */
  async #compareWithUnknown(
    caller: Resident,
    {
      name,
      door,
      request,
      reply,
      named,
    }: { name: string; door: Door; request: RestRequest; reply: Reply; named: string },
  ): Promise<void> {
    const unknown = randomUUID()
    // A key that was used before would be all that the answer is about.
    const { key: _, ...asked } = request
    const known = shown(await caller.send(door, asked), named)
    const path = asked.path.replace(named, unknown)
    const nothing = shown(await caller.send(door, { ...asked, path }), unknown)
    if (reply.isGood || known !== nothing)
      throw new Error(`${name} knew of what belongs to someone else: ${known}, and of nothing: ${nothing}`)
  }

  #hiddenFrom(caller: Resident, isManaging: boolean): readonly string[] {
    const isAdmin = caller === this.#admin
    const people = this.#people.filter((each) => each !== caller)
    const visitors = this.#visitors.filter((each) => each !== caller)
    return [
      ...people.flatMap((each) => each.secrets(isAdmin && isManaging)),
      // Also in the list of what an admin has done.
      ...visitors.flatMap((each) => each.secrets(isAdmin)),
      ...(isAdmin ? [] : [newcomers]),
    ]
  }

  #input(caller: Resident, route: PublishedRoute, draft: Draft): Readonly<Record<string, Json>> {
    // Made by a record of this shape.
    const { params, ...rest } = draft as { readonly params: Readonly<Record<string, Draft>> }
    const others = this.#people.filter((each) => each !== caller).map(({ person }) => person)
    let owner = caller
    const filled = Object.entries(params).map(([name, value]): [string, Draft] => {
      if (value === null || typeof value !== 'object' || !('$id' in value)) return [name, value]
      const reference = value as Id
      if (reference.$id !== 'users') return [name, this.#idOf(caller, owner, reference)]
      owner = this.#target(caller, route, reference)
      return [name, owner.id]
    })
    return caller.person.complete({ ...rest, params: Object.fromEntries(filled) }, others) as Readonly<
      Record<string, Json>
    >
  }

  /**
   * A person who may changes only guests, so that the others remain for the next turn. One who may not tries everyone.
   */
  #target(caller: Resident, { changes }: PublishedRoute, { at }: Id): Resident {
    const all = [...this.#people, ...this.#guests]
    const candidates = caller === this.#admin && changes ? this.#guests : all
    return candidates[at % candidates.length] ?? caller
  }

  #idOf(caller: Resident, owner: Resident, { $id, whose, at }: Id): string {
    const known =
      $id === 'clients'
        ? [...this.#clients, ...(caller === this.#admin ? [] : [this.#clientId])]
        : [...this.#people, ...this.#guests]
            .filter((each) => (each === owner) === (whose === 'own'))
            .flatMap((each) => each.own($id))
    return known[known.length - 1 - (at % known.length)] ?? randomUUID()
  }

  /** Nothing that opens a door is in it, and nothing that is someone else's. */
  async #readAudit(person: Resident): Promise<void> {
    const audit = await this.#ledger.auditOf(person.id)
    const hidden = [...this.#hiddenFrom(person, false), ...person.credentials]
    if (audit === '' || hidden.some((secret) => audit.includes(secret)))
      throw new Error(`The audit is empty, or tells of what is a secret or belongs to someone else: ${audit}`)
  }
}

/** Of which kinds people list their own, and where. */
function kindsListedBy(routes: readonly PublishedRoute[]): ReadonlyMap<string, string> {
  const kinds = new Set(routes.flatMap(({ path }) => [...kindsIn(path).values()]))
  const listOf = (kind: string) =>
    routes.find(
      ({ method, path, isManaging }) =>
        method === 'GET' && [`/api/${kind}`, `/${kind}`].includes(path) && !isManaging,
    )
  return new Map(
    [...kinds].flatMap((kind) => {
      const list = listOf(kind)
      return list === undefined ? [] : [[kind, list.path] as const]
    }),
  )
}

/** An answer without what differs from one request to the next. */
function shown({ status, text }: Reply, id: string): string {
  return `${status} ${text.replaceAll(id, '…').replace(/"trace_id":"[^"]*"/, '')}`
}

/** Without what the audit keeps of a question to data by rule DA7, for those who may read the audit. */
function withoutAudited(text: string): string {
  return text.replaceAll(/"(?:question|ontologyId)":".{0,400}?mark-[0-9a-f-]{36}"/g, '')
}
