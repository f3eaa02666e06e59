import { sentEntry } from '../store/entries.ts'
import type { LiveEvent } from '../service/universe-service.ts'
import type { CommandLog } from '../store/command-log.ts'
import type { UniverseStore } from '../store/universe-store.ts'
import type { Reader } from './reader.ts'
import type { Tail } from './tail.ts'

export interface Watch {
  readonly reader: Reader
  readonly signal: AbortSignal
  readonly store: UniverseStore
  readonly log: CommandLog
  join(): Tail
  leave(tail: Tail): void
}

const pageEntries = 50

/** Everything after the reader's position, then what comes. Each event is made when it is asked for. */
export async function* watching(watch: Watch): AsyncGenerator<LiveEvent> {
  const { reader, signal } = watch
  const tail = watch.join()
  signal.addEventListener('abort', reader.wake)
  try {
    let [room, version] = [-1, tail.version]
    while (!signal.aborted && !tail.isClosed) {
      if (reader.lost !== undefined) return yield dropped(reader.lost)
      if (room !== tail.room.version) {
        room = tail.room.version
        yield { kind: 'presence', people: tail.room.people() }
      }
      if (version !== tail.version) {
        version = tail.version
        yield { kind: 'universe', name: tail.name, role: tail.people[reader.userId] ?? 'viewer' }
      }
      const next = tail.ring.at(reader.position + 1)
      if (next !== undefined) {
        reader.position += 1
        yield { kind: 'command', entry: next.entry, json: next.json }
      } else if (reader.position < tail.ring.first - 1) yield* earlier(watch, tail)
      else await reader.wait()
    }
  } finally {
    signal.removeEventListener('abort', reader.wake)
    watch.leave(tail)
  }
}

/** A page of entries that are not in memory any more, for one reader. */
async function* earlier({ reader, signal, store, log }: Watch, tail: Tail): AsyncGenerator<LiveEvent> {
  const { position: after, userId } = reader
  const rows = await log.entries(store.as({ userId }), tail.id, { after, limit: pageEntries })
  for (const row of rows) {
    if (signal.aborted || reader.lost !== undefined) return
    const { entry, json } = sentEntry(row)
    reader.position = entry.revision
    yield { kind: 'command', entry, json }
  }
  if (rows.length > 0) return
  // They are there, and hidden from this reader: looking finds out why.
  await tail.look()
}

function dropped(reason: 'access_withdrawn' | 'deleted'): LiveEvent {
  const message =
    reason === 'deleted'
      ? 'This universe was deleted'
      : 'This universe is no longer shared with you, or was deleted'
  return { kind: 'dropped', reason, message }
}
