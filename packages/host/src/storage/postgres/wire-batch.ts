import type pg from 'pg'
import type { PreparedStatements, SentBatch } from '../prepared.ts'
import { unprepared } from '../prepared.ts'
import type { Reply, WireField, WireStatement } from '../session.ts'

/**
 * Statements that are sent to PostgreSQL together and answered together: a single round trip and, outside an open
 * transaction, a single transaction that the closing Sync commits.
 */
export class WireBatch implements pg.Submittable {
  readonly reply: Promise<Reply>
  readonly #statements: readonly WireStatement[]
  readonly #prepared: PreparedStatements | undefined
  #sent: SentBatch | undefined
  readonly #resolve: (reply: Reply) => void
  readonly #reject: (error: Error) => void
  #fields: WireField[] = []
  #rows: (string | null)[][] = []
  #command = ''

  /** Without `prepared`, each statement is parsed and planned for this one use. */
  constructor(statements: readonly WireStatement[], prepared?: PreparedStatements) {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    this.#statements = statements
    this.#prepared = prepared
    this.reply = promise
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    const sent = this.#prepared?.plan(this.#statements) ?? unprepared(this.#statements)
    this.#sent = sent
    connection.stream.cork()
    for (const name of sent.closes) connection.close({ type: 'S', name }, true)
    for (const { sql, values, name, isToParse } of sent.statements) {
      if (isToParse) connection.parse({ name, text: sql, types: [] }, true)
      connection.bind({ portal: '', statement: name, binary: '', values: [...values] }, true)
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

  /** It is committed only now: until here, the Sync may still fail. */
  handleReadyForQuery(): void {
    if (this.#sent !== undefined) this.#prepared?.kept(this.#sent)
    this.#resolve({ fields: this.#fields, rows: this.#rows, command: this.#command })
  }

  handleError(error: Error): void {
    if (this.#sent !== undefined) this.#prepared?.lost(this.#sent)
    this.#reject(error)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY from the client is not supported')
  }

  handleCopyData(): void {}
}
