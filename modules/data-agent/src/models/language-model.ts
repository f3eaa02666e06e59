import type { JsonObject } from '@quipu/kit'

/** A prompt and the required format of the answer. */
export interface ModelRequest {
  readonly gives: 'readings' | 'narrative'
  readonly system: string
  readonly user: string
  /** JSON Schema of the answer. */
  readonly schema: JsonObject
}

/** One provider. The answer is not checked; the caller must do that. */
export interface LanguageModel {
  ask(request: ModelRequest, signal: AbortSignal): Promise<unknown>
}

export type ModelTrouble = 'time' | 'busy' | 'refused' | 'cut' | 'unreadable' | 'unavailable'

/** Why a model gave no usable answer. Contains nothing of the request, and no key. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly trouble: ModelTrouble
  /** How long to wait before a retry; undefined if a retry is useless. */
  readonly retryMs: number | undefined

  constructor(trouble: ModelTrouble, message: string, retryMs?: number) {
    super(message)
    this.trouble = trouble
    this.retryMs = retryMs
  }
}
