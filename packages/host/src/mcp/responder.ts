import type { Transport } from '@quipu/kit'

/** The connection back for one request: at most one answer, and messages before it if the transport can carry them. */
export interface Responder {
  readonly transport: Transport
  /** Other requests share the connection: one that is cancelled must not answer on it. */
  readonly isShared: boolean
  /** False if the client accepts nothing but the answer. */
  readonly canSend: boolean
  /** Sends a JSON-RPC message before the answer. */
  send(json: string): void
  /** Sends the answer; `status` is for HTTP only. Without JSON: accepted, without a body. */
  answer(status: number, json?: string, headers?: Readonly<Record<string, string>>): void
  /** Waits until the answer is sent. Set if the answer is sent on the stream of a session. */
  said?(): Promise<void>
  /** Keeps the connection open for a stream of messages. */
  keepOpen(): void
  /** The client is gone or does not want an answer any more. */
  onClose(listener: () => void): void
}
