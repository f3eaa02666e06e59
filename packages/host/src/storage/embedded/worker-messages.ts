import type { WireStatement } from '../session.ts'

export interface WorkerTask {
  /** The folder of the store itself. */
  readonly folder: string
  readonly work: 'create' | 'serve'
}

/** PGlite itself, compiled: a `WebAssembly.Module`. */
export type Program = object

export type WorkerRequest =
  | { readonly id: number; readonly kind: 'run'; readonly statements: readonly WireStatement[] }
  /** The end of a transaction, which is rolled back if a statement is refused. */
  | {
      readonly id: number
      readonly kind: 'commit'
      readonly statements: readonly WireStatement[]
      /** Its answer may wait for the next one, because nobody acts on it before a sync. */
      readonly isLazy: boolean
    }
  | { readonly id: number; readonly kind: 'script'; readonly sql: string }
  /** Brings to the disk what was committed without waiting for it. */
  | { readonly id: number; readonly kind: 'sync' }
  | { readonly id: number; readonly kind: 'close' }

/** `id` 0 means that the store is open, and a failure with `id` 0 that it could not be opened. */
export type WorkerAnswer =
  /** In PostgreSQL's own bytes. */
  | { readonly id: number; readonly kind: 'answer'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly kind: 'done' }
  | { readonly id: number; readonly kind: 'broken'; readonly message: string }
