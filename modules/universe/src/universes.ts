import { randomUUID } from 'node:crypto'
import type { Call, Caller, Everyone, Ports, Tx } from '@quipu/kit'
import { cleanLine, resourceChanged } from '@quipu/kit'
import { secondsFromJ2000 } from '@quipu/orbits'
import { Decisions } from './decisions.ts'
import { parseCommand, type UniverseCommand } from './domain/commands.ts'
import { Model } from './domain/model.ts'
import type { UniverseState } from './domain/universe-state.ts'
import { sentEntry } from './store/entries.ts'
import { invalid, universeNotFound } from './errors.ts'
import { decided, mayOnlyLook, ownerOnly } from './failures.ts'
import { cursorAt, infoFrom, placeOf } from './listing.ts'
import { Live, type Pace } from './live/live.ts'
import { Messages } from './live/messages.ts'
import { Models } from './models.ts'
import { preset } from './presets/preset.ts'
import type * as Service from './service/universe-service.ts'
import { Sharing } from './sharing.ts'
import { Steps, type StepRequest } from './steps.ts'
import { CommandLog, type Spacing } from './store/command-log.ts'
import { MemberStore } from './store/member-store.ts'
import { UndoLog } from './store/undo-log.ts'
import { type UniverseRow, UniverseStore } from './store/universe-store.ts'

const usualPace: Pace = { lookMs: 5_000, presenceMs: 10_000 }
/** Two thousand steps are followed in some ten milliseconds. */
const usualSpacing: Spacing = { within: 2000, every: 2000 }
const mostCompletions = 100
const mostNameLength = 200

export function openUniverses(ports: Ports): Universes {
  return new Universes(ports)
}

/** Universes, their logs, and who watches them. */
export class Universes implements Service.UniverseService, AsyncDisposable {
  readonly #ports: Ports
  readonly #store: UniverseStore
  readonly #log = new CommandLog()
  readonly #models = new Models(this.#log)
  readonly #decisions = new Decisions(this.#log, new UndoLog(), this.#models)
  readonly #members = new MemberStore()
  readonly #steps: Steps
  readonly #sharing: Sharing
  readonly #live: Live

