import { original, over } from './original.ts'
import { strike } from './strike.ts'

interface Session {
  run(statements: readonly object[]): Promise<unknown>
  commit(statements: readonly object[]): Promise<unknown>
  rollBack(): Promise<void>
  release(): void
  discard(): void
}
interface Engine {
  once(statements: readonly object[], who?: unknown): Promise<unknown>
  acquire(who?: unknown): Promise<Session>
}

const { ScopedStore: Real } = await original<{
  ScopedStore: new (engine: Engine, timeouts: unknown) => object
}>('storage/scoped-store.ts')
const { StoreUnavailable } = await original<{ StoreUnavailable: new (message: string) => Error }>(
  'storage/store.ts',
)

export class ScopedStore extends Real {
  constructor(engine: Engine, timeouts: unknown) {
    const changed: Partial<Engine> = {
      once: (statements, who) => strike('store', () => engine.once(statements, who), unavailable),
      acquire: async (who) => new StruckSession(await engine.acquire(who)),
    }
    super(over(engine, changed), timeouts)
  }
}

/** After a failure it behaves like a broken connection: every statement fails, and uncommitted work is rolled back. */
class StruckSession implements Session {
  readonly #inner: Session
  #isBroken = false

  constructor(inner: Session) {
    this.#inner = inner
  }

  run(statements: readonly object[]): Promise<unknown> {
    return this.#struck(() => this.#inner.run(statements))
  }

  /** Ends the session in any case: a commit that was not sent is rolled back. */
  async commit(statements: readonly object[]): Promise<unknown> {
    let isSent = false
    try {
      return await this.#struck(() => {
        isSent = true
        return this.#inner.commit(statements)
      })
    } catch (error) {
      if (!isSent) await this.#inner.rollBack()
      throw error
    }
  }

  rollBack(): Promise<void> {
    return this.#inner.rollBack()
  }

  release(): void {
    if (this.#isBroken) this.discard()
    else this.#inner.release()
  }

  discard(): void {
    if (!this.#isBroken) return this.#inner.discard()
    this.#inner.rollBack().catch(() => {})
  }

  async #struck(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#isBroken) throw unavailable('before it was done')
    return strike('store', work, (when) => {
      this.#isBroken = true
      return unavailable(when)
    })
  }
}

function unavailable(when: string): Error {
  return new StoreUnavailable(`The store failed ${when}, as the test wants it.`)
}
