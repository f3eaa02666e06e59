import { protocol, type PGlite } from '@electric-sql/pglite'
import { PreparedStatements } from '../prepared.ts'
import type { Reply, WireField, WireStatement } from '../session.ts'
import type { Refusal } from '../store.ts'

export type Outcome = { kind: 'reply'; reply: Reply } | { kind: 'refused'; refusal: Refusal }

/** Uses the wire protocol with PGlite: as few calls as to a real server, and the same answers. */
export class Exchange {
  readonly #pglite: PGlite
  readonly #prepared = new PreparedStatements()
  isInTransaction = false
  /** A statement of the open transaction was refused: until it is rolled back, so is every other. */
  isInFailedTransaction = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async run(statements: readonly WireStatement[]): Promise<Outcome> {
    const batch = this.#prepared.plan(statements)
    const requests: Uint8Array[] = batch.closes.map((name) => serialize.close({ type: 'S', name }))
    for (const { sql, values, name, isToParse } of batch.statements) {
      if (isToParse) requests.push(serialize.parse({ text: sql, name }))
      requests.push(
        serialize.bind({ statement: name, values: [...values] }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      )
    }
    const outcome = await this.#send(Buffer.concat([...requests, serialize.sync()]))
    if (outcome.kind === 'reply') this.#prepared.kept(batch)
    else this.#prepared.lost(batch)
    return outcome
  }

  script(sql: string): Promise<Outcome> {
    return this.#send(serialize.query(sql))
  }

  async #send(request: Uint8Array): Promise<Outcome> {
    const answers = await this.#pglite.execProtocolStream(request, { syncToFs: false, throwOnError: false })
    let fields: WireField[] = []
    let rows: (string | null)[][] = []
    let command = ''
    let refusal: Refusal | undefined
    let status: string | undefined
    for (const answer of answers) {
      if (answer instanceof messages.RowDescriptionMessage) {
        fields = answer.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
        rows = []
      } else if (answer instanceof messages.DataRowMessage) rows.push(answer.fields)
      else if (answer instanceof messages.CommandCompleteMessage) command = answer.text
      else if (answer instanceof messages.DatabaseError) refusal ??= refusalOf(answer)
      else if (answer instanceof messages.ReadyForQueryMessage) status = answer.status
    }
    // PGlite hides its own crash, such as a panic after a failed fsync, and just stops answering.
    if (status === undefined) throw new Error(`PGlite gave no answer${refusal ? `: ${refusal.message}` : ''}`)
    this.isInTransaction = status !== 'I'
    this.isInFailedTransaction = status === 'E'
    return refusal ? { kind: 'refused', refusal } : { kind: 'reply', reply: { fields, rows, command } }
  }
}

const { serialize, messages } = protocol

function refusalOf(error: InstanceType<typeof messages.DatabaseError>): Refusal {
  const { message, code = 'XX000', constraint, detail } = error
  return { message, code, constraint, detail }
}
