import { Problem, asProblem } from '../../api/problem.ts'
import * as api from '../../api/universes.ts'
import { commandWords } from '../command-words.ts'
import { LocalUniverse, type Touched } from '../local-universe.ts'
import { ViewingTime } from '../viewing-time.ts'
import type {
  Account,
  Applied,
  Changed,
  Command,
  CommandEvent,
  Entry,
  Presence,
  Universe,
  UniverseInfo,
} from '../../api/wire.ts'
import type { Connection } from './connection.ts'
import { Facets, type Facet } from './facets.ts'
import { LiveStream } from './live-stream.ts'
import { StepOrder } from './step-order.ts'
import { withToast, type Toast } from './toasts.ts'

export interface ViewOptions {
  readonly hasLabels: boolean
  readonly hasOrbits: boolean
  readonly isTrueScale: boolean
}

/** One universe as this page shows it: its state, which follows the stream, and the viewer's choices. */
export class UniverseRoom {
  readonly id: string
  readonly me: Account
  readonly facets = new Facets()
  readonly viewing: ViewingTime
  universe: LocalUniverse
  info: UniverseInfo
  /** Newest first. */
  entries: readonly Entry[] = []
  hasOlderEntries = false
  people: readonly Presence[] = []
  connection: Connection = { kind: 'connecting' }
  toasts: readonly Toast[] = []
  selection: string | null = null
  following: string | null = null
  options: ViewOptions = { hasLabels: true, hasOrbits: true, isTrueScale: false }

  readonly #order: StepOrder<CommandEvent>
  readonly #stream: LiveStream
  /** Commands that this page has sent. */
  readonly #own = new Set<string>()
  readonly #touchListeners = new Set<(touched: Touched | 'all') => void>()
  readonly #flightListeners = new Set<(id: string) => void>()
  #nextToast = 1
  #presenceTimer: number | undefined

