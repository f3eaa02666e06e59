import { protocol, type PGlite } from '@electric-sql/pglite'
import { PreparedStatements } from '../prepared.ts'
import type { WireStatement } from '../session.ts'
import { bindMessage } from './bind-message.ts'
import { glanceAt, readAnswer } from './wire-answer.ts'

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

  /** Resolves with the answer as PostgreSQL wrote it. */
  async run(statements: readonly WireStatement[]): Promise<Uint8Array<ArrayBuffer>> {
    const batch = this.#prepared.plan(statements)
    const requests: Uint8Array[] = batch.closes.map((name) => serialize.close({ type: 'S', name }))
    for (const { sql, values, name, isToParse } of batch.statements) {
      if (isToParse) requests.push(serialize.parse({ text: sql, name }))
      requests.push(bindMessage(name, values), serialize.describe({ type: 'P' }), serialize.execute({}))
    }
    const { answer, isRefused } = await this.#send(Buffer.concat([...requests, serialize.sync()]))
    if (isRefused) this.#prepared.lost(batch)
    else this.#prepared.kept(batch)
    return answer
  }

  async script(sql: string): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#send(serialize.query(sql))).answer
  }

  async #send(request: Uint8Array) {
    const pieces: Uint8Array[] = []
    // A piece is the engine's own memory, which it uses again.
    const onRawData = (piece: Uint8Array) => void pieces.push(piece.slice())
    await this.#pglite.execProtocolRawStream(request, { syncToFs: false, onRawData })
    const answer = joined(pieces)
    const { isRefused, status } = glanceAt(answer)
    // PGlite hides its own crash, such as a panic after a failed fsync, and just stops answering.
    if (status === undefined) {
      const message = readAnswer(answer).refusal?.message
      throw new Error(`PGlite gave no answer${message === undefined ? '' : `: ${message}`}`)
    }
    this.isInTransaction = status !== 'I'
    this.isInFailedTransaction = status === 'E'
    return { answer, isRefused }
  }
}

const { serialize } = protocol

/** In memory of its own, which can be handed to another thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
