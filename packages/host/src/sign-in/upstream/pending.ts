import { hash, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { Store } from '../../storage/store.ts'

export const pendingSeconds = 600
const ticketSeconds = 3_600

const Pending = z.object({
  upstream: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
  /** The signed-in person whose account gets the identity. */
  linkTo: z.string().optional(),
  expiresAtMs: z.number(),
})
export type Pending = z.infer<typeof Pending>

const Ticket = z.object({ upstream: z.string(), userId: z.string(), expiresAtMs: z.number() })

/** The state between leaving for an issuer and coming back, kept by the browser and readable only here. */
export class PendingSignIns {
  readonly #store: Store
  readonly #secrets: Secrets
  readonly #now: () => Date

  constructor(store: Store, secrets: Secrets, now: () => Date) {
    this.#store = store
    this.#secrets = secrets
    this.#now = now
  }

  seal(pending: Omit<Pending, 'expiresAtMs'>): string {
    const expiresAtMs = this.#now().getTime() + pendingSeconds * 1000
    return this.#secrets.seal(purpose, JSON.stringify({ ...pending, expiresAtMs } satisfies Pending))
  }

  /**
   * Opens the sealed state, once. A callback with another state does not use it up: it may come from another page that
   * wants to end this sign-in.
   */
  async take(upstream: string, sealed: string | undefined, state: string | null): Promise<Pending> {
    const pending = Pending.safeParse(this.#opened(purpose, sealed)).data
    if (pending === undefined || pending.upstream !== upstream || !isSame(pending.state, state))
      throw new ToolError(
        'VALIDATION_ERROR',
        'This sign-in was not begun in this browser, or another one was begun since; start again at /login',
      )
    if (this.#now().getTime() >= pending.expiresAtMs)
      throw new ToolError(
        'VALIDATION_ERROR',
        'This sign-in took more than ten minutes; start again at /login',
      )
    await this.#spend(pending)
    return pending
  }

  /** Proves that one of our pages offered the link to this person: no other site can make one. */
  linkTicket(upstream: string, userId: string): string {
    const expiresAtMs = this.#now().getTime() + ticketSeconds * 1000
    return this.#secrets.seal(ticketPurpose, JSON.stringify({ upstream, userId, expiresAtMs }))
  }

  isLinkTicket(ticket: string, upstream: string, userId: string): boolean {
    const known = Ticket.safeParse(this.#opened(ticketPurpose, ticket)).data
    const isOurs = known?.upstream === upstream && known.userId === userId
    return isOurs && this.#now().getTime() < known.expiresAtMs
  }

  #opened(what: string, sealed: string | undefined): unknown {
    if (sealed === undefined) return undefined
    try {
      return JSON.parse(this.#secrets.open(what, sealed))
    } catch {
      // A cookie or link that was made up, or sealed by another root secret.
      return undefined
    }
  }

  async #spend({ state, expiresAtMs }: Pending): Promise<void> {
    const [spent] = await this.#store.query('everyone', {
      sql: `insert into spent_states (user_id, nonce, expires_at) values ($1, $2, $3)
        on conflict do nothing returning 1 as spent`,
      parameters: [nobody, `upstream:${hash('sha256', state)}`, new Date(expiresAtMs)],
    })
    if (spent === undefined)
      throw new ToolError('VALIDATION_ERROR', 'This sign-in was used already; start again at /login')
  }
}

const purpose = 'upstream-sign-in'
const ticketPurpose = 'upstream-link'
/** The person who signs in is not known yet. */
const nobody = '00000000-0000-0000-0000-000000000000'

function isSame(expected: string, given: string | null): boolean {
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', given ?? '', 'buffer'))
}
