import type { Caller, ClientInfo } from './caller.ts'
import type { Json } from './json.ts'

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** How a call came in: over HTTP, over the pipe of a local client, or from a command on this machine. */
export type Transport = 'http' | 'stdio' | 'local'

/** One call of a module: who makes it, how to report progress, how to ask the person. */
export interface Call {
  readonly caller: Caller
  readonly client: ClientInfo | undefined
  readonly transport: Transport
  /** The bearer token, if the module's own `authenticate` accepted the caller. */
  readonly bearer?: string | undefined
  /** The data of the signed link, at a route that takes signed links. */
  readonly link?: Json | undefined
  /** Aborted when the client cancels or disconnects, or when time runs out. */
  readonly signal: AbortSignal
  readonly requestId: string
  /** True for a dry run: the host undoes every write. */
  readonly dryRun: boolean
  /** Sent only to a client that asked for progress. `progress` must grow with each report. */
  progress(progress: number, total?: number, message?: string): void
  /** Sends a line to the client's log, if the client asked for log messages. */
  log(level: LogLevel, data: unknown, logger?: string): void
  /**
   * Asks the person behind the client, and waits for all answers. Ask before writing: a modern client answers
   * by a second request, which runs the tool again from the start and finds the answers already given.
   */
  ask(requests: InputRequests): Promise<InputResponses>
  /** Whether this client can answer such a question. If it cannot, `ask` ends the call with an error that says so. */
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
