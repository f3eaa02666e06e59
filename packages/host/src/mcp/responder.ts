import type { Transport } from '@quipu/kit'

/** The way back for one request: at most one answer, and messages before it if the transport can carry them. */
export interface Responder {
  readonly transport: Transport
  /** Other requests share the way: one that is cancelled must not answer on it. */
  readonly isShared: boolean
  /** False when the client takes nothing but the answer. */
  readonly canSend: boolean
  /** A JSON-RPC message ahead of the answer. */
  send(json: string): void
  /** The answer; `status` is for HTTP alone. Without JSON: accepted, nothing to say. */
  answer(status: number, json?: string, headers?: Readonly<Record<string, string>>): void
  /** Keeps the way open for a stream of messages. */
  keepOpen(): void
  /** The client is gone or wants no answer any more. */
  onClose(listener: () => void): void
}
