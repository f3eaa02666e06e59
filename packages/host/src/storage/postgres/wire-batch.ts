import type pg from 'pg'
import type { Reply, WireField, WireStatement } from '../session.ts'

/**
 * Statements sent to PostgreSQL in one go and answered in one: a single round trip, and, outside an open transaction,
 * a single transaction that the closing Sync commits.
 */
export class WireBatch implements pg.Submittable {
  readonly reply: Promise<Reply>
  readonly #statements: readonly WireStatement[]
  readonly #resolve: (reply: Reply) => void
  readonly #reject: (error: Error) => void
  #fields: WireField[] = []
  #rows: (string | null)[][] = []
  #command = ''

  constructor(statements: readonly WireStatement[]) {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    this.#statements = statements
    this.reply = promise
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork()
    for (const { sql, values } of this.#statements) {
      connection.parse({ name: '', text: sql, types: [] }, true)
      connection.bind({ portal: '', statement: '', binary: '', values: [...values] }, true)
      connection.describe({ type: 'P', name: '' }, true)
      connection.execute({ portal: '', rows: '' }, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
    this.#rows = []
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#command = text
  }

  /** Only now is it committed: until here, the Sync may still fail. */
  handleReadyForQuery(): void {
    this.#resolve({ fields: this.#fields, rows: this.#rows, command: this.#command })
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY from the client is not supported')
  }

  handleCopyData(): void {}
}
