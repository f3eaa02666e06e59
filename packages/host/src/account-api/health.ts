/** The state of an installation, in the format of the API. */
export interface Health {
  readonly version: string
  readonly node: string
  readonly started_at: string
  readonly memory_bytes: number
  readonly checks: { readonly name: string; readonly ok: boolean; readonly detail: string }[]
  readonly jobs: { readonly waiting: number; readonly running: number; readonly dead: number }
  readonly dead_jobs: { readonly id: string; readonly kind: string; readonly error: string | null }[]
  readonly limits: { readonly name: string; readonly points: number; readonly seconds: number }[]
}
