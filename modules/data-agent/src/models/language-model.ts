import type { JsonObject } from '@quipu/kit'

/** What a model is told and how its answer must look. */
export interface ModelRequest {
  readonly gives: 'readings' | 'narrative'
  readonly system: string
  readonly user: string
  /** JSON Schema of the answer. */
  readonly schema: JsonObject
}

/** One provider. The answer is whatever it said, to be checked by whoever asked. */
export interface LanguageModel {
  ask(request: ModelRequest, signal: AbortSignal): Promise<unknown>
}

export type ModelTrouble = 'time' | 'busy' | 'refused' | 'cut' | 'unreadable' | 'unavailable'

/** Why a model gave no answer that can be used. Holds nothing of what was sent, and no key. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly trouble: ModelTrouble
  /** How long to wait before it is asked again; undefined where asking again is of no use. */
  readonly retryMs: number | undefined

  constructor(trouble: ModelTrouble, message: string, retryMs?: number) {
    super(message)
    this.trouble = trouble
    this.retryMs = retryMs
  }
}
