import type { Tx } from '@quipu/kit'
import { Model, type Snapshot } from './domain/model.ts'
import type { CommandLog } from './store/command-log.ts'
import type { UniverseRow } from './store/universe-store.ts'

/** A model and the revision it has reached. */
export interface Held {
  model: Model
  revision: number
}

/** In bodies and what else stands beside them. */
const mostWeight = 50_000
const weightOfOne = 50
const pageSteps = 500
/** Further back a snapshot is nearer. */
const mostToFollow = 400

/**
 * Universes in memory, the most recently used ones. A model follows only committed rows of the log: uncommitted changes
 * of a transaction are applied to a separate model, which is not kept.
 */
export class Models {
  readonly #log: CommandLog
  readonly #held = new Map<string, Held>()
  #weight = 0
  readonly #weights = new Map<string, number>()
  readonly #mostWeight: number

  constructor(log: CommandLog, limit = mostWeight) {
    this.#log = log
    this.#mostWeight = limit
  }

  /** At the revision of the row, or at a later one that others have committed since it was read. */
  async at(tx: Tx, { id, revision, is_own_change: isOwnChange }: HeadRow): Promise<Held> {
    if (isOwnChange) return this.load(tx, id, revision)
    const held = this.#held.get(id)
    if (held === undefined || revision - held.revision > mostToFollow) {
      const loaded = await this.load(tx, id, revision)
      // Another call may have been faster, and its model may have gone on.
      const other = this.#held.get(id)
      if (other !== undefined && other.revision >= loaded.revision) return other
      this.#keep(id, loaded)
      return loaded
    }
    try {
      await this.#follow(tx, id, held, revision)
    } catch (error) {
      this.forget(id)
      throw error
    }
    this.#keep(id, held)
    return held
  }

  /** A separate model: the nearest snapshot and the steps since. */
  async load(tx: Tx, id: string, revision: number): Promise<Held> {
    const held = await this.#restore(tx, id, revision)
    await this.#follow(tx, id, held, revision)
    return held
  }

  forget(id: string): void {
    this.#held.delete(id)
    this.#weight -= this.#weights.get(id) ?? 0
    this.#weights.delete(id)
  }

  get size(): number {
    return this.#held.size
  }

  async #restore(tx: Tx, id: string, upTo: number): Promise<Held> {
    const snapshot = await this.#log.snapshot(tx, id, upTo)
    if (snapshot === undefined) throw new Error(`Universe ${id} has no snapshot before revision ${upTo}`)
    // Snapshots are written from a model alone.
    return { model: Model.restore(snapshot.state as Snapshot), revision: snapshot.revision }
  }

  /** Calls may do so at the same time: each takes only the step that is next. */
  async #follow(tx: Tx, id: string, held: Held, upTo: number): Promise<void> {
    while (held.revision < upTo) {
      const after = held.revision
      for (const { revision, changes } of await this.#log.changes(tx, id, after, upTo, pageSteps)) {
        if (revision <= held.revision) continue
        if (revision > held.revision + 1)
          throw new Error(`The log of universe ${id} has a gap at ${revision}`)
        const next = changes === null ? await this.#restore(tx, id, revision) : undefined
        if (revision <= held.revision) continue
        if (next !== undefined) held.model = next.model
        else if (changes !== null) held.model.follow(changes)
        held.revision = revision
      }
      if (held.revision === after)
        throw new Error(`The log of universe ${id} ends at ${after}, not at ${upTo}`)
    }
  }

  #keep(id: string, held: Held): void {
    this.forget(id)
    const { stars, groups, smallBodyFields, protoplanetaryDisks, nebulae } = held.model.counts()
    const weight = weightOfOne + stars + groups + smallBodyFields + protoplanetaryDisks + nebulae
    this.#held.set(id, held)
    this.#weights.set(id, weight)
    this.#weight += weight
    for (const oldest of this.#held.keys()) {
      if (this.#weight <= this.#mostWeight || oldest === id) return
      this.forget(oldest)
    }
  }
}

type HeadRow = Pick<UniverseRow, 'id' | 'revision' | 'is_own_change'>
