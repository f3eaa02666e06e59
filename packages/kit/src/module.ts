import type { z } from 'zod'
import type { Guest, Refusal, Role } from './caller.ts'
import type { EndpointRules } from './endpoint.ts'
import type { Json, JsonObject } from './json.ts'
import type { Migration } from './migration.ts'
import type { OwnRows } from './own-rows.ts'
import type { Installation, Ports } from './ports.ts'
import type { Prompt } from './prompt.ts'
import type { Resource } from './resource.ts'
import type { Route } from './route.ts'
import type { Stream } from './stream.ts'
import type { ToolError } from './tool-error.ts'
import type { Tool } from './tool.ts'
import type { Waits } from './waits.ts'

export interface Permission {
  /** In words, for a consent page: "See your tasks". */
  readonly says: string
  readonly roles: readonly Role[]
}

export interface ModuleDefinition<Service> {
  /** Kebab-case; also its place under `/api/<name>/mcp` and in `?modules=`. */
  readonly name: string
  readonly title: string
  /** For the assistant, in one or two sentences: what this module is for. */
  readonly instructions?: string
  readonly permissions: Readonly<Record<string, Permission>>
  readonly tools: readonly Tool<Service>[]
  readonly resources?: readonly Resource<Service>[]
  readonly prompts?: readonly Prompt<Service>[]
  readonly routes?: readonly Route<Service>[]
  readonly streams?: readonly Stream<Service>[]
  readonly migrations?: readonly Migration[]
  /** Every column that holds what the module sealed: it is sealed anew when the root secret is replaced. */
  readonly sealed?: readonly SealedColumn[]
  /** Columns that name a blob by its SHA-256, beside `user_id`. Blobs that no row of any module names are deleted. */
  readonly blobColumns?: readonly { readonly table: string; readonly column: string }[]
  readonly ownRows?: OwnRows<Service>
  readonly waits?: Waits<Service>
  readonly endpoint?: EndpointRules
  /** Pages for people, which the front page links to. Default: none. */
  readonly pages?: readonly PageLink[]
  /**
   * What people may keep in their settings for it: name → what it must be. A client of the module's own endpoint may
   * change settings with the token that it has.
   */
  readonly preferences?: Readonly<Record<string, z.ZodType>>
  /** The whole structured content of a failed tool call, in this module's own envelope. */
  readonly presentError?: (error: ToolError, tool: Tool<Service>, traceId: string) => Json
  /** The whole body of a failed request to a route or stream, in this module's own form. None: the host's form. */
  readonly presentRouteError?: (error: ToolError, traceId: string) => Json | undefined
  /**
   * For a contract that tells failures as JSON-RPC errors: the error for this one, or none. A legacy client of the
   * module's own endpoint gets it as it is, for tools and resources; any other one for resources alone, a code that
   * the protocol keeps for itself (-32000 to -32099) moved up by 1000. Undefined for a tool (`details.tool`) or a
   * resource (`details.uri`) that the module's own endpoint was asked for and does not have.
   */
  readonly presentRpcError?: (
    error: ToolError,
    failed: Tool<Service> | Resource<Service> | undefined,
  ) => RpcFailure | undefined
  /** The message for the first thing wrong with the input, in this module's own words. */
  readonly phraseIssue?: (issue: InputIssue) => string
  /**
   * Who may use the module's own endpoint, instead of the accounts of this installation.
   * Asked at each request, so keep the answer in `ports.cache`; `bearer` is empty if there is none. `isAgain`: a call of
   * this token failed as UNAUTHORIZED, so forget what is kept. If it is refused now, its sessions end on all instances.
   */
  readonly authenticate?: (service: Service, bearer: string, isAgain: boolean) => Promise<Guest | Refusal>
  /** Beside `authenticate`: accounts with its permissions have it at `/mcp` too, without `call.bearer`. Default: false. */
  readonly admitsAccounts?: boolean
  /** Why the module is off in this installation, such as a missing setting. It is then not opened. Default: it is on. */
  readonly offBecause?: (installation: Installation) => string | undefined
  /** A service that holds something open is `AsyncDisposable`: the host disposes of it once no call and no job is left. */
  open(ports: Ports): Service | Promise<Service>
}

export interface PageLink {
  readonly title: string
  readonly path: `/${string}`
}

export interface SealedColumn {
  readonly table: string
  /** The primary key: its columns and their types. */
  readonly key: Readonly<Record<string, string>>
  readonly column: string
  readonly purpose: string
}

export interface RpcFailure {
  readonly code: number
  readonly message: string
  readonly data: JsonObject
}

/** What zod found, and where: `name` is the parameter as the caller wrote it. */
export interface InputIssue {
  readonly name: string
  readonly issue: z.core.$ZodIssue
  readonly isMissing: boolean
  /** Every required parameter that was not given, if this one was not. */
  readonly missing: readonly string[]
}

/** A module as the host sees it: its service opened by the host and handed back on each run, never looked into. */
export type Module = ModuleDefinition<unknown>

export function defineModule<Service>(definition: ModuleDefinition<Service>): Module {
  // Sound because the host passes each run only the service that this module's own `open` made.
  return definition as unknown as Module
}
