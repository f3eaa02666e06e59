import type { Label, Project } from '../api/model.ts'

export interface KnownNames {
  projects?: Promise<readonly Project[]>
  labels?: Promise<readonly Label[]>
}

const keptMs = 30_000
const mostTokens = 500

/** The projects and labels that each token read in the last 30 seconds, in memory, by the token's hash. */
export class RecentNames {
  readonly #byToken = new Map<string, { readonly names: KnownNames; readonly until: number }>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  of(tokenHash: string): KnownNames {
    const at = this.#now().getTime()
    const kept = this.#byToken.get(tokenHash)
    if (kept !== undefined && kept.until > at && kept.until <= at + keptMs) return kept.names
    this.#byToken.delete(tokenHash)
    const oldest = this.#byToken.size >= mostTokens ? this.#byToken.keys().next().value : undefined
    if (oldest !== undefined) this.#byToken.delete(oldest)
    const names: KnownNames = {}
    this.#byToken.set(tokenHash, { names, until: at + keptMs })
    return names
  }

  forget(tokenHash: string): void {
    this.#byToken.delete(tokenHash)
  }
}
