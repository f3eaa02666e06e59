import type { WireStatement } from '../session.ts'

/** PGlite itself, compiled: a `WebAssembly.Module`. */
export type Program = object

export type WorkerRequest =
  /** Opens the store in this folder; creates it if the folder is empty. */
  | { readonly id: number; readonly kind: 'open'; readonly folder: string }
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

export type WorkerAnswer =
  /** In PostgreSQL's own bytes. */
  | { readonly id: number; readonly kind: 'answer'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly kind: 'done' }
  | { readonly id: number; readonly kind: 'broken'; readonly message: string }
