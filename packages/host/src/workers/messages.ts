import type { Json } from '@quipu/kit'

export interface WorkerOrder {
  readonly file: string
  readonly input: unknown
  readonly maxBytes: number
}

export type WorkerReply =
  | { readonly kind: 'progress'; readonly report: Json }
  /** The answer as `v8.serialize` writes it, so that its size is known before it is sent. */
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'threw'; readonly name: string; readonly message: string; readonly code?: string }
