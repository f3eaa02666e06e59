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
  /** Kebab-case; also used in `/api/<name>/mcp` and in `?modules=`. */
  readonly name: string
  readonly title: string
  /** For the assistant: what this module is for. A sentence that names a tool is for those who have that tool. */
  readonly instructions?: readonly string[]
  readonly permissions: Readonly<Record<string, Permission>>
  readonly tools: readonly Tool<Service>[]
  readonly resources?: readonly Resource<Service>[]
  readonly prompts?: readonly Prompt<Service>[]
  readonly routes?: readonly Route<Service>[]
  readonly streams?: readonly Stream<Service>[]
  readonly migrations?: readonly Migration[]
  /** Every column that holds data that the module sealed: it is sealed again when the root secret is replaced. */
  readonly sealed?: readonly SealedColumn[]
  /** Columns with the SHA-256 of a blob, beside `user_id`. Blobs that no row refers to are deleted. */
  readonly blobColumns?: readonly { readonly table: string; readonly column: string }[]
  readonly ownRows?: OwnRows<Service>
  readonly waits?: Waits<Service>
  readonly endpoint?: EndpointRules
  /** Pages for people, which the front page links to. Default: none. */
  readonly pages?: readonly PageLink[]
  /**
   * The preferences that people can store for it: name → schema. A client of the module's own endpoint may change
   * settings with its token.
   */
  readonly preferences?: Readonly<Record<string, z.ZodType>>
  /**
   * The same failure as this module's contract names it, for a tool or a route that failed. Asked before the failure is
   * presented, also for failures outside of the module's own code, such as those of the store.
   */
  readonly nameFailure?: (error: ToolError, failed: Tool<Service> | Route<Service>) => ToolError
  /** The whole structured content of a failed tool call, in this module's own envelope. */
  readonly presentError?: (error: ToolError, tool: Tool<Service>, traceId: string) => Json
  /** The whole body of a failed request to a route or stream, in this module's format. Default: the host's format. */
  readonly presentRouteError?: (error: ToolError, traceId: string) => Json | undefined
  /**
   * For a contract that presents failures as JSON-RPC errors: the error for this failure, or none. A legacy client of
   * the module's own endpoint gets it unchanged, for tools and resources. Other clients get it for resources only, and
   * a code of the protocol's own range (-32000 to -32099) is moved up by 1000. `failed` is undefined if the module's
   * own endpoint was asked for an unknown tool (`details.tool`) or resource (`details.uri`).
   */
  readonly presentRpcError?: (
    error: ToolError,
    failed: Tool<Service> | Resource<Service> | undefined,
  ) => RpcFailure | undefined
  /** The message for the first problem of the input, in this module's own words. */
  readonly phraseIssue?: (issue: InputIssue) => string
  /**
   * Authenticates the callers of the module's own endpoint, instead of the accounts of this installation. Called for
   * each request, so keep the answer in `ports.cache`; `bearer` is empty if there is none. `isAgain` is true if a call
   * of this token failed as UNAUTHORIZED: then ignore the cached answer. If the token is refused now, its sessions end
   * on all instances.
   */
  readonly authenticate?: (service: Service, bearer: string, isAgain: boolean) => Promise<Guest | Refusal>
  /** Beside `authenticate`: accounts with its permissions use it at `/mcp`, without `call.bearer`. Default: false. */
  readonly admitsAccounts?: boolean
  /** Why the module is off in this installation, such as a missing setting. Default: it is on. */
  readonly offBecause?: (installation: Installation) => string | undefined
  /** A service that holds resources is `AsyncDisposable`: the host disposes of it after the last call and job. */
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

/** A problem that zod found, and where: `name` is the parameter as the caller wrote it. */
export interface InputIssue {
  readonly name: string
  readonly issue: z.core.$ZodIssue
  readonly isMissing: boolean
  /** Every required parameter that is missing, if this one is missing. */
  readonly missing: readonly string[]
}

/** A module as the host sees it. The host opens its service and passes it to each run, and never looks into it. */
export type Module = ModuleDefinition<unknown>

export function defineModule<Service>(definition: ModuleDefinition<Service>): Module {
  // Sound because the host passes each run only the service that this module's own `open` made.
  return definition as unknown as Module
}
