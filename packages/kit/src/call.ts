import type { Caller, ClientInfo } from './caller.ts'
import type { Json } from './json.ts'

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** How a call came in: over HTTP, over the pipe of a local client, or from a command on this machine. */
export type Transport = 'http' | 'stdio' | 'local'

/** One call on its way through a module: who asks, how to report, how to ask back. */
export interface Call {
  readonly caller: Caller
  readonly client: ClientInfo | undefined
  readonly transport: Transport
  /** The token itself, of a caller whom the module's own `authenticate` has accepted. */
  readonly bearer?: string | undefined
  /** What the signed link was made with, at a route that takes one. */
  readonly link?: Json | undefined
  /** Aborted when the client cancels, hangs up or runs out of time. */
  readonly signal: AbortSignal
  readonly requestId: string
  /** True when the caller only wants to see what would happen; the host undoes every write. */
  readonly dryRun: boolean
  /** Reaches the client only if it asked for progress. `progress` must grow with each report. */
  progress(progress: number, total?: number, message?: string): void
  /** A line for the client's own log, if it asked for one. */
  log(level: LogLevel, data: unknown, logger?: string): void
  /**
   * Asks the person behind the client, and waits for all answers. Ask before writing: a modern client answers
   * by a second request, which runs the tool again from the start and finds the answers already given.
   */
  ask(requests: InputRequests): Promise<InputResponses>
  /** Whether this client can be asked that. Asking one that cannot ends the call with an error that says so. */
  canAsk(request: InputRequest): boolean
}

export type InputRequests = Readonly<Record<string, InputRequest>>
export type InputResponses = Readonly<Record<string, InputResponse>>

export interface InputRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params?: Readonly<Record<string, unknown>>
}

/** As the client sent it: parse before use. */
export type InputResponse = Readonly<Record<string, unknown>>
