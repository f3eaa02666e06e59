import type { Log } from '@quipu/kit'
import { entryFromJson, sentEntry } from '../store/entries.ts'
import type { CommandLog } from '../store/command-log.ts'
import type { Pulse, UniverseStore } from '../store/universe-store.ts'
import type { Reader } from './reader.ts'
import { Ring } from './ring.ts'
import { Room } from './room.ts'

export interface TailPorts {
  readonly store: UniverseStore
  readonly log: CommandLog
  readonly report: Log
  readonly now: () => Date
  /** Identifies this instance in announcements of presence. */
  readonly instance: string
}

const pageEntries = 200

/**
 * The changes of one universe, for all who watch it at this instance. Entries that the bus did not deliver are read
 * from the log.
 */
export class Tail {
  readonly id: string
  readonly ring: Ring
  readonly room: Room
  readonly readers = new Set<Reader>()
  name: string
  people = nobody
  /** Grows when the name or the people change. */
  version = 0
  isClosed = false
  readonly #ports: TailPorts
  #looking: Promise<void> | undefined
  #isStale = false

  constructor(id: string, ports: TailPorts, { name, revision }: { name: string; revision: number }) {
    this.id = id
    this.#ports = ports
    this.name = name
    this.ring = new Ring(revision)
    this.room = new Room(ports.instance, ports.now)
  }

  wake(): void {
    for (const reader of this.readers) reader.wake()
  }

  /** A step that was committed. If it is not the next one, those between are read. */
  offer(revision: number, json: string): void {
    if (revision <= this.ring.last) return
    if (revision > this.ring.last + 1) return void this.look()
    this.ring.push({ entry: entryFromJson(json), json })
    this.wake()
  }

  /** The universe is gone, and so is everyone's reason to stay. */
  end(reason: 'deleted'): void {
    for (const reader of this.readers) reader.lost ??= reason
    this.wake()
  }

  /** Reads what there is to know, once at a time; resolves when nothing is left to read. */
  look(): Promise<void> {
    this.#isStale = true
    this.#looking ??= this.#lookWhileStale()
    return this.#looking
  }

  async #lookWhileStale(): Promise<void> {
    try {
      while (this.#isStale && !this.isClosed) {
        this.#isStale = false
        await this.#lookOnce()
      }
    } catch (error) {
      // The next look finds what this one did not.
      const about = { err: error, universeId: this.id }
      this.#ports.report.warn(about, 'a universe that is watched could not be read')
    } finally {
      this.#looking = undefined
      this.wake()
    }
  }

  /** Reads as one of the watching people; if that person has lost access, as the next one. */
  async #lookOnce(): Promise<void> {
    const asked = new Set<string>()
    for (const { userId, lost } of this.readers) {
      if (lost !== undefined || asked.has(userId)) continue
      asked.add(userId)
      const present = [...this.readers]
      const pulse = await this.#ports.store.pulse({ userId }, this.id)
      if (pulse !== undefined) {
        this.#judge(present, pulse)
        return this.#catchUp(userId, pulse.revision)
      }
      const reason = this.people[userId] === 'owner' ? 'deleted' : 'access_withdrawn'
      for (const reader of present) if (reader.userId === userId) reader.lost ??= reason
    }
  }

  /** People who came while this was read are not affected: they may have got access meanwhile. */
  #judge(present: readonly Reader[], { name, people }: Pulse): void {
    for (const reader of present) if (people[reader.userId] === undefined) reader.lost ??= 'access_withdrawn'
    const isNews = name !== this.name || (this.people !== nobody && !sameRoles(people, this.people))
    this.name = name
    this.people = people
    if (isNews) this.version += 1
  }

  async #catchUp(userId: string, revision: number): Promise<void> {
    const { store, log } = this.#ports
    while (this.ring.last < revision) {
      const after = this.ring.last
      const rows = await log.entries(store.as({ userId }), this.id, { after, limit: pageEntries })
      for (const row of rows) this.ring.push(sentEntry(row))
      this.wake()
      if (this.ring.last === after) return
    }
  }
}

/** Before the first look. */
const nobody: Pulse['people'] = {}

function sameRoles(one: Pulse['people'], other: Pulse['people']): boolean {
  const ids = Object.keys(one)
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id])
}
