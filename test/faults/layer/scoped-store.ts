import { original, over } from './original.ts'
import { strike } from './strike.ts'

interface Session {
  run(statements: readonly object[]): Promise<unknown>
  commit(statements: readonly object[]): Promise<unknown>
  settled(): Promise<void>
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

  commit(statements: readonly object[]): Promise<unknown> {
    return this.#struck(() => this.#inner.commit(statements))
  }

  settled(): Promise<void> {
    return this.#inner.settled()
  }

  release(): void {
    if (this.#isBroken) this.discard()
    else this.#inner.release()
  }

  discard(): void {
    if (!this.#isBroken) return this.#inner.discard()
    const undo = this.#inner.run([{ sql: 'rollback', values: [] }])
    undo.then(
      () => this.#inner.release(),
      () => this.#inner.discard(),
    )
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
