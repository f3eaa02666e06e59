import type { Call, Tx } from '@quipu/kit'
import { clientName } from './service/client-name.ts'
import { After, countsAfter, snapshotAfter } from './aftermath.ts'
import type { Decision, Scene } from './decisions.ts'
import { sentEntry, type SentEntry } from './store/entries.ts'
import { invalid, universeNotFound } from './errors.ts'
import { commandIdTaken, mayOnlyLook, movedOn } from './failures.ts'
import type { Held, Models } from './models.ts'
import { requestHash } from './request-hash.ts'
import type { Applied, Sending } from './service/universe-service.ts'
import type { CommandLog, NewStep } from './store/command-log.ts'
import type { HeldRow, UniverseStore } from './store/universe-store.ts'

export interface StepRequest {
  /** The request, to distinguish a repetition from another request with the same id. */
  readonly request: unknown
  decide(scene: Scene): Promise<Decision>
}

/** A step that was taken, and the people to notify once it is committed; nobody if it had been taken before. */
export interface Taken {
  readonly applied: Applied
  readonly sent: SentEntry | undefined
  readonly people: readonly string[]
}

const snapshotEvery = 200
const mostMissed = 50
const mostCommandIdLength = 200
/** More than that is not kept with the step: a snapshot stands in its place. */
const mostChangesLength = 1_000_000

/** One step at a time: each step locks the universe's row until the transaction ends. */
export class Steps {
  readonly #store: UniverseStore
  readonly #log: CommandLog
  readonly #models: Models
  readonly #now: () => Date

  constructor(store: UniverseStore, log: CommandLog, models: Models, now: () => Date) {
    this.#store = store
    this.#log = log
    this.#models = models
    this.#now = now
  }

  take(call: Call, id: string, request: StepRequest, options: Sending): Promise<Taken> {
    return this.#store.transaction(call.caller, async (tx) => {
      requireCommandId(options.commandId)
      const row = await this.#hold(tx, call, id)
      const hash = options.commandId === undefined ? null : requestHash(request.request)
      const before = await this.#takenBefore(tx, call, row, hash, options.commandId)
      if (before !== undefined) return before
      await this.#requireRevision(tx, row, options.expectedRevision)
      const held = await this.#models.at(tx, row)
      const scene = { tx, actor: call.caller, universeId: id, model: held.model, head: row.revision }
      return this.#persist(tx, call, row, held, await request.decide(scene), { ...options, hash })
    })
  }

  async #hold(tx: Tx, { caller }: Call, id: string): Promise<HeldRow> {
    const row = await this.#store.hold(tx, caller, id)
    if (row !== undefined) return row
    throw (await this.#store.find(tx, caller, id)) === undefined ? universeNotFound(id) : mayOnlyLook(id)
  }

  async #takenBefore(
    tx: Tx,
    { caller }: Call,
    row: HeldRow,
    hash: string | null,
    commandId: string | undefined,
  ): Promise<Taken | undefined> {
    if (commandId === undefined) return undefined
    const asked = await this.#log.stepOfCommand(tx, row.id, commandId)
    if (asked === undefined) return undefined
    if (asked.actor_id !== caller.userId || asked.request_hash !== hash)
      throw commandIdTaken(commandId, row.revision, asked.revision)
    const { revision } = asked
    const [entry] = await this.#log.entries(tx, row.id, { after: revision - 1, limit: 1 })
    if (entry === undefined) throw new Error(`The log of universe ${row.id} has no revision ${revision}`)
    const { model } = await this.#models.load(tx, row.id, revision)
    const whole = { ...sentEntry(entry).entry, events: asked.events }
    return { applied: { entry: whole, model }, sent: undefined, people: [] }
  }

  async #requireRevision(tx: Tx, { id, revision }: HeldRow, expected: number | undefined): Promise<void> {
    if (expected === undefined || expected === revision) return
    const missed =
      expected > revision ? [] : await this.#log.entries(tx, id, { after: expected, limit: mostMissed })
    throw movedOn(
      expected,
      revision,
      missed.map((row) => sentEntry(row).entry),
    )
  }

  async #persist(
    tx: Tx,
    call: Call,
    row: HeldRow,
    held: Held,
    decision: Decision,
    { commandId, hash }: Sending & { readonly hash: string | null },
  ): Promise<Taken> {
    const { command, events, changes, undoes, redoes } = decision
    const revision = row.revision + 1
    const client = clientName(call)
    const text = JSON.stringify(changes)
    const isKept = command.type !== 'replaceSnapshot' && text.length <= mostChangesLength
    const common = { revision, command, events, undoes, redoes, at: this.#now() }
    const sent = sentEntry({
      ...common,
      changes: isKept ? changes : null,
      type: command.type,
      command_id: commandId ?? null,
      actor_id: call.caller.userId,
      actor_name: row.actor_name,
      client_name: client,
    })
    const step: NewStep = {
      ...common,
      changes: isKept ? text : null,
      actorId: call.caller.userId,
      clientName: client,
      commandId: commandId ?? null,
      requestHash: hash,
      isLarge: sent.isShortened,
    }
    await this.#log.append(tx, row.id, step, countsAfter(row.counts, changes))
    if (!isKept || revision % snapshotEvery === 0)
      await this.#log.addSnapshot(tx, row.id, revision, snapshotAfter(held.model, changes))
    // The sender gets every event, however many there are.
    return { applied: new After({ ...sent.entry, events }, held, changes), sent, people: row.people }
  }
}

function requireCommandId(id: string | undefined): void {
  if (id === undefined || (id.length <= mostCommandIdLength && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(id))) return
  throw invalid('commandId', `commandId must have 1 to ${mostCommandIdLength} printable characters`)
}
