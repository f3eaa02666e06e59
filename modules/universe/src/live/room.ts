import type { Presence } from '../service/universe-service.ts'
import type { Sight } from './messages.ts'

interface Guest {
  readonly userId: string
  readonly client: string | null
  name: string
  selection: string | null | undefined
  following: string | null | undefined
  since: Date
  /** When they looked there. */
  at: Date
  /** Until when they count as here, by the instance that has their stream; null for a note without one. */
  readonly until: Map<string | null, number>
}

const staysMs = 30_000
const mostGuests = 200

/** Who is present in a universe, as far as this instance knows. Nothing of it is stored. */
export class Room {
  readonly #guests = new Map<string, Guest>()
  readonly #here: string
  readonly #now: () => Date
  /** Grows with each change that others can see. */
  version = 0

  /** `here` is this instance, which knows when its own streams end. */
  constructor(here: string, now: () => Date) {
    this.#here = here
    this.#now = now
  }

  /** The same news twice changes nothing. */
  hear(instance: string | null, sights: readonly Sight[]): void {
    const now = this.#now().getTime()
    for (const sight of sights) {
      // A note counts from when it was sent, however often it is passed on.
      const from = instance === null ? Math.min(now, Date.parse(sight.at)) : now
      this.#welcome(instance, sight, instance === this.#here ? Infinity : from + staysMs)
    }
  }

  leave(instance: string, userId: string, client: string | null): void {
    const key = keyOf(userId, client)
    const guest = this.#guests.get(key)
    // A note is part of a stay: a person who closes their last stream is gone.
    if (!guest?.until.delete(instance) || [...guest.until.keys()].some((place) => place !== null)) return
    this.#guests.delete(key)
    this.version += 1
  }

  /** Removes people who have not been seen for a while. */
  sweep(): void {
    const now = this.#now().getTime()
    for (const [key, { until }] of this.#guests) {
      for (const [instance, end] of until) if (end <= now) until.delete(instance)
      if (until.size > 0) continue
      this.#guests.delete(key)
      this.version += 1
    }
  }

  people(): Presence[] {
    const now = this.#now().getTime()
    return [...this.#guests.values()]
      .filter(({ until }) => [...until.values()].some((end) => end > now))
      .map(({ userId, name, client, selection, following, since }) => {
        return { userId, name, client, selection: selection ?? null, following: following ?? null, since }
      })
      .toSorted(byArrival)
  }

  /** What this instance announces: the people with a stream here, or those who sent a note. */
  sights(instance: string | null): Sight[] {
    const here = [...this.#guests.values()].filter(({ until }) => until.has(instance))
    return here.map(({ userId, name, client, selection, following, since, at }) => {
      const moments = { since: since.toISOString(), at: at.toISOString() }
      return { userId, name, client, selection, following, ...moments }
    })
  }

  #welcome(instance: string | null, sight: Sight, until: number): void {
    const { userId, client, name, selection, following } = sight
    const [since, at] = [new Date(sight.since), new Date(sight.at)]
    const key = keyOf(userId, client)
    const guest = this.#guests.get(key)
    if (guest === undefined) {
      if (this.#guests.size >= mostGuests) return
      const places = new Map([[instance, until]])
      this.#guests.set(key, { userId, client, name, selection, following, since, at, until: places })
      this.version += 1
      return
    }
    guest.until.set(instance, until)
    if (at >= guest.at) this.#turn(guest, { ...sight, at })
    if (since >= guest.since) return
    guest.since = since
    this.version += 1
  }

  /** Fields that a sight leaves out stay unchanged. */
  #turn(guest: Guest, { name, selection = guest.selection, following = guest.following, at }: Turn): void {
    const isSeen = name !== guest.name || selection !== guest.selection || following !== guest.following
    Object.assign(guest, { name, selection, following, at })
    if (isSeen) this.version += 1
  }
}

type Turn = Omit<Sight, 'at'> & { readonly at: Date }

/** The same order at every instance. */
function byArrival(one: Presence, other: Presence): number {
  const [first, second] = [one, other].map(
    ({ since, name, userId }) => `${since.toISOString()} ${name} ${userId}`,
  )
  return String(first) < String(second) ? -1 : 1
}

function keyOf(userId: string, client: string | null): string {
  return JSON.stringify([userId, client])
}