  constructor(ports: Ports, pace: Pace = usualPace) {
    const { db, bus, secrets, log: report, now } = ports
    this.#ports = ports
    this.#store = new UniverseStore(db)
    this.#steps = new Steps(this.#store, this.#log, this.#models, now)
    this.#sharing = new Sharing(this.#store, this.#members)
    const messages = new Messages(bus, secrets, report)
    const live = { store: this.#store, log: this.#log, report, now, instance: randomUUID() }
    this.#live = new Live(live, messages, pace)
    ports.jobs.every(6 * 3600, 'universe.thin-snapshots', (everyone) => this.thin(everyone))
  }

  async thin(everyone: Everyone, spacing = usualSpacing): Promise<void> {
    await this.#ports.db.transaction(everyone, (tx) => this.#log.thin(tx, spacing))
  }

  linkTo(id: string): string {
    return `${this.#ports.installation.appUrl}/app/universes/${id}`
  }

  async create(
    caller: Caller,
    input: Service.CreateInput,
  ): Promise<Service.UniverseInfo & { readonly model: Model }> {
    const name = nameFrom(input.name)
    const model = decided(() => Model.of(input.state ?? this.#begun(input.preset ?? 'empty'), 'state'))
    return this.#store.transaction(caller, async (tx) => {
      const id = await this.#store.insert(tx, caller, name, model.counts(), this.#ports.now())
      await this.#log.addSnapshot(tx, id, 0, model.snapshot())
      return { ...infoFrom(await this.#find(tx, caller, id)), model }
    })
  }

  async list(
    caller: Caller,
    { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  ) {
    const after = cursor === undefined ? undefined : placeOf(cursor)
    const rows = await this.#store.list(caller, after, limit + 1)
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return { universes: shown.map(infoFrom), nextCursor: last && cursorAt(last) }
  }

  async get(caller: Caller, id: string, revision?: number) {
    const tx = this.#store.as(caller)
    const row = await this.#find(tx, caller, id)
    if (revision !== undefined && revision > row.revision)
      throw invalid('revision', `revision ${revision} is in the future: the universe is at ${row.revision}`)
    const isNewest = revision === undefined || revision === row.revision
    const held = isNewest ? await this.#models.at(tx, row) : await this.#models.load(tx, id, revision)
    return { ...infoFrom(row), revision: held.revision, counts: held.model.counts(), model: held.model }
  }

  async demand(caller: Caller, id: string): Promise<void> {
    await this.#find(this.#store.as(caller), caller, id)
  }

  async rename(caller: Caller, id: string, newName: string): Promise<Service.UniverseInfo> {
    const name = nameFrom(newName)
    const { info, members } = await this.#store.transaction(caller, async (tx) => {
      await this.#find(tx, caller, id)
      // Row-level security shows a viewer the row, but does not let them change it.
      if (!(await this.#store.rename(tx, id, name, this.#ports.now()))) throw mayOnlyLook(id)
      const row = await this.#find(tx, caller, id)
      return { info: infoFrom(row), members: await this.#members.list(tx, id) }
    })
    this.#live.changed(id)
    this.#changed(id, idsOf(members))
    return info
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const members = await this.#store.transaction(caller, async (tx) => {
      const row = await this.#find(tx, caller, id)
      if (row.role !== 'owner') throw ownerOnly(id, 'delete it')
      const everyone = await this.#members.list(tx, id)
      if (!(await this.#store.remove(tx, caller, id))) throw universeNotFound(id)
      return everyone
    })
    this.#models.forget(id)
    this.#live.deleted(id)
    this.#changed(id, idsOf(members))
  }

  async send(
    call: Call,
    id: string,
    command: unknown,
    options: Service.Sending = {},
  ): Promise<Service.Applied> {
    const parsed = await this.#parse(call, id, command)
    const decide: StepRequest['decide'] = async (scene) => this.#decisions.command(scene, parsed)
    return this.#take(call, id, { request: parsed, decide }, options)
  }

  undo(call: Call, id: string, options: Stepping = {}): Promise<Service.Applied> {
    const request = { type: 'undo', revision: options.revision }
    const decide: StepRequest['decide'] = (scene) => this.#decisions.undo(scene, options.revision)
    return this.#take(call, id, { request, decide }, options)
  }

  redo(call: Call, id: string, options: Stepping = {}): Promise<Service.Applied> {
    const request = { type: 'redo', revision: options.revision }
    const decide: StepRequest['decide'] = (scene) => this.#decisions.redo(scene, options.revision)
    return this.#take(call, id, { request, decide }, options)
  }

  async history(caller: Caller, id: string, { after, before, limit }: Service.HistoryPage) {
    const tx = this.#store.as(caller)
    const { revision } = await this.#find(tx, caller, id)
    const rows = await this.#log.entries(tx, id, {
      after: after && Math.min(after, revision),
      before: before && Math.min(before, revision + 1),
      limit,
      isFromEnd: after === undefined,
    })
    return { entries: rows.map((row) => sentEntry(row).entry), revision }
  }

  members(caller: Caller, id: string): Promise<readonly Service.Member[]> {
    return this.#sharing.members(caller, id)
  }

  async share(caller: Caller, id: string, email: string, role: 'editor' | 'viewer'): Promise<Service.Member> {
    const member = await this.#sharing.share(caller, id, email, role)
    this.#live.changed(id)
    this.#changed(id, [caller.userId, member.id])
    return member
  }

  async unshare(caller: Caller, id: string, userId: string): Promise<void> {
    await this.#sharing.unshare(caller, id, userId)
    this.#live.changed(id)
    this.#changed(id, [caller.userId, userId])
  }

  async look(call: Call, id: string, glance: Service.Glance): Promise<void> {
    const { caller } = call
    await this.#find(this.#store.as(caller), caller, id)
    this.#live.look(call, id, (await this.#store.nameOf(caller)) ?? '', glance)
  }

  async watch(call: Call, id: string, after: number | undefined): Promise<AsyncIterable<Service.LiveEvent>> {
    const { caller } = call
    const row = await this.#find(this.#store.as(caller), caller, id)
    if (after !== undefined && after > row.revision)
      throw invalid('after', `after ${after} is in the future: the universe is at revision ${row.revision}`)
    const name = (await this.#store.nameOf(caller)) ?? ''
    return this.#live.watch(call, row, name, after ?? row.revision)
  }

  complete(caller: Caller, typed: string): Promise<readonly string[]> {
    return this.#store.idsStarting(caller, typed, mostCompletions)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#live[Symbol.asyncDispose]()
  }

  /** Checks that the universe exists before the command is validated. */
  async #parse({ caller }: Call, id: string, command: unknown): Promise<UniverseCommand> {
    try {
      return decided(() => parseCommand(command))
    } catch (error) {
      await this.demand(caller, id)
      throw error
    }
  }

  #begun(name: Service.Preset): UniverseState {
    return preset(name, secondsFromJ2000(this.#ports.now().getTime()))
  }

  async #take(
    call: Call,
    id: string,
    request: StepRequest,
    options: Service.Sending,
  ): Promise<Service.Applied> {
    const { applied, sent, people } = await this.#steps.take(call, id, request, options)
    if (sent !== undefined) {
      this.#live.announce(id, sent)
      this.#changed(id, people)
    }
    return applied
  }

  async #find(tx: Tx, caller: Caller, id: string): Promise<UniverseRow> {
    const row = await this.#store.find(tx, caller, id)
    if (row === undefined) throw universeNotFound(id)
    return row
  }

  /** Each of them has clients that may have read it. */
  #changed(id: string, people: readonly string[]): void {
    for (const userId of people) resourceChanged(this.#ports.bus, `universe://${id}`, { userId })
  }
}

type Stepping = Service.Sending & { readonly revision?: number | undefined }

function idsOf(people: readonly Service.Person[]): string[] {
  return people.map(({ id }) => id)
}

function nameFrom(text: string): string {
  const name = cleanLine(text)
  if (name === '') throw invalid('name', 'name must have at least one visible character')
  if (Array.from(name).length > mostNameLength)
    throw invalid('name', `name must have at most ${mostNameLength} characters`)
  return name
}
