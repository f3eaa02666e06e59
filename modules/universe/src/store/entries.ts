import { partsOf } from '../domain/parts.ts'
import { mostEntryBytes, mostEventsBytes } from '../domain/entry-limits.ts'
import type { Entry } from '../service/universe-service.ts'
import type { EntryRow } from './command-log.ts'

/** An entry and its text for the wire, made once for all who read it. */
export interface SentEntry {
  readonly entry: Entry
  readonly json: string
  /** Whether something was left out because the whole would be too long. */
  readonly isShortened: boolean
}

const someoneGone = 'Someone who left'

export function sentEntry(row: EntryRow): SentEntry {
  const entry = entryFrom(row)
  const json = entryJson(entry)
  if (row.command !== null && Buffer.byteLength(json) <= mostEntryBytes)
    return { entry, json, isShortened: false }
  const brief = shortened(entry)
  return { entry: brief, json: entryJson(brief), isShortened: true }
}

function entryFrom(row: EntryRow): Entry {
  return {
    revision: row.revision,
    command: row.command ?? briefOf(row),
    commandId: row.command_id ?? undefined,
    events: row.events ?? [],
    changed: row.changes === null ? { replaced: true } : partsOf(row.changes),
    actor: {
      id: row.actor_id,
      name: row.actor_id === null ? someoneGone : (row.actor_name ?? someoneGone),
      client: row.client_name,
    },
    at: row.at,
    undoes: row.undoes ?? undefined,
    redoes: row.redoes ?? undefined,
  }
}

function shortened(entry: Entry): Entry {
  const { command, events, undoes = null, redoes = null } = entry
  return {
    ...entry,
    command: briefOf({ type: command.type, undoes, redoes }),
    events: Buffer.byteLength(JSON.stringify(events)) <= mostEventsBytes ? events : [],
    changed: { replaced: true },
  }
}

function briefOf({ type, undoes, redoes }: Pick<EntryRow, 'type' | 'undoes' | 'redoes'>): Entry['command'] {
  if (undoes !== null) return { type: 'undo', revision: undoes }
  if (redoes !== null) return { type: 'redo', revision: redoes }
  // The rest of the command is left out because it is long.
  return { type } as Entry['command']
}

/** The command's own fields, and its metadata in the universe beside them. */
function entryJson(entry: Entry): string {
  const { command, ...meta } = entry
  return JSON.stringify({ ...command, meta })
}

/** The reverse of it, for text that this module made. */
export function entryFromJson(json: string): Entry {
  const { meta, ...command } = JSON.parse(json) as { meta: Omit<Entry, 'command' | 'at'> & { at: string } }
  return {
    ...meta,
    commandId: meta.commandId,
    undoes: meta.undoes,
    redoes: meta.redoes,
    at: new Date(meta.at),
    // The fields beside `meta` are the command, whole or shortened.
    command: command as unknown as Entry['command'],
  }
}