  constructor({ state, ...info }: Universe, me: Account) {
    this.id = info.id
    this.me = me
    this.info = info
    this.universe = LocalUniverse.of(state)
    this.viewing = new ViewingTime(state.time)
    this.#order = new StepOrder(info.revision)
    this.#stream = new LiveStream(info.id, {
      command: (event) => this.#receive(event),
      people: (people) => this.#set('people', { people }),
      renamed: (name) => this.#set('info', { info: { ...this.info, name } }),
      connection: (connection) => this.#set('connection', { connection }),
      revision: () => this.#order.revision,
    })
    void this.#readEntries()
  }

  get canEdit(): boolean {
    return this.info.role !== 'viewer' && this.me.permissions.includes('universe:write')
  }

  /** Stops listening; the room is not used again. */
  close(): void {
    window.clearTimeout(this.#presenceTimer)
    this.#stream.close()
  }

  /** Notifies the listener which parts changed, so that it can redraw them. */
  onTouched(listener: (touched: Touched | 'all') => void): () => void {
    this.#touchListeners.add(listener)
    return () => this.#touchListeners.delete(listener)
  }

  select(id: string | null): void {
    if (id === this.selection) return
    this.#set('selection', { selection: id })
    this.#sendPresence()
  }

  follow(id: string | null): void {
    if (id === this.following) return
    this.#set('selection', { following: id })
    this.#sendPresence()
  }

  /** Selects a body, follows it and moves the view to it. */
  flyTo(id: string): void {
    if (!this.universe.bodies.has(id)) return
    this.select(id)
    this.follow(id)
    for (const listener of this.#flightListeners) listener(id)
  }

  onFlight(listener: (id: string) => void): () => void {
    this.#flightListeners.add(listener)
    return () => this.#flightListeners.delete(listener)
  }

  setOptions(options: Partial<ViewOptions>): void {
    this.#set('options', { options: { ...this.options, ...options } })
  }

  /** Shows a short message for a moment. */
  say(who: string, what: string): void {
    const id = this.#nextToast++
    this.#set('toasts', { toasts: withToast(this.toasts, id, who, what) })
    window.setTimeout(() => this.dismiss(id), toastMilliseconds)
  }

  dismiss(id: number): void {
    this.#set('toasts', { toasts: this.toasts.filter((toast) => toast.id !== id) })
  }

  /** Sends a command. The response is applied at once, so the stream's copy of it is already known. */
  send(command: Command): Promise<void> {
    return this.#step((commandId) => api.sendCommand(this.id, command, commandId))
  }

  undo(revision?: number): Promise<void> {
    return this.#step((commandId) => api.undo(this.id, { revision, commandId }))
  }

  redo(revision?: number): Promise<void> {
    return this.#step((commandId) => api.redo(this.id, { revision, commandId }))
  }

  async readOlder(): Promise<void> {
    const oldest = this.entries.at(-1)?.revision
    if (oldest !== undefined) await this.#readEntries(oldest)
  }

  async #step(ask: (commandId: string) => Promise<Applied>): Promise<void> {
    const commandId = crypto.randomUUID()
    this.#own.add(commandId)
    const { revision, changed } = await ask(commandId)
    const isNext = !this.#order.isReading && revision === this.#order.revision + 1
    if (isNext && !('replaced' in changed)) this.#apply(changed, revision)
  }

  #receive(event: CommandEvent): void {
    const { revision, changed } = event.meta
    this.#log(event)
    const verdict = this.#order.take(revision, event)
    if (verdict === 'gap') void this.#readAgain(event)
    if (verdict !== 'apply') return
    if ('replaced' in changed) void this.#readAgain()
    else this.#follow(changed)
  }

  #apply(changed: Exclude<Changed, { replaced: true }>, revision: number): void {
    // This is the next revision; from now on the stream's copy is outdated.
    this.#order.wasRead(revision)
    this.#follow(changed)
  }

  #follow(changed: Exclude<Changed, { replaced: true }>): void {
    const touched = this.universe.follow(changed)
    if (touched.time === true) this.viewing.follow(this.universe.time)
    this.#changed(touched)
  }

  async #readAgain(event?: CommandEvent): Promise<void> {
    this.#order.read(event?.meta.revision, event)
    try {
      const { state, ...info } = await api.readUniverse(this.id)
      this.universe = LocalUniverse.of(state)
      this.info = info
      this.viewing.follow(state.time)
      this.facets.notify('info')
      this.#changed('all')
      for (const { step } of this.#order.wasRead(info.revision)) this.#receive(step)
      if (event !== undefined) await this.#readEntries()
    } catch (caught) {
      if (!(caught instanceof Problem) || caught.next !== 'retry') throw caught
      window.setTimeout(() => void this.#readAgain(), 2000)
    }
  }

  #changed(touched: Touched | 'all'): void {
    if (this.selection !== null && !this.#isThere(this.selection)) this.select(null)
    if (this.following !== null && !this.universe.bodies.has(this.following)) this.follow(null)
    for (const listener of this.#touchListeners) listener(touched)
    this.facets.notify('universe')
  }

  #isThere(id: string): boolean {
    const { bodies, groups } = this.universe
    return bodies.has(id) || groups.has(id) || this.universe.matter(id) !== undefined
  }

  #log({ meta, ...command }: CommandEvent): void {
    const { revision, commandId, actor, at, undoes, redoes } = meta
    if (this.entries.some((entry) => entry.revision === revision)) return
    const entry = { revision, command, actor, at, undoes: undoes ?? null, redoes: redoes ?? null }
    this.#set('log', { entries: [entry, ...this.entries].slice(0, mostEntries) })
    if (this.#own.has(commandId ?? '')) return
    this.say(
      whoWords(entry),
      commandWords(command, (id) => this.universe.nameOf(id)),
    )
  }

  async #readEntries(before?: number): Promise<void> {
    try {
      const page = { limit: pageOfEntries, before: before ?? this.#order.revision + 1 }
      const { entries } = await api.readHistory(this.id, page)
      const known = new Set(entries.map(({ revision }) => revision))
      const all = [...this.entries.filter(({ revision }) => !known.has(revision)), ...entries]
      this.hasOlderEntries = entries.length === pageOfEntries
      this.#set('log', { entries: all.toSorted((a, b) => b.revision - a.revision) })
    } catch (caught) {
      // The log stays as it is; the indicator shows the lost connection.
      asProblem(caught)
    }
  }

  #sendPresence(): void {
    window.clearTimeout(this.#presenceTimer)
    this.#presenceTimer = window.setTimeout(() => {
      const { selection, following } = this
      api.sendPresence(this.id, { selection, following }).catch(asProblem)
    }, 250)
  }

  #set(facet: Facet, values: Partial<UniverseRoom>): void {
    Object.assign(this, values)
    this.facets.notify(facet)
  }
}

/** A person, or the app that acted for them. */
export function whoWords({ actor }: Pick<Entry, 'actor'>): string {
  const name = actor.name === '' ? 'Someone' : actor.name
  return actor.client === null ? name : `${actor.client} for ${name}`
}

const mostEntries = 1000
const pageOfEntries = 100
const toastMilliseconds = 6000
