import type { Call, Caller } from '@quipu/kit'
import type { UniverseCommand } from '../domain/commands.ts'
import type { Parts } from '../domain/parts.ts'
import type { UniverseEvent } from '../domain/events.ts'
import type { StateInput } from '../domain/universe-state.ts'
import type { Model } from '../domain/model.ts'

export type Role = 'owner' | 'editor' | 'viewer'

/** A universe as lists show it. */
export interface UniverseInfo {
  readonly id: string
  readonly name: string
  readonly revision: number
  /** The role of the caller in it. */
  readonly role: Role
  readonly owner: Person
  readonly counts: Counts
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Counts {
  readonly stars: number
  readonly groups: number
  readonly smallBodyFields: number
  readonly protoplanetaryDisks: number
  readonly nebulae: number
}

export interface Person {
  readonly id: string
  readonly name: string
}

export interface Member extends Person {
  readonly role: Role
}

/** One step of a universe: the command, its actor and its result. */
export interface Entry {
  readonly revision: number
  readonly command: LoggedCommand
  readonly commandId: string | undefined
  readonly events: readonly UniverseEvent[]
  /** Too large to be sent: read the state instead. */
  readonly changed: Parts | { readonly replaced: true }
  readonly actor: Actor
  readonly at: Date
  /** The revision that this one took back, or brought back. */
  readonly undoes: number | undefined
  readonly redoes: number | undefined
}

/** Null once the account is gone. */
export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly client: string | null
}

export type LoggedCommand =
  | UniverseCommand
  | { readonly type: 'undo'; readonly revision: number }
  | { readonly type: 'redo'; readonly revision: number }

export interface Applied {
  readonly entry: Entry
  /** The universe after it, until the next call. */
  readonly model: Model
}

export interface Sending {
  readonly expectedRevision?: number | undefined
  readonly commandId?: string | undefined
}

export type Preset = 'empty' | 'sol'

/** Universes as tools, routes and streams use them. A universe that is not the caller's to see is NOT_FOUND. */
export interface UniverseService {
  /** The page on which people watch it. */
  linkTo(id: string): string
  create(caller: Caller, input: CreateInput): Promise<UniverseInfo & { readonly model: Model }>
  list(
    caller: Caller,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<{ readonly universes: readonly UniverseInfo[]; readonly nextCursor: string | undefined }>
  /** At its newest revision, or as it was at an older one. The model is for reading, until the next call. */
  get(caller: Caller, id: string, revision?: number): Promise<UniverseInfo & { readonly model: Model }>
  /** Throws NOT_FOUND if it does not exist. */
  demand(caller: Caller, id: string): Promise<void>
  rename(caller: Caller, id: string, name: string): Promise<UniverseInfo>
  remove(caller: Caller, id: string): Promise<void>
  /** Parses, applies and stores a command and, once committed, notifies everyone. `command` is the client's input. */
  send(call: Call, id: string, command: unknown, options?: Sending): Promise<Applied>
  /** The caller's own latest step that stands, or the one named. */
  undo(
    call: Call,
    id: string,
    options?: Sending & { readonly revision?: number | undefined },
  ): Promise<Applied>
  redo(
    call: Call,
    id: string,
    options?: Sending & { readonly revision?: number | undefined },
  ): Promise<Applied>
  history(
    caller: Caller,
    id: string,
    page: HistoryPage,
  ): Promise<{ readonly entries: readonly Entry[]; readonly revision: number }>
  members(caller: Caller, id: string): Promise<readonly Member[]>
  share(caller: Caller, id: string, email: string, role: 'editor' | 'viewer'): Promise<Member>
  unshare(caller: Caller, id: string, userId: string): Promise<void>
  /** Announces to the others where this person is looking. */
  look(call: Call, id: string, glance: Glance): Promise<void>
  /** Everything after a revision, then what comes, until the call's signal aborts. */
  watch(call: Call, id: string, after: number | undefined): Promise<AsyncIterable<LiveEvent>>
  /** Ids and names of the caller's universes that begin so, for completion. */
  complete(caller: Caller, typed: string): Promise<readonly string[]>
}

export interface CreateInput {
  readonly name: string
  readonly preset?: Preset | undefined
  readonly state?: StateInput | undefined
}

export interface HistoryPage {
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export interface Glance {
  readonly selection?: string | null | undefined
  readonly following?: string | null | undefined
}

export interface Presence extends Glance {
  readonly userId: string
  readonly name: string
  readonly client: string | null
  readonly since: Date
}

export type LiveEvent =
  | { readonly kind: 'command'; readonly entry: Entry; readonly json: string }
  | { readonly kind: 'presence'; readonly people: readonly Presence[] }
  | { readonly kind: 'universe'; readonly name: string; readonly role: Role }
  | { readonly kind: 'dropped'; readonly reason: 'access_withdrawn' | 'deleted'; readonly message: string }
